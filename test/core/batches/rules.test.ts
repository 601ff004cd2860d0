import { describe, expect, it } from 'vitest';
import { requestFindingsText } from '../../../contract/text/approvals.ts';
import { columnOf } from '../../../main/core/batches/rules/learned-rules.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { atWork, openOffice, type Office } from '../../kit/office.ts';

const header = 'amount,currency,method,name,account,reference';

async function imported(office: Office, ...lines: string[]) {
  const bytes = Buffer.from([header, ...lines].join('\n'));
  return office.tell('batches.import', { fileName: 'rows.csv', bytes });
}

async function sent(office: Office, ...lines: string[]): Promise<string> {
  const result = await imported(office, ...lines);
  if (!result.ok) throw new Error(result.error.message);
  const { batchId } = result.value.batch;
  await office.releaseAll(batchId);
  await office.get('runner.start', {});
  await office.until(() => office.countOf(batchId, 'paid', 'rejected', 'failed') === lines.length);
  return batchId;
}

describe('the rules learned from rejections', () => {
  it('find a missing field in the next file, sheet and draft before the gateway does', async () => {
    const office = await openOffice(atWork);
    const before = await imported(office, '3.00,USD,CARD,,4000000000000093,older');
    if (!before.ok) throw new Error(before.error.message);
    await sent(office, '1.00,USD,CARD,,4000000000000077,first', '2.00,USD,CARD,Ada,4000000000000085,');
    const fault = { code: 'neededByGateway', column: 'accountName', paymentMethodCode: 'CARD' };

    const next = await imported(office, '4.00,USD,card,,4000000000000085,next');
    expect(next.ok ? [] : next.error.details.problems).toMatchObject([
      { line: 2, field: 'accountName', fault },
    ]);

    const bytes = Buffer.from(`${header}\n5.00,USD,CARD,,4000000000000085,sheet\n`);
    const opening = await office.get('sheets.open', { source: { kind: 'file', fileName: 's.csv', bytes } });
    if (opening.kind !== 'opened') throw new Error(opening.kind);
    const view = { onlyProblems: true };
    const { sheetId } = opening.sheet;
    const { rows } = await office.get('sheets.rows', { sheetId, view, from: 0, limit: 10 });
    expect(rows[0]?.problems).toMatchObject([{ column: 'accountName', fault }]);

    const { batchId } = before.value.batch;
    const report = await office.get('batches.check', { batchId, withOptions: false });
    expect(report.rowProblems).toMatchObject({
      count: 1,
      rows: [{ rowNumber: 1, column: 'accountName', fault }],
    });
  });

  it('make an approval request of a draft that breaks one say that more was found', async () => {
    const office = await openOffice({ ...atWork, approvalKeys: createMemoryApprovalKeys() });
    const older = await imported(office, '3.00,USD,CARD,,4000000000000093,older');
    if (!older.ok) throw new Error(older.error.message);
    const said = async (): Promise<string> => {
      const { bytes } = await office.get('approvals.request', { batchId: older.value.batch.batchId });
      const shown = await office.get('approvals.show', { file: bytes });
      return shown.kind === 'request' ? requestFindingsText(shown) : '';
    };
    expect(await said()).toBe("Found by the preparer's check.");
    await sent(office, '1.00,USD,CARD,,4000000000000077,first');
    expect(await said()).toBe("Found by the preparer's check, which found more than is listed here.");
  });

  it('reach a sheet that was already open, at the latest when it is checked', async () => {
    const office = await openOffice(atWork);
    const bytes = Buffer.from(`${header}\n5.00,USD,CARD,,4000000000000085,sheet\n`);
    const opening = await office.get('sheets.open', { source: { kind: 'file', fileName: 's.csv', bytes } });
    if (opening.kind !== 'opened') throw new Error(opening.kind);
    expect(opening.sheet.problemRows).toBe(0);
    await sent(office, '1.00,USD,CARD,,4000000000000077,first');
    const prepared = await office.tell('sheets.prepare', { sheetId: opening.sheet.sheetId });
    expect(prepared.ok ? [] : prepared.error.details.problems).toMatchObject([{ field: 'row 1, Name' }]);
  });

  it('correct codes by the stored lists, also in cells while they are typed', async () => {
    const office = await openOffice(atWork);
    await office.get('codes.refresh', {});
    const { sheet } = await openEmpty(office);
    const { sheetId } = sheet;
    const typed = { amount: '1', currencyCode: 'usdt', paymentMethodCode: 'crypto', accountNumber: 'x' };
    const { corrections } = await office.get('sheets.change', {
      sheetId,
      change: { kind: 'insert', afterRowId: null, rows: [typed, typed] },
    });
    expect(corrections).toEqual([
      { column: 'currencyCode', from: 'usdt', to: 'USDT', rows: 2 },
      { column: 'paymentMethodCode', from: 'crypto', to: 'CRYPTO', rows: 2 },
    ]);
  });
});

async function openEmpty(office: Office) {
  const opening = await office.get('sheets.open', { source: { kind: 'empty' } });
  if (opening.kind !== 'opened') throw new Error(opening.kind);
  return opening;
}

describe('the column of a validation error', () => {
  it.each([
    ['paymentMethod.account.accountName', 'accountName'],
    ['/paymentMethod/account/account_number', 'accountNumber'],
    ["$['paymentMethod']['emailAddress']", 'emailAddress'],
    ['paymentMethod.account', null],
    ['', null],
  ])('in %s is %s', (field, column) => {
    expect(columnOf({ field })).toBe(column);
  });
});
