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

/** Somebody who is paid to each of these accounts; those with equal accounts are one. */
const peopleOf = (accounts: readonly string[]) => {
  const names = [
    'Ann',
    'Bertrand',
    'Chidi',
    'Dolores',
    'Emeka',
    'Fjodor',
    'Gwendolyn',
    'Hiroshi',
    'Ignatius',
    'Jun',
  ];
  const others = ['Kwame', 'Lucrezia', 'Mbali', 'Nguyen'];
  return accounts.map((account) => [...names, ...others][accounts.indexOf(account)] ?? '');
};

it.each<readonly [string, readonly (readonly [blocked: string, written: string])[]]>([
  [
    'IBANs, written as domestic numbers, or as numbers with zeros that a bank adds or without those that a spreadsheet drops',
    [
      ...pairs,
      ['CZ7407100007050077628031', '000705-0077628031/0710'],
      ['0012345678', '12345678'],
      ['98765432', '00 9876-5432'],
    ],
  ],
  [
    'domestic numbers, written as IBANs',
    pairs.filter((_, index) => index !== 4).map(([iban, domestic]) => [domestic, iban] as const),
  ],
  [
    'domestic numbers with zeros that others of the same accounts lack, written as IBANs',
    [
      ['11773016-11111018-00000000', 'HU42117730161111101800000000'],
      ['705-0077628031/0710', 'CZ7407100007050077628031'],
    ],
  ],
])('nothing is released to blocked accounts: %s', async (_words, accounts) => {
  const office = await openOffice();
  const names = peopleOf(accounts.map(([blocked]) => blocked));
  // Equal amounts to one account would be duplicates of one another.
  const written = (cents: string) =>
    accounts.map(([, account], index) => [`${index + 1}.${cents}`, `Other ${index}`, account] as const);
  await pay(
    office,
    accounts.map(([blocked], index) => [`${index + 1}.00`, names[index] ?? '', blocked]),
  );
  const queued = await draftOf(office, written('90'));
  expect((await office.release(queued)).ok).toBe(true);
  const payeeIds: string[] = [];
  for (const search of names) {
    const { payees } = await office.get('payees.list', { search, limit: 1 });
    const payeeId = payees[0]?.payeeId ?? '';
    await office.get('payees.block', { payeeId });
    payeeIds.push(payeeId);
  }
  const batchId = await draftOf(office, written('20'));
  const { blocked } = await office.get('payees.findings', { batchId });
  expect(blocked.map(({ rowNumber }) => rowNumber)).toEqual(accounts.map((_, index) => index + 1));
  expect(blocked.map(({ payeeId }) => payeeId)).toEqual(payeeIds);
  expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'payeeBlocked' } });
  await office.get('batches.run', { batchIds: [queued], until: 'final', silenceLimitMs: 10_000 });
  expect(office.store.countByState(queued)).toEqual({ cancelled: accounts.length });
});

it('a block of an account does not hold one with another prefix, number or bank, or with only the end of the number', async () => {
  const office = await openOffice();
  await pay(office, [
    ['1.00', 'Ann', 'CZ6508000000192000145399'],
    ['1.00', 'Bertrand', 'HU42117730161111101800000000'],
  ]);
  for (const search of ['Ann', 'Bertrand']) {
    const { payees } = await office.get('payees.list', { search, limit: 1 });
    await office.get('payees.block', { payeeId: payees[0]?.payeeId ?? '' });
  }
  const accounts = ['2000145399/0800', '45399/0800', '19-2000145399/0300', '11773016-11111025'];
  const batchId = await draftOf(
    office,
    accounts.map((account, index) => ['2.00', `Other ${index}`, account]),
  );
  expect((await office.release(batchId)).ok).toBe(true);
});

it('an invoice paid to an IBAN is a duplicate as its domestic number', async () => {
  const office = await openOffice();
  const draft = (linesOf: (pair: (typeof pairs)[number], index: number) => readonly [string, string]) =>
    draftOfLines(
      office,
      pairs.map((pair, index) => {
        const [name, account] = linesOf(pair, index);
        return `777.${index + 10},USD,BANK_TRANSFER,${name},${account},,SANDBOX_BANK,FAKT-${index}`;
      }),
    );
  expect((await office.release(await draft(([iban]) => ['Nordisk Handel AS', iban]))).ok).toBe(true);
  const batchId = await draft(([, domestic]) => ['', domestic]);
  const { rows } = await office.get('batches.duplicates', { batchId });
  expect(rows.map(({ rowNumber, level, kind }) => [rowNumber, level, kind])).toEqual(
    pairs.map((_, index) => [index + 1, 'exact', 'samePayment']),
  );
  expect(rows).toMatchObject(pairs.map(([iban]) => ({ equalTo: { payee: { accountNumber: iban } } })));
  expect((await office.release(batchId)).ok).toBe(false);
});

it('a known account is not new as its domestic number', async () => {
  const office = await openOffice();
  const names = peopleOf(pairs.map(([iban]) => iban));
  await pay(
    office,
    pairs.map(([iban], index) => [`${index + 1}.00`, names[index] ?? '', iban]),
  );
  // It stays another payee: a person sees once that the account is written otherwise.
  for (const [kind, isKnown] of [
    ['changedDetails', true],
    ['lookAlike', false],
  ] as const) {
    for (const [index, [iban, domestic]] of pairs.entries()) {
      const name = isKnown ? (names[index] ?? '') : 'Somebody else';
      const batchId = await draftOf(office, [['2.00', name, domestic]]);
      const { findings } = await office.get('payees.findings', { batchId });
      expect(findings).toMatchObject([{ kind, evidence: { known: [{ account: iban }] } }]);
    }
  }
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
