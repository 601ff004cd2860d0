import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';
import { draftOf, draftOfLines, pay } from './payouts-to.ts';

/** An IBAN, and the domestic number of the same account, which names its bank. */
const pairs = [
  ['CZ6508000000192000145399', '19-2000145399/0800'],
  ['CZ7407100007050077628031', '705-77628031/0710'],
  ['SK3112000000198742637541', '198742637541 1200'],
  ['HU42117730161111101800000000', '11773016-11111018'],
  ['HU42117730161111101800000000', '11773016-11111018-00000000'],
  ['PL61109010140000071219812874', '61 1090 1014 0000 0712 1981 2874'],
  ['NO9386011117947', '8601.11.17947'],
  ['BE68539007547034', '539-0075470-34'],
  ['ES9121000418450200051332', '2100 0418 45 0200051332'],
  ['PT50000201231234567890154', '0002 0123 12345678901 54'],
] as const;

it.each<readonly [blocked: string, written: string]>([
  ...pairs,
  ...pairs.map(([iban, domestic]) => [domestic, iban] as const),
  ['CZ7407100007050077628031', '000705-0077628031/0710'],
  ['705-0077628031/0710', 'CZ7407100007050077628031'],
  // Without the zeros that a spreadsheet drops, and with zeros that a bank adds.
  ['0012345678', '12345678'],
  ['98765432', '00 9876-5432'],
])('nothing is released to the blocked account %s as %s', async (blocked, written) => {
  const office = await openOffice();
  await pay(office, [['1.00', 'Ann', blocked]]);
  const { payees } = await office.get('payees.list', { search: 'Ann', limit: 1 });
  const payeeId = payees[0]?.payeeId ?? '';
  const queued = await draftOf(office, [['9.00', 'Somebody else', written]]);
  expect((await office.release(queued)).ok).toBe(true);
  await office.get('payees.block', { payeeId });
  const batchId = await draftOf(office, [['2.00', 'Somebody else', written]]);
  expect((await office.get('payees.findings', { batchId })).blocked).toMatchObject([
    { rowNumber: 1, payeeId },
  ]);
  expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'payeeBlocked' } });
  await office.get('batches.run', { batchIds: [queued], until: 'final', silenceLimitMs: 10_000 });
  expect(office.store.countByState(queued)).toMatchObject({ cancelled: 1 });
});

it.each([
  ['CZ6508000000192000145399', '2000145399/0800', 'another prefix'],
  ['CZ6508000000192000145399', '45399/0800', 'only the end of the number'],
  ['CZ6508000000192000145399', '19-2000145399/0300', 'another bank'],
  ['HU42117730161111101800000000', '11773016-11111025', 'another number'],
])('a block of %s does not hold %s, which is %s', async (blocked, written) => {
  const office = await openOffice();
  await pay(office, [['1.00', 'Ann', blocked]]);
  const { payees } = await office.get('payees.list', { search: 'Ann', limit: 1 });
  await office.get('payees.block', { payeeId: payees[0]?.payeeId ?? '' });
  const batchId = await draftOf(office, [['2.00', 'Somebody else', written]]);
  expect((await office.release(batchId)).ok).toBe(true);
});

it.each(pairs)('an invoice paid to %s is a duplicate as %s', async (iban, domestic) => {
  const office = await openOffice();
  const draft = (name: string, account: string) =>
    draftOfLines(office, [`777.10,USD,BANK_TRANSFER,${name},${account},,SANDBOX_BANK,FAKT-9`]);
  expect((await office.release(await draft('Nordisk Handel AS', iban))).ok).toBe(true);
  const batchId = await draft('', domestic);
  const { rows } = await office.get('batches.duplicates', { batchId });
  expect(rows).toMatchObject([
    { level: 'exact', kind: 'samePayment', equalTo: { payee: { accountNumber: iban } } },
  ]);
  expect((await office.release(batchId)).ok).toBe(false);
});

it.each(pairs)('the known account %s is not new as %s', async (iban, domestic) => {
  const office = await openOffice();
  await pay(office, [['1.00', 'Ann', iban]]);
  const kindsFor = async (name: string): Promise<string[]> => {
    const batchId = await draftOf(office, [['2.00', name, domestic]]);
    const { findings } = await office.get('payees.findings', { batchId });
    expect(findings).toMatchObject([{ evidence: { known: [{ account: iban }] } }]);
    return findings.map(({ kind }) => kind);
  };
  // It stays another payee: a person sees once that the account is written otherwise.
  expect(await kindsFor('Ann')).toEqual(['changedDetails']);
  expect(await kindsFor('Somebody else')).toEqual(['lookAlike']);
});

it('the amounts of the payee policy count a domestic number and its IBAN as one account', async () => {
  const office = await openOffice();
  const amountsFrom = [{ currencyCode: 'EUR', amount: '500.00' }];
  await office.get('settings.change', { payeePolicy: { newPayee: 'block', amountsFrom } });
  const batchId = await draftOf(office, [
    ['300.00', 'Ann', 'CZ6508000000192000145399'],
    ['200.00', 'Ann', '19-2000145399/0800'],
  ]);
  expect(await office.get('payees.findings', { batchId })).toMatchObject({ blocking: 2 });
});
