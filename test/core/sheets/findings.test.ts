import { describe, expect, it } from 'vitest';
import type { RowFinding, SheetRow } from '../../../contract/batches/sheet.ts';
import { openOffice, type Office } from '../../kit/office.ts';
import { countCompared, openSheetOf } from '../../kit/office-sheets.ts';
import { SeededRandom } from '../../simulation/seeded-random.ts';

const header = 'amount,currency,method,name,account,operator,reference';
type Line = readonly [amount: string, name: string, account: string, reference: string];
const textOf = ([amount, name, account, reference]: Line): string =>
  `${amount},EUR,BANK_TRANSFER,${name},${account},SANDBOX_BANK,${reference}`;

async function sheetOf(office: Office, lines: readonly Line[]): Promise<string> {
  return (await openSheetOf(office, [header, ...lines.map(textOf)])).sheetId;
}

async function rowsOf(office: Office, sheetId: string, onlyProblems = false): Promise<SheetRow[]> {
  const view = { onlyProblems };
  return (await office.get('sheets.rows', { sheetId, view, from: 0, limit: 500 })).rows;
}

const short = ({ kind, level, message }: Pick<RowFinding, 'kind' | 'level' | 'message'>): string =>
  `${kind} ${level} ${kind === 'blockedPayee' ? '' : message}`;

/** Row by row, what the sheet shows. */
async function shown(office: Office, sheetId: string): Promise<string[]> {
  const rows = await rowsOf(office, sheetId);
  return rows
    .flatMap(({ rowNumber, findings }) => findings.map((finding) => `${rowNumber} ${short(finding)}`))
    .toSorted();
}

/** The same of a draft made of these rows, which is then taken back. Methods are told there at the first row alone. */
async function checked(office: Office, sheetId: string): Promise<string[]> {
  const { batchId } = await office.get('sheets.prepare', { sheetId });
  const { findings } = await office.get('batches.findings', { batchId });
  return findings
    .filter(({ row, kind }) => row !== null && kind !== 'method')
    .map(({ row, ...finding }) => `${row} ${short(finding)}`)
    .toSorted();
}

const withoutMethods = (found: readonly string[]): string[] =>
  found.filter((line) => !line.includes(' method '));

describe('the findings of a sheet', () => {
  it('are shown at their cells with what is expected, and disappear as soon as the cell changes', async () => {
    const office = await openOffice();
    const paid = await office.draftRows([['10.00', 'EUR', 'BANK_TRANSFER', 'ACC-1', 'SANDBOX_BANK']]);
    await office.releaseAll(paid);
    await office.get('batches.run', { batchIds: [paid], until: 'final', silenceLimitMs: 10_000 });
    const sheetId = await sheetOf(office, [
      ['10.00', 'Payee 0', 'ACC-1', 'Row 0 of 1'],
      ['20.00', 'Payee 0', 'ACC-2', 'Other'],
      ['ten', 'Payee 3', 'ACC-3', 'Third'],
    ]);
    expect((await rowsOf(office, sheetId)).flatMap(({ findings }) => findings)).toEqual([]);
    const found = await office.get('sheets.findings', { sheetId });
    expect(found).toMatchObject({
      version: 1,
      isComplete: true,
      rows: 2,
      toConfirm: 1,
      blocking: 0,
      warnings: 1,
    });
    // Nobody asked the gateway for methods.
    expect(found.methods).toEqual({ distinct: 2, checked: 0, lacking: 0, stoppedBecause: null });
    expect(found.funds).toMatchObject([{ currencyCode: 'EUR', needed: '30.00' }]);
    const [first, second, third] = await rowsOf(office, sheetId);
    expect(first?.findings).toMatchObject([{ column: 'amount', kind: 'duplicate', level: 'block' }]);
    expect(second?.findings).toMatchObject([
      { column: 'accountNumber', kind: 'changedDetails', level: 'warn', suggestion: 'ACC-1' },
    ]);
    expect(third?.findings).toEqual([]);
    expect(third?.problems).toHaveLength(1);
    expect((await rowsOf(office, sheetId, true)).map(({ rowNumber }) => rowNumber)).toEqual([1, 2, 3]);

    const change = {
      kind: 'set' as const,
      rows: [{ rowId: first?.rowId ?? 0, cells: { amount: '11.00', reference: 'New' } }],
    };
    await office.get('sheets.change', { sheetId, change });
    expect((await rowsOf(office, sheetId))[0]?.findings).toEqual([]);
    expect(await office.get('sheets.findings', { sheetId })).toMatchObject({ version: 2, toConfirm: 0 });
    expect((await rowsOf(office, sheetId, true)).map(({ rowNumber }) => rowNumber)).toEqual([2, 3]);
  });

  it('name a method that is not available only once the gateway was asked, and say if it could not be asked', async () => {
    const office = await openOffice();
    const sheetId = await sheetOf(office, [
      ['10.00', 'Payee 0', 'ACC-1', 'First'],
      ['10.00', 'Payee 1', 'ACC-2', 'Second'],
    ]);
    const rows = (await rowsOf(office, sheetId)).map(({ rowId }) => ({
      rowId,
      cells: { paymentMethodCode: 'CARRIER_PIGEON', paymentOperatorCode: '' },
    }));
    await office.get('sheets.change', { sheetId, change: { kind: 'set', rows } });
    office.leave();
    const silent = await office.get('sheets.findings', { sheetId, withMethods: true });
    expect(silent.methods).toMatchObject({ distinct: 1, checked: 0 });
    expect(silent.funds).toMatchObject([
      { currencyCode: 'EUR', needed: '20.00', available: null, gap: null },
    ]);
    expect(silent.methods.stoppedBecause).not.toBeNull();
    expect((await shown(office, sheetId)).filter((line) => line.includes(' method '))).toEqual([]);
    office.comeBack();
  });

  it('query an unavailable method again when a person checks the methods again', async () => {
    const office = await openOffice();
    const sheetId = await sheetOf(office, [['10.00', 'Payee 0', 'ACC-1', 'First']]);
    const rows = (await rowsOf(office, sheetId)).map(({ rowId }) => ({
      rowId,
      cells: { paymentMethodCode: 'GIRO', paymentOperatorCode: '' },
    }));
    await office.get('sheets.change', { sheetId, change: { kind: 'set', rows } });
    const check = async () => (await office.get('sheets.findings', { sheetId, withMethods: true })).methods;
    expect(await check()).toMatchObject({ checked: 1, lacking: 1 });
    expect((await shown(office, sheetId)).filter((line) => line.includes(' method '))).toHaveLength(1);
    office.sandbox.gateway.addCode({ list: 'paymentMethods', code: 'GIRO', name: 'Giro' });
    expect(await check()).toMatchObject({ checked: 1, lacking: 0 });
    expect((await shown(office, sheetId)).filter((line) => line.includes(' method '))).toEqual([]);
  });

  it('correct a code written in a different case once the gateway lists it, in all rows at once', async () => {
    const office = await openOffice();
    // With its gateway away, the file was read without code lists.
    office.lose(true);
    const { sheetId, problemRows } = await openSheetOf(office, [
      header,
      '10.00,EUR,bank_transfer,Payee 0,ACC-1,sandbox_bank,First',
      '11.00,EUR,bank_transfer,Payee 1,ACC-2,,Second',
    ]);
    expect(problemRows).toBe(0);
    office.lose(false);
    await office.get('sheets.findings', { sheetId, withMethods: true });
    expect((await rowsOf(office, sheetId)).map(({ problems }) => problems)).toMatchObject([
      [
        { column: 'paymentMethodCode', suggestion: 'BANK_TRANSFER' },
        { column: 'paymentOperatorCode', suggestion: 'SANDBOX_BANK' },
      ],
      [{ column: 'paymentMethodCode', suggestion: 'BANK_TRANSFER' }],
    ]);
    for (const column of ['paymentMethodCode', 'paymentOperatorCode'] as const) {
      const change = { kind: 'useSuggestions' as const, column, fault: 'codeCase' };
      await office.get('sheets.change', { sheetId, change });
    }
    const found = await office.get('sheets.findings', { sheetId, withMethods: true });
    expect(found).toMatchObject({ rows: 2, warnings: 0, methods: { distinct: 2, checked: 2 } });
  });

  it('suggest the code that the gateway offers, and for an operator its operators', async () => {
    const office = await openOffice();
    const sheetId = await sheetOf(office, [
      ['10.00', 'Payee 0', 'ACC-1', 'First'],
      ['11.00', 'Payee 1', 'ACC-2', 'Second'],
    ]);
    const [first, second] = await rowsOf(office, sheetId);
    const rows = [
      { rowId: first?.rowId ?? 0, cells: { paymentOperatorCode: 'NOBODY' } },
      { rowId: second?.rowId ?? 0, cells: { paymentMethodCode: 'CARRIER_PIGEON', paymentOperatorCode: '' } },
    ];
    await office.get('sheets.change', { sheetId, change: { kind: 'set', rows } });
    await office.get('sheets.findings', { sheetId, withMethods: true });
    const [operator, method] = (await rowsOf(office, sheetId)).flatMap(({ findings }) =>
      findings.filter(({ kind }) => kind === 'method'),
    );
    expect([operator, method]).toMatchObject([
      { column: 'paymentOperatorCode', suggestion: null },
      { column: 'paymentMethodCode', suggestion: null },
    ]);
    expect(operator?.message).toMatch(/With BANK_TRANSFER it lists .*SANDBOX_BANK/);
    expect(operator?.message).not.toContain('SEPA');
    expect(method?.message).toMatch(/It lists .*SEPA/);
  });

  it('say of a last row without a payee that it looks like the total of the others, while it does', async () => {
    const office = await openOffice();
    const sheetId = await sheetOf(office, [
      ['10.00', 'Ada', 'A-1', 'one'],
      ['20.50', 'Bob', 'A-2', 'two'],
      ['30.50', '', '', ''],
    ]);
    await office.get('sheets.findings', { sheetId });
    const isTotal = (line: string): boolean =>
      line.startsWith('3 totalRow warn This row looks like the total');
    expect((await shown(office, sheetId)).filter(isTotal)).toHaveLength(1);
    expect((await checked(office, sheetId)).filter(isTotal)).toHaveLength(1);
    const rows = [{ rowId: 1, cells: { amount: '11.00' } }];
    await office.get('sheets.change', { sheetId, change: { kind: 'set', rows } });
    await office.get('sheets.findings', { sheetId });
    expect((await shown(office, sheetId)).filter(isTotal)).toEqual([]);
  });

  it('say at a retried row why its payout was not paid, and block nothing', async () => {
    const office = await openOffice();
    const batchId = await office.draftRows([
      ['10.00', 'EUR', 'BANK_TRANSFER', 'ACC-9001', 'SANDBOX_BANK'],
      ['11.00', 'EUR', 'BANK_TRANSFER', 'ACC-9002', 'SANDBOX_BANK'],
      ['12.00', 'EUR', 'BANK_TRANSFER', 'ACC-9007', 'SANDBOX_BANK'],
    ]);
    await office.releaseAll(batchId);
    await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 10_000 });
    const opening = await office.get('sheets.open', { source: { kind: 'retryBatch', batchId } });
    if (opening.kind !== 'opened') throw new Error(JSON.stringify(opening));
    const { sheetId } = opening.sheet;
    const found = await office.get('sheets.findings', { sheetId });
    expect(found).toMatchObject({ toConfirm: 0, blocking: 0, warnings: 0 });
    const rows = await rowsOf(office, sheetId);
    expect(rows.map(({ findings }) => findings.filter(({ kind }) => kind === 'lastAttempt'))).toMatchObject([
      [{ column: null, level: 'info', message: expect.stringMatching(/: failed\. .*FAILED/) }],
      [
        {
          column: 'accountNumber',
          level: 'info',
          message: expect.stringContaining('This account cannot be paid. [ACCOUNT_NOT_PAYABLE]'),
        },
      ],
      [{ column: null, level: 'info', message: expect.stringContaining('[NOT_PERMITTED]') }],
    ]);
    expect(await rowsOf(office, sheetId, true)).toEqual([]);
    // The reason stays while the row is corrected.
    const change = {
      kind: 'set' as const,
      rows: [{ rowId: rows[1]?.rowId ?? 0, cells: { accountNumber: 'ACC-2' } }],
    };
    await office.get('sheets.change', { sheetId, change });
    await office.get('sheets.findings', { sheetId });
    expect((await rowsOf(office, sheetId))[1]?.findings.map(({ kind }) => kind)).toContain('lastAttempt');
  });

  it('are the ones that a check of the draft finds, whatever was paid before and changed in between', async () => {
    const office = await openOffice();
    const names = ['Anna Berg', 'Anna Berk', 'Bert Cole', 'Dora Egg', ''];
    const accounts = ['ACC-1001', 'ACC-1002', 'ACC-1003', 'DE89370400440532013000'];
    for (let seed = 1; seed <= 6; seed += 1) {
      const amountsFrom = seed % 2 === 0 ? [{ currencyCode: 'EUR', amount: '30.00' }] : [];
      await office.get('settings.change', { payeePolicy: { newPayee: 'warn', amountsFrom } });
      const random = new SeededRandom(seed);
      const one = <Value>(values: readonly Value[]): Value => {
        const value = values[random.below(values.length)];
        if (value === undefined) throw new Error('nothing to choose from');
        return value;
      };
      const line = (): Line => [
        one(['10.00', '10', '25.50', '900.00']),
        one(names),
        one(accounts),
        one(['', 'Invoice 1', 'Invoice 2']),
      ];
      const sheetId = await sheetOf(office, Array.from({ length: 12 }, line));
      for (let step = 0; step < 4; step += 1) {
        await office.get('sheets.findings', { sheetId });
        const gradually = withoutMethods(await shown(office, sheetId));
        expect(gradually, `seed ${seed}, step ${step}`).toEqual(await checked(office, sheetId));
        const rows = await rowsOf(office, sheetId);
        const [amount, accountName, accountNumber, reference] = line();
        const { rowId } = one(rows);
        const changes = [
          { kind: 'set', rows: [{ rowId, cells: { amount, accountName, accountNumber, reference } }] },
          { kind: 'remove', rowIds: [rowId] },
          { kind: 'duplicate', rowIds: [rowId] },
        ] as const;
        await office.get('sheets.change', { sheetId, change: structuredClone(one(changes)) as never });
      }
      const { batchId } = await office.get('sheets.prepare', { sheetId });
      await office.releaseAll(batchId);
    }
  });

  it('are found in small steps, and after a change only for the rows it affects', async () => {
    const office = await openOffice();
    const lines = Array.from({ length: 3000 }, (_, index): Line => [
      `${index + 1}.00`,
      `Payee ${index}`,
      `ACC-${100_000 + index * 37}`,
      `R${index}`,
    ]);
    const sheetId = await sheetOf(office, lines);
    const compared = countCompared(office);
    await office.get('sheets.findings', { sheetId });
    expect(Math.max(...compared)).toBeLessThanOrEqual(250);
    expect(compared.reduce((sum, count) => sum + count, 0)).toBe(3000);
    compared.length = 0;
    const [row] = await rowsOf(office, sheetId);
    const rows = [{ rowId: row?.rowId ?? 0, cells: { amount: '7.77' } }];
    await office.get('sheets.change', { sheetId, change: { kind: 'set', rows } });
    await office.get('sheets.findings', { sheetId });
    expect(compared).toEqual([1]);
  });
});
