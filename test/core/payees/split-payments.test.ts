import { expect, it } from 'vitest';
import { batchHandlers } from '../../../main/core/batches/batch-handlers.ts';
import { openOffice, type Office } from '../../kit/office.ts';
import { countCompared, openSheetOf } from '../../kit/office-sheets.ts';

const header = 'amount,currency,method,name,account,operator,reference';
type Cells = readonly [amount: string, name: string, account: string, currency?: string];

async function openFrom500(policy: object): Promise<Office> {
  const office = await openOffice();
  const paid = await office.draftRows([['10.00', 'EUR', 'BANK_TRANSFER', 'ACC-1', 'SANDBOX_BANK']]);
  await office.releaseAll(paid);
  await office.get('batches.run', { batchIds: [paid], until: 'final', silenceLimitMs: 10_000 });
  const amountsFrom = [{ currencyCode: 'EUR', amount: '500.00' }];
  await office.get('settings.change', { payeePolicy: { ...policy, amountsFrom } });
  return office;
}

async function sheetOf(office: Office, rows: readonly Cells[]): Promise<string> {
  const lines = rows.map(
    ([amount, name, account, currency = 'EUR'], index) =>
      `${amount},${currency},BANK_TRANSFER,${name},${account},SANDBOX_BANK,${currency}${amount}-${index}`,
  );
  return (await openSheetOf(office, [header, ...lines])).sheetId;
}

/** What the live search of a sheet finds about payees, which a check of its draft finds as well. */
async function found(office: Office, sheetId: string): Promise<string[]> {
  await office.get('sheets.findings', { sheetId });
  const { rows } = await office.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 500 });
  const inSheet = rows.flatMap(({ rowNumber, findings }) =>
    findings.map(({ kind, level, message }) => `${rowNumber} ${kind} ${level} ${message}`),
  );
  const { batchId } = await office.get('sheets.prepare', { sheetId });
  const { findings } = await office.get('payees.findings', { batchId });
  const inDraft = findings.map(
    ({ rowNumber, kind, level, message }) => `${rowNumber} ${kind} ${level} ${message}`,
  );
  expect(inSheet.toSorted()).toEqual(inDraft.toSorted());
  return inDraft.map((line) => line.split(' ').slice(0, 3).join(' ')).toSorted();
}

it('a payment to a changed account that is split into rows blocks like their sum, however account and name are written', async () => {
  const office = await openFrom500({ changedDetails: 'block' });
  const sheetId = await sheetOf(office, [
    ['499.00', 'Payee 0', 'ACC-2'],
    ['0.60', 'PAYEE 0', 'acc 2'],
    ['0.4', 'Payee 0 Ltd', 'ACC.2'],
    ['499.99', 'Payee 0', 'ACC-3'],
  ]);
  const blocked = ['1 changedDetails block', '2 changedDetails block', '3 changedDetails block'];
  expect(await found(office, sheetId)).toEqual([...blocked, '4 changedDetails info']);
  const { batchId } = await office.get('sheets.prepare', { sheetId });
  expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'policyBlocks' } });
});

it('amounts in different currencies are not added up', async () => {
  const office = await openFrom500({ newPayee: 'block' });
  const sheetId = await sheetOf(office, [
    ['499.00', 'Ada', 'ACC-5'],
    ['499.00', 'Ada', 'ACC-5', 'USD'],
  ]);
  expect(await found(office, sheetId)).toEqual(['1 newPayee info', '2 newPayee block']);
});

it('a change of one row updates the other rows of its payee, and only those', async () => {
  const office = await openFrom500({ newPayee: 'block' });
  const sheetId = await sheetOf(office, [
    ['499.00', 'Ada', 'ACC-5'],
    ['0.99', 'Ada', 'ACC-5'],
    ['499.99', 'Bob', 'ACC-6'],
  ]);
  const compared = countCompared(office);
  const after = async (amount: string): Promise<string[]> => {
    const change = { kind: 'set' as const, rows: [{ rowId: 2, cells: { amount } }] };
    await office.get('sheets.change', { sheetId, change });
    compared.length = 0;
    return found(office, sheetId);
  };
  expect(await found(office, sheetId)).toEqual(['1 newPayee info', '2 newPayee info', '3 newPayee info']);
  expect(await after('1.00')).toEqual(['1 newPayee block', '2 newPayee block', '3 newPayee info']);
  expect(compared[0]).toBe(2);
  expect(await after('2.00')).toEqual(['1 newPayee block', '2 newPayee block', '3 newPayee info']);
  expect(compared[0]).toBe(1);
  expect(await after('0.5')).toEqual(['1 newPayee info', '2 newPayee info', '3 newPayee info']);
  expect(compared[0]).toBe(2);
});

it('a payee with small past payments does not count as known for a split payment of the amount', async () => {
  const office = await openFrom500({ newPayee: 'block' });
  const single = await sheetOf(office, [['489.99', 'Payee 0', 'ACC-1']]);
  expect((await found(office, single)).filter((line) => line.includes('newPayee'))).toEqual([]);
  const split = await sheetOf(office, [
    ['300.00', 'Payee 0', 'ACC-1'],
    ['200.00', 'Payee 0', 'ACC-1'],
  ]);
  expect((await found(office, split)).filter((line) => line.includes('newPayee'))).toEqual([
    '1 newPayee block',
    '2 newPayee block',
  ]);
});

/** Releases a draft of these rows, and waits until they are paid. */
async function release(office: Office, rows: readonly Cells[], isPaid = true): Promise<string> {
  const { batchId } = await office.get('sheets.prepare', { sheetId: await sheetOf(office, rows) });
  await office.releaseAll(batchId);
  if (isPaid)
    await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 10_000 });
  return batchId;
}

async function messages(office: Office, rows: readonly Cells[]): Promise<string[]> {
  const sheetId = await sheetOf(office, rows);
  await found(office, sheetId);
  const { batchId } = await office.get('sheets.prepare', { sheetId });
  return (await office.get('payees.findings', { batchId })).findings
    .filter(({ level }) => level === 'block')
    .map(({ kind, message }) => `${kind}: ${message}`);
}

it('a payment split over batches blocks like their sum, whether paid or in progress', async () => {
  for (const isPaid of [true, false]) {
    const office = await openFrom500({ changedDetails: 'block', knownAccountOtherName: 'block' });
    await release(office, [['300.00', 'Payee 0', 'ACC-2']], isPaid);
    expect(await messages(office, [['199.99', 'Payee 0', 'ACC-2']])).toEqual([]);
    const [text = '', ...others] = await messages(office, [['200.00', 'Payee 0', 'acc 2']]);
    expect(text).toContain('Together with other payouts to this account it reaches 500.00 EUR.');
    if (isPaid) expect(text).toContain('was paid only 300.00 EUR to acc 2 so far');
    expect(others).toEqual([]);
    const sheetId = await sheetOf(office, [['200.00', 'Payee 0', 'ACC-2']]);
    const { batchId } = await office.get('sheets.prepare', { sheetId });
    expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'policyBlocks' } });
    // Under another name it is the same account.
    const otherName = await messages(office, [['200.00', 'Zeta Mills', 'ACC-2']]);
    expect(otherName.map((line) => line.split(':')[0])).toEqual(isPaid ? ['knownAccountOtherName'] : []);
    expect(await messages(office, [['200.00', 'Payee 0', 'ACC-9']])).toEqual([]);
  }
});

it('a payment that is split over spellings of one account blocks like their sum, in one batch and over several', async () => {
  for (const isPaid of [null, true, false]) {
    const office = await openFrom500({ newPayee: 'block', changedDetails: 'block' });
    const rows: readonly Cells[] = [
      ['300.00', 'Ada', '0086011117'],
      ['200.00', 'Ada', '86011117'],
    ];
    if (isPaid !== null) await release(office, rows.slice(0, 1), isPaid);
    const blocking = await messages(office, isPaid === null ? rows : rows.slice(1));
    expect(blocking).toHaveLength(isPaid === null ? 2 : 1);
    expect(blocking.at(-1)).toContain('Together with other payouts to this account it reaches 500.00 EUR.');
    expect(await messages(office, [['199.99', 'Ada', '086011117']])).toEqual([]);
  }
});

it('payouts that were rejected, failed, cancelled or paid in another currency do not count, and a verification lifts the block', async () => {
  const office = await openFrom500({ changedDetails: 'block' });
  const held = await release(office, [['400.00', 'Payee 0', 'ACC-2']], false);
  const next: readonly Cells[] = [['100.00', 'Payee 0', 'ACC-2']];
  expect(await messages(office, next)).toHaveLength(1);
  await office.get('batches.cancel', { batchId: held });
  expect(await messages(office, next)).toEqual([]);
  await office.get('settings.change', { payeePolicy: {} });
  await release(office, [['400.00', 'Payee 0', 'ACC-2', 'USD']]);
  const amountsFrom = [{ currencyCode: 'EUR', amount: '500.00' }];
  await office.get('settings.change', { payeePolicy: { changedDetails: 'block', amountsFrom } });
  expect(await messages(office, next)).toEqual([]);
  await release(office, [['400.00', 'Payee 0', 'ACC-2']]);
  expect(await messages(office, next)).toHaveLength(1);
  const [payee] = (await office.get('payees.list', { search: 'ACC-2', limit: 5 })).payees;
  const said = { account: 'ACC-2', by: 'Kim', how: 'Called the number of the contract.' };
  await office.get('payees.verify', { payeeId: payee?.payeeId ?? '', ...said });
  expect(await messages(office, next)).toEqual([]);
});

it('small payouts in a currency with an amount make a changed account known in no other currency', async () => {
  const office = await openFrom500({ changedDetails: 'block' });
  await release(office, [['1.00', 'Payee 0', 'ACC-2']]);
  const inDollars: readonly Cells[] = [['9000.00', 'Payee 0', 'ACC-2', 'USD']];
  const [text = '', ...others] = await messages(office, inDollars);
  expect(text).toContain(
    'changedDetails: Changed bank details: Payee 0 was paid only 0.00 USD to ACC-2 so far',
  );
  expect(others).toEqual([]);
  const { batchId } = await office.get('sheets.prepare', { sheetId: await sheetOf(office, inDollars) });
  expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'policyBlocks' } });
  // An account that was paid the amount, or anything in a currency without one, is known.
  await office.get('settings.change', { payeePolicy: {} });
  await release(office, [['499.00', 'Payee 0', 'ACC-2']]);
  await release(office, [['1.00', 'Payee 0', 'ACC-3', 'USD']]);
  const amountsFrom = [{ currencyCode: 'EUR', amount: '500.00' }];
  await office.get('settings.change', { payeePolicy: { changedDetails: 'block', amountsFrom } });
  expect(await messages(office, inDollars)).toEqual([]);
  expect(await messages(office, [['9000.00', 'Payee 0', 'ACC-3', 'USD']])).toEqual([]);
});

it('what an account got before does not make an unusual amount or a shared account count', async () => {
  const office = await openFrom500({});
  for (const amount of ['170.00', '170.01', '170.02']) await release(office, [[amount, 'Payee 0', 'ACC-1']]);
  const amountsFrom = [{ currencyCode: 'EUR', amount: '1000.00' }];
  const payeePolicy = { unusualAmount: 'block', sharedAccount: 'block', amountsFrom } as const;
  await office.get('settings.change', { payeePolicy });
  const levels = async (amount: string): Promise<string[]> => {
    const rows: readonly Cells[] = [
      [amount, 'Payee 0', 'ACC-1'],
      ['1.00', 'Zeta Mills', 'ACC-1'],
    ];
    const all = await found(office, await sheetOf(office, rows));
    return all.filter((line) => /unusualAmount|sharedAccount/.test(line));
  };
  const shared = (level: string): string[] => [`1 sharedAccount ${level}`, `2 sharedAccount ${level}`];
  expect(await levels('998.00')).toEqual([shared('info')[0], '1 unusualAmount info', shared('info')[1]]);
  expect(await levels('999.00')).toEqual([shared('block')[0], '1 unusualAmount block', shared('block')[1]]);
});

it('of two releases at the same time that pay an account the amount together, the second is refused', async () => {
  const office = await openFrom500({ changedDetails: 'block' });
  const draft = async (amount: string): Promise<{ batchId: string; rowsHash: string }> => {
    const sheetId = await sheetOf(office, [[amount, 'Payee 0', 'ACC-2']]);
    const { batchId } = await office.get('sheets.prepare', { sheetId });
    return { batchId, rowsHash: office.store.findBatch(batchId)?.rowsHash ?? '' };
  };
  const [first, second] = [await draft('300.00'), await draft('200.00')];
  const handlers = batchHandlers(office.parts);
  const releasing = (
    { batchId, rowsHash }: { batchId: string; rowsHash: string },
    confirm: () => Promise<boolean>,
  ) =>
    handlers['batches.release'](
      { batchId, rowsHash, confirmed: null, at: null },
      { signal: AbortSignal.timeout(60_000), confirm },
    );
  const released = await releasing(first, async () => {
    const other = await releasing(second, () => Promise.resolve(true));
    return other.ok;
  });
  expect(released).toMatchObject({ ok: false, error: { code: 'policyBlocks' } });
  expect(office.store.findBatch(first.batchId)?.state).toBe('draft');
  expect(office.store.findBatch(second.batchId)?.state).toBe('released');
});

it('only a small row says that it blocks because of other payouts', async () => {
  const office = await openFrom500({ changedDetails: 'block' });
  const rows: readonly Cells[] = [
    ['500.00', 'Payee 0', 'ACC-2'],
    ['0.50', 'Payee 0', 'ACC-2'],
  ];
  const [large = '', small = ''] = await messages(office, rows);
  expect(large).not.toContain('Together');
  expect(small).toMatch(/known: .*\. Together with other payouts to this account it reaches 500\.00 EUR\.$/);
});
