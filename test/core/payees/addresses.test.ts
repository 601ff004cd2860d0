import { expect, it } from 'vitest';
import { openOffice, type Office } from '../../kit/office.ts';
import { openSheetOf } from '../../kit/office-sheets.ts';
import { draftOfLines } from './payouts-to.ts';

async function blockImported(office: Office, accountNumber: string, emailAddress: string): Promise<string> {
  const text = `accountName,accountNumber,emailAddress\nEm Lee,${accountNumber},${emailAddress}\n`;
  const bytes = new TextEncoder().encode(text);
  await office.get('payees.import', { profileName: 'main', fileName: 'list.csv', bytes });
  const { payees } = await office.get('payees.list', { limit: 1 });
  const payeeId = payees[0]?.payeeId ?? '';
  await office.get('payees.block', { payeeId });
  return payeeId;
}

/** A draft of payouts to these accounts and e-mail addresses. */
function draftTo(office: Office, paid: readonly (readonly [string, string])[]): Promise<string> {
  const lines = paid.map(([account, email], index) =>
    [`${index + 1}.00`, 'EUR', 'MOBILE_WALLET', `P ${index}`, account, email, 'WALLET', `R ${index}`].join(),
  );
  return draftOfLines(office, lines);
}

it('nothing is released to a blocked e-mail address that stands beside an account, or in its place', async () => {
  const office = await openOffice();
  const payeeId = await blockImported(office, '', 'em-lee@example.com');
  const batchId = await draftTo(office, [
    ['.', 'em-lee@example.com'],
    ['ACC-1', 'Em-Lee@Example.com'],
    ['EM-LEE@example.com', ''],
    ['em-lee@example.com', 'bo@example.com'],
    ['ACC-2', 'emlee@example.com'],
    ['bo@example.com', ''],
  ]);
  const { blocked } = await office.get('payees.findings', { batchId });
  expect(blocked.map((row) => [row.rowNumber, row.payeeId])).toEqual(
    [1, 2, 3, 4].map((row) => [row, payeeId]),
  );
  const refused = await office.release(batchId);
  if (refused.ok) expect.fail('released');
  const { code, details } = refused.error;
  expect(code).toBe('payeeBlocked');
  expect(details.problems).toMatchObject([
    { message: `Row 1: Blocked payee: P 0, em-lee@example.com (${payeeId}).` },
    { message: `Row 2: Blocked payee: P 1, Em-Lee@Example.com (${payeeId}).` },
    { message: `Row 3: Blocked payee: P 2, EM-LEE@example.com (${payeeId}).` },
    { message: `Row 4: Blocked payee: P 3, em-lee@example.com (${payeeId}).` },
  ]);
});

it('nothing is released to a blocked account that is an e-mail address where it is given as one', async () => {
  const office = await openOffice();
  const payeeId = await blockImported(office, 'Em-Lee@example.com', '');
  const batchId = await draftTo(office, [
    ['', 'em-lee@example.com'],
    ['ACC-1', 'em-lee@EXAMPLE.com'],
    ['ACC-2', 'lee@example.com'],
  ]);
  const { blocked } = await office.get('payees.findings', { batchId });
  expect(blocked.map((row) => [row.rowNumber, row.payeeId])).toEqual([1, 2].map((row) => [row, payeeId]));
  expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'payeeBlocked' } });
});

it('a payout beside an account is not sent once its e-mail address is blocked, and its row in a sheet says so', async () => {
  const office = await openOffice();
  const batchId = await draftTo(office, [
    ['ACC-1', 'em-lee@example.com'],
    ['ACC-2', 'bo@example.com'],
  ]);
  expect((await office.release(batchId)).ok).toBe(true);
  await blockImported(office, '', 'em-lee@example.com');
  await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 10_000 });
  expect(office.countOf(batchId, 'cancelled')).toBe(1);
  const { sheetId } = await openSheetOf(office, [
    'amount,currency,method,name,account,email,operator',
    '1.00,EUR,MOBILE_WALLET,Em,ACC-9,em-lee@example.com,W',
  ]);
  await office.get('sheets.findings', { sheetId });
  const { rows } = await office.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 1 });
  expect(rows[0]?.findings).toContainEqual(
    expect.objectContaining({ kind: 'blockedPayee', column: 'emailAddress' }),
  );
});

it('the same invoice is held as a duplicate if its e-mail address is given as the account, and the reverse', async () => {
  const forms = [',ada-b@example.com', 'Ada-B@Example.com,'] as const;
  for (const [first, second] of [forms, forms.toReversed()]) {
    const office = await openOffice();
    const draft = (name: string, columns = '') =>
      draftOfLines(office, [`777.10,USD,MOBILE_WALLET,${name},${columns},WALLET,FAKT-9`]);
    expect((await office.release(await draft('Ada', first))).ok).toBe(true);
    const batchId = await draft('', second);
    const { rows } = await office.get('batches.duplicates', { batchId });
    expect(rows).toMatchObject([{ level: 'exact', kind: 'samePayment' }]);
    expect((await office.release(batchId)).ok).toBe(false);
  }
});

it('an address that lacks a hyphen of the known one is another address', async () => {
  const office = await openOffice();
  const text = 'accountName,accountNumber,emailAddress\nEm Lee,,em-lee@example.com\nBo,bo-b@upi,\n';
  const bytes = new TextEncoder().encode(text);
  await office.get('payees.import', { profileName: 'main', fileName: 'list.csv', bytes });
  const kindsOf = async (name: string, account: string, email: string): Promise<string[]> => {
    const line = `${office.now()}.00,EUR,MOBILE_WALLET,${name},${account},${email},WALLET,R`;
    const { findings } = await office.get('payees.findings', { batchId: await draftOfLines(office, [line]) });
    return findings.map(({ kind }) => kind);
  };
  expect(await kindsOf('Em Lee', '', 'Em-Lee@example.com')).toEqual([]);
  expect(await kindsOf('Em Lee', '', 'emlee@example.com')).toEqual(['changedDetails']);
  expect(await kindsOf('Zeta Mills', '', 'emlee@example.com')).toEqual(['lookAlike']);
  expect(await kindsOf('Bo', 'bo-b@UPI', '')).toEqual([]);
  expect(await kindsOf('Bo', 'bob@upi', '')).toEqual(['changedDetails']);
  const { payees } = await office.get('payees.list', { search: 'Em Lee', limit: 1 });
  const payeeId = payees[0]?.payeeId ?? '';
  const said = { by: 'Kim', how: 'Called the number of the contract.' };
  const shown = await office.get('payees.verify', { payeeId, account: 'emlee@example.com', ...said });
  expect(shown.verification).toBeNull();
  expect(shown.accounts.map(({ account, verification }) => [account, verification === null])).toEqual([
    ['em-lee@example.com', true],
    ['emlee@example.com', false],
  ]);
});

it('a verification of an address in the column of accounts does not count for one that lacks its hyphen', async () => {
  const office = await openOffice();
  const text = 'accountName,accountNumber,emailAddress\nBo,bo-b@upi,\n';
  const bytes = new TextEncoder().encode(text);
  await office.get('payees.import', { profileName: 'main', fileName: 'list.csv', bytes });
  const { payees } = await office.get('payees.list', { limit: 1 });
  const payeeId = payees[0]?.payeeId ?? '';
  const kindsOf = async (account: string): Promise<string[]> => {
    const batchId = await draftOfLines(office, [`7.00,EUR,MOBILE_WALLET,Bo,${account},,WALLET,R`]);
    const { findings } = await office.get('payees.findings', { batchId });
    return findings.map(({ kind }) => kind);
  };
  const said = { by: 'Kim', how: 'Called the number of the contract.' };
  await office.get('payees.verify', { payeeId, account: 'bo-b@upi', ...said });
  expect(await kindsOf('bob@upi')).toEqual(['changedDetails']);
  await office.get('payees.verify', { payeeId, account: 'bob@upi', ...said });
  expect(await kindsOf('bob@upi')).toEqual([]);
  expect(await kindsOf('BO-B@upi')).toEqual([]);
});

it.each([
  ['DE89370400440532013000', 'DE89370400440532013000/COBADEFF'],
  ['DE89370400440532013000', 'COBADEFFXXX/DE89370400440532013000'],
  ['DE89370400440532013000/COBADEFF', 'DE89370400440532013000'],
  ['GB82WEST12345698765432', 'GB82WEST12345698765432 (WESTGB2L)'],
  ['DE89370400440532013000', 'DE89370400440532013000 ÖÄ'],
  ['DE89370400440532013000', 'DE89370400440532013000 / 01'],
  ['NO9386011117947', '8601 11 17947'],
  ['86011117947', 'NO9386011117947 / DN'],
  ['DE89370400440532013000', 'Konto 1 DE89370400440532013000 EU'],
  ['em-lee@example.com', 'mailto:em-lee@example.com'],
  ['mailto:em-lee@example.com', 'Em-Lee@example.com'],
  ['em-lee@example.com', 'Em Lee <em-lee@example.com>'],
  ['0xAbCdEf0123456789aBcDeF0123456789AbCdEf01', '0xabcdef0123456789abcdef0123456789abcdef01'],
  ['0xAbCdEf0123456789aBcDeF0123456789AbCdEf01', 'ethereum:0xabcdef0123456789abcdef0123456789abcdef01'],
  ['0xAbCdEf0123456789aBcDeF0123456789AbCdEf01', 'abcdef0123456789abcdef0123456789abcdef01'],
  ['12345678', '12.34/56\u00a078'],
])(
  'nothing is released to a blocked account with something beside it: %s as %s',
  async (blocked, written) => {
    const office = await openOffice();
    const payeeId = await blockImported(office, blocked, '');
    const batchId = await draftTo(office, [
      [written, ''],
      ['DE02120300000000202051/COBADEFF', ''],
    ]);
    const found = await office.get('payees.findings', { batchId });
    expect(found.blocked.map((row) => [row.rowNumber, row.payeeId])).toEqual([[1, payeeId]]);
    expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'payeeBlocked' } });
  },
);
