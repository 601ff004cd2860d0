import { describe, expect, it } from 'vitest';
import { payeeFindingsOf } from '../../../main/core/batches/payee-findings.ts';
import { releasePayees } from '../../../main/core/batches/release-payees.ts';
import { payeeLines } from '../../../contract/text/payees.ts';
import { payeesHeading } from '../../../renderer/batches/batch/findings/finding-text.ts';
import { releaseWarnings } from '../../../renderer/batches/batch/release-text.ts';
import { openOffice, type Office } from '../../kit/office.ts';
import { draftOf as draftTo, pay, type Cells } from '../payees/payouts-to.ts';

const header =
  'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference';

async function draftOf(office: Office, fileName: string, rows: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode([header, ...rows].join('\n'));
  const { batch } = await office.get('batches.import', { profileName: 'main', fileName, bytes });
  return batch.batchId;
}

async function payeesOf(office: Office, batchId: string): ReturnType<typeof releasePayees> {
  const batch = office.store.findBatch(batchId);
  if (batch === null) throw new Error(`no batch ${batchId}`);
  const { signal } = new AbortController();
  return releasePayees(office.parts, batch, await payeeFindingsOf(office.parts, batch, { signal }), signal);
}

it('the account after a name in Arabic or Hebrew is marked to read in its own order, wherever a person compares it', async () => {
  const office = await openOffice();
  const row = (name: string, account: string): string =>
    `5.00,EUR,BANK_TRANSFER,${name},${account},SANDBOX_BANK,x`;
  const ann = row('Ann', '021000021-1');
  const first = await draftOf(office, 'first.csv', [ann, row('شركة النور', '021000021-104')]);
  expect((await office.release(first)).ok).toBe(true);
  await office.get('batches.run', { batchIds: [first], until: 'final', silenceLimitMs: 10_000 });
  const batchId = await draftOf(office, 'second.csv', [ann, row('חברת הדוגמה', '021000021-777')]);
  const { comparison, findings } = await office.get('batches.findings', { batchId });
  expect(comparison?.newPayees).toEqual(['חברת הדוגמה \u200e021000021-777']);
  expect(comparison?.missingPayees).toEqual(['شركة النور \u200e021000021-104']);
  expect(findings.map(({ message }) => message)).toContain('New payee: חברת הדוגמה, \u200e021000021-777.');
  const lines = payeeLines((await payeesOf(office, batchId)).payees);
  expect(lines).toContain('    5.00 EUR to Ann, 021000021-1');
  expect(lines).toContain(
    '    5.00 EUR to חברת הדוגמה, \u200e021000021-777 (NOT PAID FROM THIS PROFILE BEFORE)',
  );
});

it('so is the account after a name that ends with a mark of that direction, or is in another such script', async () => {
  const office = await openOffice();
  const names = ['Acme\u200f', '𞤀𞤣𞤤𞤢𞤥'];
  const batchId = await draftOf(
    office,
    'marked.csv',
    names.map((name, index) => `5.00,EUR,BANK_TRANSFER,${name},021000021 10${index},SANDBOX_BANK,x`),
  );
  const lines = payeeLines((await payeesOf(office, batchId)).payees);
  for (const [index, name] of names.entries())
    expect(lines).toContainEqual(expect.stringContaining(`${name}, \u200e021000021 10${index}`));
});

describe('the payees of a release', () => {
  it('are counted and named in the dialog and on the command line with the warnings of the sheet and the check', async () => {
    const office = await openOffice();
    const first = await draftOf(office, 'first.csv', [
      '100.00,EUR,BANK_TRANSFER,Ann,ACC-1,SANDBOX_BANK,a',
      '50.00,EUR,BANK_TRANSFER,Bo,ACC-2,SANDBOX_BANK,b',
    ]);
    expect((await office.release(first)).ok).toBe(true);
    await office.get('batches.run', { batchIds: [first], until: 'final', silenceLimitMs: 10_000 });
    const batchId = await draftOf(office, 'second.csv', [
      '7.00,EUR,BANK_TRANSFER,Zoe Party Ltd,ACC-2,SANDBOX_BANK,c',
      '8.00,EUR,BANK_TRANSFER,Ann,EVIL-99887,SANDBOX_BANK,d',
      '9.00,EUR,BANK_TRANSFER,Somebody New,ZZZ-5566,SANDBOX_BANK,e',
    ]);
    const { payees } = await payeesOf(office, batchId);
    expect(payees.findings).toEqual([
      { kind: 'changedDetails', level: 'warn', rows: 1, firstRows: [2] },
      { kind: 'knownAccountOtherName', level: 'warn', rows: 1, firstRows: [1] },
      { kind: 'newPayee', level: 'info', rows: 1, firstRows: [3] },
    ]);
    expect(payeeLines(payees)).toEqual(
      expect.arrayContaining([
        'ATTENTION: 1 row with changed bank details (row 2)',
        'ATTENTION: 1 row to a known account under another name (row 1)',
        '    1 row to a new payee (row 3)',
      ]),
    );
    const found = await office.get('payees.findings', { batchId });
    expect(found.counts).toEqual(payees.findings);
    expect(
      releaseWarnings(await office.get('batches.check', { batchId, withOptions: false }), found),
    ).toEqual(
      expect.arrayContaining([
        '1 row with changed bank details (row 2).',
        '1 row to a known account under another name (row 1).',
      ]),
    );
    expect(payeesHeading(found)).toMatchObject({
      standing: 'notice',
      text: expect.stringContaining('changed bank details'),
    });
  });

  it('come with a warning if the last row looks like the total of the others', async () => {
    const office = await openOffice();
    const row = (amount: string, name: string) => `${amount},EUR,BANK_TRANSFER,${name},ACC-1,SANDBOX_BANK,a`;
    const plain = await draftOf(office, 'plain.csv', [row('1.00', 'Ann'), row('2.00', 'Bob')]);
    const total = await draftOf(office, 'total.csv', [
      row('1.00', 'Ann'),
      '1.00,EUR,BANK_TRANSFER,Total,,SANDBOX_BANK,',
    ]);
    const check = (batchId: string) => office.get('batches.check', { batchId, withOptions: false });
    const warningsOf = async (batchId: string): Promise<string[]> =>
      releaseWarnings(await check(batchId), await office.get('payees.findings', { batchId }));
    const warning = 'Row 2 looks like the total of the rows above, not like a payout.';
    expect(await warningsOf(plain)).not.toContain(warning);
    expect(await warningsOf(total)).toContain(warning);
    const manyRows = { ...(await check(total)), totalRow: 12_345 };
    expect(releaseWarnings(manyRows, 'comparing')).toContain(warning.replace('2', '12,345'));
  });

  it('are said to have no findings only if there are none, and a blocked payee is counted', async () => {
    const office = await openOffice();
    const rows = ['100.00,EUR,BANK_TRANSFER,Ann,ACC-1,SANDBOX_BANK,a'];
    const first = await draftOf(office, 'first.csv', rows);
    expect((await office.release(first)).ok).toBe(true);
    await office.get('batches.run', { batchIds: [first], until: 'final', silenceLimitMs: 10_000 });
    const batchId = await draftOf(office, 'second.csv', ['7.00,EUR,BANK_TRANSFER,Ann,acc 1,SANDBOX_BANK,b']);
    const nothing = await office.get('payees.findings', { batchId });
    expect([nothing.counts, payeesHeading(nothing).standing]).toEqual([[], 'fine']);
    const { payees } = await office.get('payees.list', { search: 'Ann', limit: 1 });
    await office.get('payees.block', { payeeId: payees[0]?.payeeId ?? '' });
    const blocked = await office.get('payees.findings', { batchId });
    expect(blocked.counts).toEqual([{ kind: 'blockedPayee', level: 'block', rows: 1, firstRows: [1] }]);
    expect(blocked.blocked).toMatchObject([{ rowNumber: 1, account: 'acc 1' }]);
    expect(payeesHeading(blocked)).toEqual({
      standing: 'stop',
      text: '1 row to a blocked payee (row 1), which blocks release.',
    });
  });

  it('are not called new or changed if they are known from a list: this profile has not paid them before', async () => {
    const office = await openOffice();
    const bytes = new TextEncoder().encode('accountName,accountNumber\nAnn,ACC-1\n');
    await office.get('payees.import', { profileName: 'main', fileName: 'vendors.csv', bytes });
    const rows = ['100.00,EUR,BANK_TRANSFER,Ann,ACC-1,SANDBOX_BANK,a'];
    const batchId = await draftOf(office, 'first.csv', rows);
    const stranger = await draftOf(office, 'other.csv', ['9.00,EUR,BANK_TRANSFER,Bob,B-1,SANDBOX_BANK,a']);
    // What only informs is a note, as in a request for approval, and no warning.
    expect(payeesHeading(await office.get('payees.findings', { batchId: stranger }))).toEqual({
      standing: 'note',
      text: '1 row to a new payee (row 1).',
    });
    expect(payeesHeading(await office.get('payees.findings', { batchId })).text).toBe(
      'No new payees, and nothing unusual about the known ones.',
    );
    expect(payeeLines((await payeesOf(office, batchId)).payees)).toEqual([
      'Payees: 1, 1 not paid from this profile before',
      'Largest payees:',
      '    100.00 EUR to Ann, ACC-1 (NOT PAID FROM THIS PROFILE BEFORE)',
    ]);
  });

  it('are compared despite equal totals: a known name with a new account counts as not paid before', async () => {
    const office = await openOffice();
    const known = [
      '100.00,EUR,BANK_TRANSFER,Ann,ACC-1,SANDBOX_BANK,a',
      '50.00,EUR,BANK_TRANSFER,Bo,ACC-2,SANDBOX_BANK,b',
    ];
    const first = await draftOf(office, 'first.csv', known);
    expect((await payeesOf(office, first)).payees).toMatchObject({ count: 2, firstTime: 2 });
    expect((await office.release(first)).ok).toBe(true);
    await office.get('batches.run', { batchIds: [first], until: 'final', silenceLimitMs: 10_000 });

    const changed = await draftOf(office, 'second.csv', [
      '100.00,EUR,BANK_TRANSFER,Ann,EVIL-9,SANDBOX_BANK,c',
      '50.00,EUR,BANK_TRANSFER,Bo,ACC-2,SANDBOX_BANK,d',
    ]);
    const { payees } = await payeesOf(office, changed);
    expect(payees).toMatchObject({ count: 2, firstTime: 1 });
    expect(payees.largest[0]).toEqual({
      accountName: 'Ann',
      account: 'EVIL-9',
      currencyCode: 'EUR',
      amount: '100.00',
      payouts: 1,
      isFirstTime: true,
    });
    expect(payees.largest[1]?.isFirstTime).toBe(false);
  });

  it('are summed up exactly, with the largest three of each currency by name', async () => {
    const office = await openOffice();
    const rows = [1, 2, 3, 4].map(
      (each) => `${each}.00,EUR,BANK_TRANSFER,Payee ${each},E-${each},SANDBOX_BANK,${each}`,
    );
    const batchId = await draftOf(office, 'many.csv', [
      ...rows,
      '0.10,EUR,BANK_TRANSFER,Payee 4,E-4,SANDBOX_BANK,more',
      '7.00,USD,BANK_TRANSFER,Payee 1,E-1,SANDBOX_BANK,dollars',
    ]);
    const { payees, all } = await payeesOf(office, batchId);
    expect(payees.count).toBe(4);
    expect(
      payees.largest.map(({ amount, currencyCode, account }) => `${amount} ${currencyCode} ${account}`),
    ).toEqual(['4.10 EUR E-4', '3.00 EUR E-3', '2.00 EUR E-2', '7.00 USD E-1']);
    const complete = all();
    expect(
      complete.map(({ amount, currencyCode, payouts }) => `${payouts} × ${amount} ${currencyCode}`),
    ).toEqual(['2 × 4.10 EUR', '1 × 3.00 EUR', '1 × 2.00 EUR', '1 × 1.00 EUR', '1 × 7.00 USD']);
    expect(payees.largest).toEqual(complete.filter(({ amount }) => amount !== '1.00'));
  });
});

it('a batch is not compared with one that was cancelled as a whole, because it paid nobody', async () => {
  const office = await openOffice();
  const march = await pay(office, [['10.00', 'Ada', 'DE1']]);
  const wrong = await draftTo(office, [['10.00', 'Ada', 'DE2']]);
  await office.releaseAll(wrong);
  const april = await draftTo(office, [['11.00', 'Ada', 'DE2']]);
  expect(await office.get('batches.comparison', { batchId: april })).toMatchObject({ batchId: wrong });
  await office.get('batches.cancel', { batchId: wrong });
  expect(await office.get('batches.comparison', { batchId: april })).toMatchObject({
    batchId: march,
    changedAccounts: [{ name: 'Ada', before: 'DE1', now: 'DE2' }],
  });
});

it('a payee of an earlier batch whose row was cancelled counts as not paid by it, although others were', async () => {
  const office = await openOffice();
  await pay(office, [['10.00', 'Ada', 'DE2']]);
  const bo: Cells = ['10.00', 'Bo', 'DE7'];
  const strange: Cells = ['5000.00', 'Ada', 'DE9'];
  const floors = [{ profileName: 'main', currencyCode: 'EUR', amount: '9999000.00' }];
  await office.get('settings.change', { floors });
  const march = await draftTo(office, [bo, strange]);
  await office.releaseAll(march);
  await office.get('batches.run', { batchIds: [march], until: 'final', silenceLimitMs: 10_000 });
  await office.get('batches.cancel', { batchId: march });
  expect(office.store.countByState(march)).toMatchObject({ cancelled: 1, paid: 1 });
  const april = await draftTo(office, [bo, strange]);
  expect(await office.get('batches.comparison', { batchId: april })).toMatchObject({
    batchId: march,
    newPayees: ['Ada DE9'],
    changedAccounts: [],
    changedAmounts: [],
  });
});
