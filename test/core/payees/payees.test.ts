import { expect, it } from 'vitest';
import type { Payee } from '../../../contract/payees/payee.ts';
import { openOffice, type Office } from '../../kit/office.ts';
import { draftOf, draftOfLines, pay } from './payouts-to.ts';

async function list(office: Office, search = ''): Promise<Payee[]> {
  return (await office.get('payees.list', { search, limit: 100 })).payees;
}

async function only(office: Office, search: string): Promise<Payee> {
  const [payee, ...others] = await list(office, search);
  if (payee === undefined || others.length > 0) throw new Error(`${search}: not one payee`);
  return payee;
}

it('lists everyone ever paid with names, exact totals, and the accounts of the same name over time', async () => {
  const office = await openOffice();
  await pay(office, [
    ['0.10', 'Müller GmbH', 'ACC-1'],
    ['0.20', 'MULLER', 'acc 1'],
    ['5.00', 'Bo', 'ACC-2'],
  ]);
  office.wait(86_400_000);
  await pay(office, [['7.00', 'Müller (GmbH)', 'ACC-9']]);
  expect(await list(office)).toHaveLength(3);
  const muller = await only(office, 'acc-1');
  expect(muller).toMatchObject({
    payments: 2,
    totals: [{ currencyCode: 'EUR', amount: '0.30', count: 2 }],
    verification: null,
    isBlocked: false,
  });
  expect(muller.names).toHaveLength(1);
  const other = await only(office, 'ACC-9');
  expect(other.firstPaidAt?.slice(0, 10)).not.toBe(muller.firstPaidAt?.slice(0, 10));
  expect(new Set(other.accounts.map(({ account }) => account.replace(/\W/g, '').toUpperCase()))).toEqual(
    new Set(['ACC9', 'ACC1']),
  );
});

it('finds a payee by part of a name or account, whatever its accents, capitals and spaces', async () => {
  const office = await openOffice();
  await pay(office, [['1.00', 'Łukasz Żółkiewski', 'PL 61-1090']]);
  for (const search of ['zolkiew', 'ŁUKASZ', 'pl 61', '611090', 'lu'])
    expect(await list(office, search), search).toHaveLength(1);
  expect(await list(office, 'zolkiewx')).toEqual([]);
});

it('a verification is shown from then on, is in the verified log, and belongs to the account verified', async () => {
  const office = await openOffice();
  await pay(office, [['1.00', 'Ann', 'ACC-1']]);
  const ann = await only(office, 'Ann');
  const how = `Called Ms Lane on the number of the contract of 2019. ${'x'.repeat(120)}`;
  await office.get('payees.verify', { payeeId: ann.payeeId, account: 'ACC-7', by: 'Kim', how });
  const shown = await office.get('payees.show', { payeeId: ann.payeeId });
  expect(shown.verification).toBeNull();
  expect(shown.accounts.find(({ account }) => account === 'ACC-7')?.verification).toMatchObject({
    by: 'Kim',
    how,
  });
  await office.get('payees.verify', { payeeId: ann.payeeId, account: 'acc 1', by: 'Kim', how, note: 'n' });
  expect((await only(office, 'ACC-1')).verification).toMatchObject({ by: 'Kim', how, note: 'n' });
  expect((await office.get('audit.verify', {})).problems).toEqual([]);
  const { bytes } = await office.get('payees.export', {});
  expect(new TextDecoder().decode(bytes)).toContain(`,Kim,${how},n,no`);
});

it('the audit log says who was blocked, with name and account, and records each change once', async () => {
  const office = await openOffice();
  await pay(office, [['1.00', 'Ann', 'ACC-1']]);
  const { payeeId } = await only(office, 'Ann');
  for (const name of [
    'payees.unblock',
    'payees.block',
    'payees.block',
    'payees.unblock',
    'payees.unblock',
  ] as const)
    await office.get(name, { payeeId });
  const { events } = await office.get('audit.list', { entities: ['payee'], limit: 5 });
  expect(events.map(({ detail }) => detail)).toEqual(['Ann, ACC-1', 'Ann, ACC-1']);
  expect((await office.get('audit.verify', {})).problems).toEqual([]);
});

it('nothing is released to a blocked payee, however its account is written', async () => {
  const office = await openOffice();
  await pay(office, [['1.00', 'Ann', 'ACC-1']]);
  const { payeeId } = await only(office, 'Ann');
  await office.get('payees.block', { payeeId });
  const batchId = await draftOf(office, [
    ['2.00', 'Somebody else', 'acc 1'],
    ['3.00', 'Bo', 'ACC-2'],
  ]);
  const { findings } = await office.get('batches.findings', { batchId });
  expect(findings.find(({ kind }) => kind === 'blockedPayee')).toMatchObject({
    row: 1,
    level: 'block',
    message: `Blocked payee: Somebody else, acc 1 (${payeeId}).`,
  });
  const refused = await office.release(batchId);
  expect(refused.ok ? null : refused.error.code).toBe('payeeBlocked');
  expect(office.store.findBatch(batchId)?.state).toBe('draft');
  await office.get('payees.unblock', { payeeId });
  expect((await office.release(batchId)).ok).toBe(true);
});

it('a blocked account is not paid in any notation, nor as the domestic number of an IBAN, in any face', async () => {
  const office = await openOffice();
  await pay(office, [
    ['1.00', 'Ann', '445566002'],
    ['2.00', 'Bo', 'DE89370400440532013000'],
    ['3.00', 'Cy', '0202005030'],
  ]);
  const queued = await draftOf(office, [['9.00', 'Ann', '4455/66002']]);
  expect((await office.release(queued)).ok).toBe(true);
  for (const name of ['Ann', 'Bo', 'Cy'])
    await office.get('payees.block', { payeeId: (await only(office, name)).payeeId });
  const rows = [
    ['4.00', 'Ann', '4455.66002'],
    ['4.10', 'Ann', '4455/66002'],
    ['4.20', 'Bo', '0532013000'],
    ['4.30', 'Bo', '532.013.000'],
    ['4.40', 'Someone', 'IBAN DE89 3704 0044 0532 0130 00'],
    ['4.50', 'Cy', 'DE21500500009876543210'],
    ['4.60', 'Cy', 'DE05 5001 0517 0202 0050 30'],
  ] as const;
  const batchId = await draftOf(office, rows);
  const { blocked } = await office.get('payees.findings', { batchId });
  expect(blocked.map(({ rowNumber }) => rowNumber)).toEqual([1, 2, 3, 4, 5, 7]);
  expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'payeeBlocked' } });
  await office.get('batches.run', { batchIds: [queued], until: 'final', silenceLimitMs: 10_000 });
  expect(office.store.countByState(queued)).toMatchObject({ cancelled: 1 });
});

it('the same invoice is held as a duplicate, however its account is written', async () => {
  const office = await openOffice();
  const draft = (name: string, account: string) =>
    draftOfLines(office, [`777.10,USD,BANK_TRANSFER,${name},${account},,SANDBOX_BANK,FAKT-9`]);
  const first = await draft('Nordisk Handel AS', '86011117947');
  expect((await office.release(first)).ok).toBe(true);
  for (const account of ['8601.11.17947', '8601/11/17947', '8601 11 17947']) {
    const { rows } = await office.get('batches.duplicates', {
      batchId: await draft('Nordisk Handel', account),
    });
    expect(rows.map(({ level, kind }) => [level, kind])).toEqual([['exact', 'samePayment']]);
  }
});

it('a batch that pays a known name to another account is compared with the last under the known name that the check uses', async () => {
  const office = await openOffice();
  const first = await pay(office, [
    ['1.00', 'Müller GmbH', 'ACC-1'],
    ['2.00', 'Bo', 'ACC-2'],
  ]);
  const batchId = await draftOf(office, [
    ['1.00', 'MULLER', 'ACC-9'],
    ['2.00', 'Bo', 'ACC-2'],
  ]);
  const { comparison, findings } = await office.get('batches.findings', { batchId });
  expect(findings.map(({ kind }) => kind)).toContain('changedDetails');
  expect(comparison).toMatchObject({
    batchId: first,
    newPayees: [],
    missingPayees: [],
    changedAccounts: [{ name: 'MULLER', before: 'ACC-1', now: 'ACC-9' }],
  });
});

it('a payee blocked after the release is not sent to; the other rows are', async () => {
  const office = await openOffice();
  await pay(office, [['1.00', 'Ann', 'ACC-1']]);
  const { payeeId } = await only(office, 'Ann');
  // More than one claim takes, so that a whole claim is cancelled.
  const amounts = Array.from({ length: 40 }, (_, index) => `${index + 2}.00`);
  const rows = amounts.map((amount): [string, string, string] => [amount, 'Ann', 'ACC-1']);
  const batchId = await draftOf(office, [...rows, ['99.00', 'Bo', 'ACC-2']]);
  expect((await office.release(batchId)).ok).toBe(true);
  await office.get('payees.block', { payeeId });
  await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 10_000 });
  expect(office.store.countByState(batchId)).toMatchObject({ cancelled: 40, paid: 1 });
  expect((await office.get('audit.verify', {})).problems).toEqual([]);
});

it('the doctor compares payees with the payments, and derives them again', async () => {
  const office = await openOffice();
  await pay(office, [
    ['1.00', 'Ann', 'ACC-1'],
    ['3.00', 'Bo', 'ACC-2'],
  ]);
  const { payeeId } = await only(office, 'Ann');
  await office.get('payees.verify', { payeeId, account: 'ACC-7', by: 'Kim', how: 'Called.' });
  const before = await list(office);
  const payeesCheck = async () =>
    (await office.get('doctor.run', {})).find((check) => check.code === 'derived' && check.part === 'payees');
  expect(await payeesCheck()).toMatchObject({ isFine: true });
  await office.get('data.rebuild', {});
  expect(await payeesCheck()).toMatchObject({ isFine: true });
  expect((await list(office)).toSorted(byId)).toEqual(before.toSorted(byId));
});

function byId(left: Payee, right: Payee): number {
  return left.payeeId < right.payeeId ? -1 : 1;
}

it('lists the last paid first, and new, verified and blocked payees, in pages that together name each once', async () => {
  const office = await openOffice();
  const monthMs = 31 * 86_400_000;
  await pay(office, [
    ['1.00', 'Ann', 'ACC-1'],
    ['1.00', 'Bo', 'ACC-2'],
    ['1.00', 'Cy', 'ACC-3'],
  ]);
  office.wait(monthMs);
  await pay(office, [
    ['1.00', 'Dee', 'ACC-4'],
    ['1.10', 'Ann', 'ACC-1'],
  ]);
  const bytes = new TextEncoder().encode('accountName,accountNumber,emailAddress\nEve,ACC-5,\n');
  await office.get('payees.import', { profileName: 'main', fileName: 'v.csv', bytes });
  const accountsOf = async (wish: {
    search?: string;
    standing?: 'new' | 'verified' | 'blocked';
    environment?: 'live' | 'sandbox';
  }): Promise<string[]> => {
    const found: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof office.get<'payees.list'>>> = await office.get('payees.list', {
        ...wish,
        after,
        limit: 1,
      });
      found.push(...page.payees.map(({ accounts }) => accounts[0]?.account ?? ''));
      after = page.next;
    } while (after !== null);
    return found;
  };
  const all = await accountsOf({});
  expect(new Set(all.slice(0, 2))).toEqual(new Set(['ACC-1', 'ACC-4']));
  expect(new Set(all.slice(2, 4))).toEqual(new Set(['ACC-2', 'ACC-3']));
  expect(all.slice(4)).toEqual(['ACC-5']);
  expect(await accountsOf({ environment: 'live' })).toEqual([]);
  expect(await accountsOf({ standing: 'new' })).toEqual(['ACC-4', 'ACC-5']);
  expect(await accountsOf({ standing: 'blocked' })).toEqual([]);
  for (const search of ['ACC-2', 'ACC-4'])
    await office.get('payees.block', { payeeId: (await only(office, search)).payeeId });
  const { payeeId } = await only(office, 'ACC-3');
  await office.get('payees.verify', { payeeId, account: 'ACC-3', by: 'Kim', how: 'Called' });
  expect(await accountsOf({ standing: 'blocked' })).toEqual(['ACC-4', 'ACC-2']);
  expect(await accountsOf({ standing: 'verified' })).toEqual(['ACC-3']);
  expect(await accountsOf({ search: 'acc', standing: 'blocked' })).toEqual(['ACC-2', 'ACC-4']);
  expect(await accountsOf({ search: 'acc', standing: 'new' })).toEqual(['ACC-4', 'ACC-5']);
  expect(await office.tell('payees.list', { after: 'x', limit: 5 })).toMatchObject({
    error: { code: 'inputInvalid' },
  });
});

it('shows everything recorded about a payee and its other accounts, including older verifications', async () => {
  const office = await openOffice();
  await pay(office, [['1.00', 'Ann', 'ACC-1']]);
  const { payeeId } = await only(office, 'Ann');
  for (const [account, how] of [
    ['ACC-1', 'Called the number of the contract'],
    ['ACC-1', 'Called the number of the letterhead'],
    ['ACC-7', 'Met in person'],
  ] as const) {
    office.wait(1000);
    await office.get('payees.verify', {
      payeeId,
      account,
      by: 'Kim',
      how,
      note: how === 'Met in person' ? 'At the fair' : null,
    });
  }
  office.wait(1000);
  await office.get('payees.block', { payeeId });
  office.wait(1000);
  await office.get('payees.unblock', { payeeId });
  const { records, nameHistory } = await office.get('payees.show', { payeeId });
  const verified = (how: string, note: string | null = null) => ({ by: 'Kim', how, note });
  expect(records.map(({ kind, account, verification }) => [kind, account, verification])).toEqual([
    ['unblocked', 'ACC-1', null],
    ['blocked', 'ACC-1', null],
    ['verified', 'ACC-7', verified('Met in person', 'At the fair')],
    ['verified', 'ACC-1', verified('Called the number of the letterhead')],
    ['verified', 'ACC-1', verified('Called the number of the contract')],
  ]);
  expect(nameHistory).toMatchObject([{ name: 'Ann', payments: 1 }]);
});
