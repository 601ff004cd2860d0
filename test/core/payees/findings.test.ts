import { expect, it } from 'vitest';
import type { PayeeFinding } from '../../../contract/payees/findings.ts';
import { openOffice, type Office } from '../../kit/office.ts';
import { draftOf, pay, type Cells } from './payouts-to.ts';

async function openWithHistory(): Promise<Office> {
  const office = await openOffice();
  const known: Cells[] = ['1', '2', '3'].map((each) => [`${each}.00`, 'Penrose Foundry Ltd', '44556677']);
  await pay(office, [...known, ['5.00', 'Ada Merrick', '99887766']]);
  return office;
}

async function find(office: Office, rows: readonly Cells[]): Promise<PayeeFinding[]> {
  const { findings } = await office.get('payees.findings', { batchId: await draftOf(office, rows) });
  return findings;
}

const kindOfRow: readonly (readonly [string, Cells, PayeeFinding['kind'] | null])[] = [
  ['a known payee', ['2.00', 'PENROSE FOUNDRY', '4455-6677'], null],
  ['a known name with another account', ['2.00', 'Penrose Foundry', '10203040'], 'changedDetails'],
  ['a name that resembles a known one', ['2.00', 'Penrsoe Foundry', '10203040'], 'lookAlike'],
  ['an account with two digits swapped', ['2.00', 'Zeta Mills', '44556767'], 'lookAlike'],
  ['nobody known', ['2.00', 'Zeta Mills', '10203040'], 'newPayee'],
  ['a known account under another name', ['2.00', 'Zeta Mills', '44556677'], 'knownAccountOtherName'],
  ['far more than usual', ['500.00', 'Penrose Foundry', '44556677'], 'unusualAmount'],
];

it('a check finds what is unusual about a payee, and nothing about a known one', async () => {
  const office = await openWithHistory();
  for (const [what, row, kind] of kindOfRow) {
    const kinds = (await find(office, [row])).map((finding) => finding.kind);
    expect(kinds, what).toEqual(kind === null ? [] : [kind]);
  }
});

it('findings about a payee without an account name no account', async () => {
  const office = await openWithHistory();
  const messages = async (name: string) =>
    (await find(office, [['2.00', name, '']])).map((each) => each.message);
  expect(await messages('Zeta Mills')).toEqual(['New payee: Zeta Mills.']);
  expect(await messages('Penrose Foundry')).toEqual([
    expect.stringContaining('Penrose Foundry was never paid without an account; known'),
  ]);
  expect(await messages('Penrsoe Foundry')).toEqual([
    expect.stringContaining('Penrsoe Foundry resembles Penrose Foundry Ltd, 44556677'),
  ]);
});

it('counts payments per account, which may have been paid under several names', async () => {
  const office = await openWithHistory();
  const other = await draftOf(office, [['4.00', 'Zeta Mills', '44556677']]);
  expect((await office.release(other)).ok).toBe(true);
  await office.get('batches.run', { batchIds: [other], until: 'final', silenceLimitMs: 10_000 });
  const [found] = await find(office, [['2.00', 'Omega Timber', '44556677']]);
  expect(found?.message).toContain('(the account was paid 4 times, last on');
});

it('shows an unusual amount with the payee’s previous payments', async () => {
  const office = await openWithHistory();
  const day = new Date(office.now()).toISOString().slice(0, 10);
  expect(
    (await find(office, [['500.00', 'Penrose Foundry', '44556677']])).map(({ message }) => message),
  ).toEqual([
    `Unusual amount: 500.00 EUR for Penrose Foundry Ltd, 44556677 (the account was paid 3 times, last on ${day} UTC; so far 6.00 EUR in 3 payouts).`,
  ]);
});

it('a check shows the known account, when it was last paid and how often, and rows that share an account', async () => {
  const office = await openWithHistory();
  const [changed] = await find(office, [['2.00', 'Penrose Foundry', '10203040']]);
  expect(changed).toMatchObject({
    level: 'warn',
    evidence: { account: '10203040', known: [{ account: '44556677', payments: 3 }] },
  });
  const shared = await find(office, [
    ['2.00', 'Zeta Mills', '10203040'],
    ['2.00', 'Omega Timber', '10203040'],
  ]);
  expect(shared.find(({ kind }) => kind === 'sharedAccount')?.evidence.rows).toEqual([2]);
});

it('a blocking finding refuses the release until the account is verified, and for the waiting period after that', async () => {
  const office = await openWithHistory();
  const payeePolicy = { changedDetails: 'block', waitingHours: 24 } as const;
  await office.get('settings.change', { payeePolicy });
  const batchId = await draftOf(office, [['2.00', 'Penrose Foundry', '10203040']]);
  const code = async () => {
    const result = await office.release(batchId);
    return result.ok ? null : result.error.code;
  };
  expect(await code()).toBe('policyBlocks');
  const [payee] = (await office.get('payees.list', { search: '44556677', limit: 5 })).payees;
  const verified = { account: '1020 3040', by: 'Kim', how: 'Called the number of the contract.' };
  await office.get('payees.verify', { payeeId: payee?.payeeId ?? '', ...verified });
  expect(await code()).toBe('policyBlocks');
  await office.get('settings.change', { payeePolicy: { ...payeePolicy, waitingHours: 0 } });
  expect(await code()).toBeNull();
});

it('setting this computer’s clock forward does not end the waiting period: the gateway’s time counts', async () => {
  const office = await openWithHistory();
  await office.get('settings.change', { payeePolicy: { changedDetails: 'block', waitingHours: 24 } });
  const batchId = await draftOf(office, [['2.00', 'Penrose Foundry', '10203040']]);
  const [payee] = (await office.get('payees.list', { search: '44556677', limit: 5 })).payees;
  const verified = { account: '1020 3040', by: 'Kim', how: 'Called the number of the contract.' };
  await office.get('payees.verify', { payeeId: payee?.payeeId ?? '', ...verified });
  office.wait(25 * 3_600_000);
  expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'policyBlocks' } });
  expect(office.store.findBatch(batchId)?.state).toBe('draft');
});

it('a verified account is still flagged under another name, until somebody who could know of both verifies it for that name', async () => {
  const office = await openWithHistory();
  const verify = async (search: string) => {
    const [payee] = (await office.get('payees.list', { search, limit: 5 })).payees;
    const payeeId = payee?.payeeId ?? '';
    await office.get('payees.verify', { payeeId, account: '10203040', by: 'Kim', how: 'Called.' });
  };
  const kinds = async (row: Cells) => (await find(office, [row])).map(({ kind }) => kind);
  await verify('44556677');
  expect(await kinds(['2.00', 'Penrose Foundry', '10203040'])).toEqual([]);
  expect(await kinds(['2.00', 'Zeta Mills', '10203040'])).toEqual(['knownAccountOtherName']);
  const batchId = await draftOf(office, [['2.00', 'Penrose Foundry', '10203040']]);
  expect((await office.release(batchId)).ok).toBe(true);
  await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 10_000 });
  expect(await kinds(['3.00', 'Zeta Mills', '10203040'])).toEqual(['knownAccountOtherName']);
  office.wait(60_000);
  await verify('10203040');
  expect(await kinds(['3.00', 'Zeta Mills', '10203040'])).toEqual(['knownAccountOtherName']);
  expect(await kinds(['3.00', 'Ada Merrick', '10203040'])).toEqual([
    'knownAccountOtherName',
    'changedDetails',
  ]);
  await office.get('settings.change', { payeePolicy: { waitingHours: 24 } });
  await verify('99887766');
  expect(await kinds(['3.00', 'Ada Merrick', '10203040'])).toHaveLength(2);
  office.wait(25 * 3_600_000);
  expect(await kinds(['3.00', 'Ada Merrick', '10203040'])).toEqual([]);
  expect(await kinds(['3.00', 'Zeta Mills', '10203040'])).toEqual(['knownAccountOtherName']);
});

it('a known name with another payee’s account is flagged as both, and refused if the policy blocks one of them', async () => {
  const office = await openWithHistory();
  const kinds = async (row: Cells) =>
    (await find(office, [row])).map(({ kind, level }) => `${kind} ${level}`);
  const mule: Cells = ['4100.00', 'Penrose Foundry', '99887766'];
  expect(await kinds(mule)).toEqual(['knownAccountOtherName warn', 'changedDetails warn']);
  await office.get('settings.change', { payeePolicy: { changedDetails: 'block' } });
  expect(await kinds(mule)).toEqual(['changedDetails block', 'knownAccountOtherName warn']);
  const batchId = await draftOf(office, [mule]);
  expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'policyBlocks' } });
  await office.get('settings.change', { payeePolicy: { lookAlike: 'block' } });
  expect(await kinds(['4100.00', 'Penrsoe Foundry', '99887766'])).toEqual([
    'lookAlike block',
    'knownAccountOtherName warn',
  ]);
});

it('an account known in another notation is known; its domestic number alone is not, because it names no bank', async () => {
  const office = await openWithHistory();
  const batchId = await draftOf(office, [['7.00', 'Nordisk Handel', 'DE89370400440532013000']]);
  expect((await office.release(batchId)).ok).toBe(true);
  await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 10_000 });
  const known = await draftOf(office, [['2.00', 'Penrose Foundry', '4455.66/77']]);
  expect((await office.get('payees.findings', { batchId: known })).findings).toEqual([]);
  const newPayees = office.store.firstTimePayees(known, { afterRowNumber: 0, limit: 10 });
  expect(newPayees.rows).toEqual([]);
  const domestic = await draftOf(office, [['7.50', 'Nordisk Handel', '0532013000']]);
  const found = await office.get('payees.findings', { batchId: domestic });
  expect(found.findings.map(({ kind }) => kind)).toEqual(['changedDetails']);
});

it('below the amount for its currency a finding only informs', async () => {
  const office = await openWithHistory();
  const amountsFrom = [{ currencyCode: 'EUR', amount: '100.00' }];
  await office.get('settings.change', { payeePolicy: { changedDetails: 'block', amountsFrom } });
  const levels = (
    await find(office, [
      ['99.99', 'Penrose Foundry', '10203040'],
      ['100.00', 'Penrose Foundry', '10203041'],
    ])
  ).map(({ rowNumber, level }) => [rowNumber, level]);
  expect(levels).toEqual([
    [2, 'block'],
    [1, 'info'],
  ]);
});

it('a small payout that the policy lets through does not make a changed account known for amounts that the policy covers', async () => {
  const office = await openWithHistory();
  const amountsFrom = [{ currencyCode: 'EUR', amount: '100.00' }];
  const payeePolicy = { changedDetails: 'block', newPayee: 'block', amountsFrom } as const;
  await office.get('settings.change', { payeePolicy });
  await pay(office, [
    ['5.00', 'Penrose Foundry', '10203040'],
    ['6.00', 'Zeta Mills', '50607080'],
  ]);
  expect(await find(office, [['94.99', 'Penrose Foundry', '10203040']])).toEqual([]);
  const rows: Cells[] = [
    ['100.00', 'Penrose Foundry', '10203040'],
    ['100.00', 'Zeta Mills', '50607080'],
  ];
  const found = await find(office, rows);
  expect(found.map(({ kind, level }) => `${kind} ${level}`)).toEqual([
    'changedDetails block',
    'newPayee block',
  ]);
  expect(found.map(({ message }) => message)).toEqual([
    expect.stringContaining('Penrose Foundry was paid only 5.00 EUR to 10203040 so far; known: '),
    'New payee for this amount: Zeta Mills, 50607080 was paid only 6.00 EUR so far.',
  ]);
  const batchId = await draftOf(office, rows);
  expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'policyBlocks' } });
  await office.get('settings.change', { payeePolicy: { amountsFrom } });
  await pay(office, rows);
  await office.get('settings.change', { payeePolicy });
  const larger = rows.map(([, name, account]) => ['300.00', name, account] as const);
  expect(await find(office, larger)).toEqual([]);
});

it('a list imported later does not make a changed account known; a list with both accounts or a verification does', async () => {
  const office = await openWithHistory();
  const list = (lines: readonly string[]) =>
    new TextEncoder().encode(['accountName,accountNumber', ...lines].join('\n'));
  const bring = (lines: readonly string[], verifiedBy: string | null = null) =>
    office.get('payees.import', {
      profileName: 'main',
      fileName: 'vendors.csv',
      bytes: list(lines),
      verifiedBy,
    });
  const kinds = async (row: Cells) => (await find(office, [row])).map(({ kind }) => kind);
  office.wait(60_000);
  await bring(['Penrose Foundry Ltd,10203040', 'Corvo Glass,11112222', 'Corvo Glass,33334444']);
  expect(await kinds(['2.00', 'Penrose Foundry', '10203040'])).toEqual(['changedDetails']);
  expect(await kinds(['2.00', 'Corvo Glass', '11112222'])).toEqual([]);
  expect(await kinds(['2.00', 'Corvo Glass', '33334444'])).toEqual([]);
  office.wait(24 * 3_600_000);
  await bring(['Corvo Glass,55556666', 'Corvo Glass,33334444', 'Zeta Mills,99887766']);
  expect(await kinds(['2.00', 'Corvo Glass', '55556666'])).toEqual(['changedDetails']);
  expect(await kinds(['2.00', 'Corvo Glass', '33334444'])).toEqual([]);
  expect(await kinds(['2.00', 'Zeta Mills', '99887766'])).toEqual(['knownAccountOtherName']);
  await bring(['Corvo Glass,55556666', 'Zeta Mills,99887766'], 'Kim');
  expect(await kinds(['2.00', 'Corvo Glass', '55556666'])).toEqual([]);
  expect(await kinds(['2.00', 'Zeta Mills', '99887766'])).toEqual([]);
});

it('a list imported later does not make an account of an earlier list known under another name, and a verification does only after the waiting time', async () => {
  const office = await openWithHistory();
  const bring = (...lines: readonly string[]) =>
    office.get('payees.import', {
      profileName: 'main',
      fileName: 'vendors.csv',
      bytes: new TextEncoder().encode(['accountName,accountNumber', ...lines].join('\n')),
    });
  const kinds = async (name: string) =>
    (await find(office, [['2.00', name, '11112222']])).map(({ kind }) => kind);
  await office.get('settings.change', { payeePolicy: { waitingHours: 24 } });
  await bring('Corvo Glass,11112222', 'Nova Timber,55556666');
  office.wait(24 * 3_600_000);
  await bring('Zeta Mills,11112222');
  expect(await kinds('Corvo Glass')).toEqual([]);
  expect(await kinds('Zeta Mills')).toEqual(['knownAccountOtherName']);
  office.wait(60_000);
  const [nova] = (await office.get('payees.list', { search: '55556666', limit: 5 })).payees;
  const said = { account: '11112222', by: 'Kim', how: 'Called.' };
  await office.get('payees.verify', { payeeId: nova?.payeeId ?? '', ...said });
  expect(await kinds('Nova Timber')).toEqual(['knownAccountOtherName', 'changedDetails']);
  office.wait(25 * 3_600_000);
  expect(await kinds('Nova Timber')).toEqual([]);
  expect(await kinds('Zeta Mills')).toEqual(['knownAccountOtherName']);
});

it('a finding says that the account was verified and when that takes effect, and that the known payee is blocked', async () => {
  const office = await openWithHistory();
  await office.get('settings.change', { payeePolicy: { changedDetails: 'block', waitingHours: 24 } });
  const [payee] = (await office.get('payees.list', { search: '44556677', limit: 5 })).payees;
  const payeeId = payee?.payeeId ?? '';
  await office.get('payees.verify', { payeeId, account: '10203040', by: 'Kim', how: 'Called.' });
  await office.get('payees.block', { payeeId });
  const [found] = await find(office, [['2.00', 'Penrose Foundry', '10203040']]);
  expect(found?.message).toContain('known: Penrose Foundry Ltd, 44556677, BLOCKED');
  expect(found?.message).toContain('The account was verified; by the payee policy that counts from ');
});

it('a release is refused while the policy cannot be read', async () => {
  const office = await openWithHistory();
  const first = await draftOf(office, [['2.00', 'Penrose Foundry', '10203040']]);
  expect((await office.release(first)).ok).toBe(true);
  office.store.writeSetting('payeePolicy', '{');
  const second = await draftOf(office, [['3.00', 'Penrose Foundry', '10203040']]);
  expect(await office.release(second)).toMatchObject({ ok: false, error: { code: 'policyBlocks' } });
  await office.get('settings.change', { payeePolicy: { changedDetails: 'block' } });
  const third = await draftOf(office, [['4.00', 'Zeta Mills', '50607080']]);
  expect((await office.release(third)).ok).toBe(true);
});

it('an invalid account is not recorded as verified', async () => {
  const office = await openWithHistory();
  const all = (await office.get('payees.list', { limit: 9 })).payees;
  const payeeId = all[0]?.payeeId ?? '';
  const verify = (account: string) =>
    office.tell('payees.verify', { payeeId, account, by: 'Kim', how: 'Called' });
  for (const account of ['rubbish!!', 'DE90370400440532013000', 'IBAN DE90 3704 0044 0532 0130 00'])
    expect(await verify(account)).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
  expect((await office.get('payees.list', { limit: 9 })).payees).toHaveLength(all.length);
  for (const account of ['IBAN DE89 3704 0044 0532 0130 00', 'ann@example.com', '12-345'])
    expect(await verify(account)).toMatchObject({ ok: true });
});

it('the policy’s amounts accept currencies as everywhere else, each currency once', async () => {
  const office = await openWithHistory();
  const from = (...codes: string[]) => ({
    payeePolicy: { amountsFrom: codes.map((currencyCode) => ({ currencyCode, amount: '5.00' })) },
  });
  const { payeePolicy } = await office.get('settings.change', from(' eur', 'USDT_TRC20'));
  expect(payeePolicy.amountsFrom.map(({ currencyCode }) => currencyCode)).toEqual(['EUR', 'USDT_TRC20']);
  for (const wrong of [from('EUR', 'eur'), from('euro currency')])
    expect(await office.tell('settings.change', wrong)).toMatchObject({ error: { code: 'inputInvalid' } });
});
