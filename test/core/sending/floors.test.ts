import { describe, expect, it } from 'vitest';
import { compareAmounts, sumAmounts } from '../../../contract/money/amount.ts';
import { atWork, callbackUrl, openOffice, rowsOf, type Office } from '../../kit/office.ts';
import { claim, found } from '../../kit/samples.ts';

const until = { until: 'final', silenceLimitMs: 60_000 } as const;
const floorOf = (amount: string) => ({
  floors: [{ profileName: 'main', currencyCode: 'EUR', amount }],
});

/** Amounts that the gateway accepted, in the order in which it did. */
function acceptedAmounts({ sandbox }: Office): string[] {
  return sandbox.gateway.book().map(({ amount, currencyCode }) => `${amount} ${currencyCode}`);
}

async function available(office: Office, currencyCode: string): Promise<string> {
  const { balances } = await office.get('balances.read', { currencyCodes: [currencyCode] });
  return balances[0]?.amounts.find(({ name }) => name === 'available')?.amount ?? '';
}

/** What each batch that a floor holds lacks, as those who look for what needs a person are told. */
async function missing(office: Office): Promise<(string | null)[]> {
  const items = await office.get('attention.list', {});
  return items.flatMap((item) => (item.kind === 'heldByFloor' ? [item.held.missing] : []));
}

describe('a floor', () => {
  it('holds a run before the row that would cross it, names row, currency and shortfall, and continues once the balance allows', async () => {
    const office = await openOffice({ ...atWork, settleMs: 300 });
    await office.get('settings.change', floorOf('9999993.50'));
    const batchId = await office.draftRows(rowsOf(6));
    await office.releaseAll(batchId);
    const held = await office.get('batches.run', { batchIds: [batchId], ...until });
    expect(held.outcome).toBe('held');
    // Each payout of up to 10.00 has cost 0.01 for each euro.
    expect(held.message).toMatch(
      new RegExp(
        `^Batch ${batchId} is held before row 4: 4\\.04 EUR with the estimated fee .* Short by 3\\.60 EUR for this payout, and by 14\\.71 EUR for all that wait in EUR\\.`,
      ),
    );
    expect(held.held).toEqual({
      batchId,
      row: 4,
      currencyCode: 'EUR',
      amount: '4.04',
      withFee: true,
      isFee: false,
      reason: 'short',
      floor: '9999993.50',
      missing: '3.60',
      missingForAll: '14.71',
    });
    expect(acceptedAmounts(office)).toEqual(['1.00 EUR', '2.00 EUR', '3.00 EUR']);
    expect(office.countOf(batchId, 'queued')).toBe(3);
    expect(office.countOf(batchId, 'paid')).toBe(3);
    expect(compareAmounts(await available(office, 'EUR'), '9999993.50')).toBeGreaterThanOrEqual(0);
    const again = await office.get('batches.run', { batchIds: [batchId], ...until });
    expect([again, acceptedAmounts(office).length]).toEqual([held, 3]);
    // What needs a person follows the floor also while nothing runs.
    expect(await missing(office)).toEqual(['3.60']);
    await office.get('settings.change', floorOf('9999993.00'));
    expect(await missing(office)).toEqual(['3.10']);
    // Not a cent less than what all of them lack is enough for the last one, and that is enough for all.
    await office.get('settings.change', floorOf('9999978.80'));
    expect(await missing(office)).toEqual([]);
    const last = await office.get('batches.run', { batchIds: [batchId], ...until });
    expect(last.held).toMatchObject({ row: 6, missing: '0.01', missingForAll: '0.01' });
    await office.get('settings.change', floorOf('9999978.79'));
    expect((await office.get('batches.run', { batchIds: [batchId], ...until })).outcome).toBe('done');
    expect(office.countOf(batchId, 'paid')).toBe(6);
  });

  it('is not crossed by a fee: the fees of earlier payouts are counted with the amount', async () => {
    const office = await openOffice(atWork);
    const run = async (amount: string) => {
      const batchId = await office.draftRows([[amount, 'EUR', 'BANK_TRANSFER', `ACC-${amount}`]]);
      await office.releaseAll(batchId);
      return office.get('batches.run', { batchIds: [batchId], ...until });
    };
    await office.get('settings.change', floorOf('9999950.00'));
    const first = await run('100.00');
    expect(first.message).toContain(': 100.00 EUR would take the balance below');
    await office.get('settings.change', { floors: [] });
    expect((await office.get('batches.run', { batchIds: first.batchIds, ...until })).outcome).toBe('done');
    // 100.00 above the floor, and each payout of 100.00 has cost a fee of 1.00.
    await office.get('settings.change', floorOf('9999799.00'));
    const { outcome, message, batchIds } = await run('99.50');
    expect(outcome).toBe('held');
    expect(message).toContain('100.50 EUR with the estimated fee would');
    expect(acceptedAmounts(office)).toEqual(['100.00 EUR']);
    expect((await run('99.00')).held?.reason).toBe('behind');
    await office.get('batches.cancel', { batchId: batchIds[0] ?? '' });
    expect((await office.get('batches.run', { batchIds: null, ...until })).outcome).toBe('done');
    expect(acceptedAmounts(office)).toEqual(['100.00 EUR', '99.00 EUR']);
  });

  it('is not crossed by the fees of payouts in another currency either', async () => {
    const office = await openOffice(atWork);
    const { store } = office;
    const release = async (...amounts: string[]) => {
      const rows = amounts.map((amount) => [amount, 'USD', 'BANK_TRANSFER', `ACC-${amount}`] as const);
      const batchId = await office.draftRows(rows);
      await office.releaseAll(batchId);
      return batchId;
    };
    const run = async () => office.get('batches.run', { batchIds: null, ...until });
    const batchId = await release('100.00');
    await run();
    const [paid] = store.rowsOfBatch(batchId, 0, 1);
    const fee = { amount: '2.00', currencyCode: 'EUR' };
    store.record([found(paid?.paymentId ?? 0, 'paid', 'paid', { dueAt: null, fee })], office.now());
    // 100.00 USD cost 2.00 EUR, and only 3.00 EUR are left above the floor.
    const rest = await release('101.00', '102.00');
    await office.get('settings.change', floorOf('9999997.00'));
    const [first] = claim(store, rest, 1, office.now());
    store.record([found(first?.payment.paymentId ?? 0, 'sending', 'unknown', { dueAt: null })], office.now());
    const held = await run();
    expect(held.held).toMatchObject({
      row: 2,
      currencyCode: 'EUR',
      amount: '2.04',
      isFee: true,
      missing: '1.06',
    });
    expect(held.message).toContain('2.04 EUR, the estimated fee, would take the balance below');
    expect(acceptedAmounts(office)).toEqual(['100.00 USD']);
    await office.get('settings.change', { floors: [] });
    expect((await run()).outcome).toBe('done');
    expect(office.countOf(rest, 'paid')).toBe(1);
  });

  it('is not crossed by the fee of a payout in doubt either: the gateway may yet take both', async () => {
    const office = await openOffice(atWork);
    const { store } = office;
    const run = async (amount: string) => {
      const batchId = await office.draftRows([[amount, 'EUR', 'BANK_TRANSFER', `ACC-${amount}`]]);
      await office.releaseAll(batchId);
      return office.get('batches.run', { batchIds: [batchId], ...until });
    };
    // Each payout costs a fee of one in a hundred.
    await run('100.00');
    const doubtful = await office.draftRows([['50.00', 'EUR', 'BANK_TRANSFER', 'ACC-DOUBT']]);
    await office.releaseAll(doubtful);
    const [intent] = claim(store, doubtful, 1, office.now());
    const paymentId = intent?.payment.paymentId ?? 0;
    store.record([found(paymentId, 'sending', 'unknown', { dueAt: null })], office.now());
    // What is left above the floor is 70.69: the payout in doubt takes 50.50, and the next one 20.20.
    await office.get('settings.change', floorOf('9999828.31'));
    expect((await run('20.00')).held).toMatchObject({ reason: 'short', missing: '0.01' });
    await office.get('settings.change', floorOf('9999828.30'));
    expect((await office.get('batches.run', { batchIds: null, ...until })).held).toBeNull();
    expect(acceptedAmounts(office)).toEqual(['100.00 EUR', '20.00 EUR']);
  });

  it('holds its own currency once the money is spent, and sends everything in another', async () => {
    const office = await openOffice(atWork);
    await office.get('settings.change', floorOf('9999950.00'));
    const first = await office.draftRows([
      ['10.00', 'EUR', 'BANK_TRANSFER', 'ACC-1X'],
      ['100.00', 'EUR', 'BANK_TRANSFER', 'ACC-2X'],
      ['5.00', 'USD', 'BANK_TRANSFER', 'ACC-3X'],
    ]);
    const second = await office.draftRows([['7.00', 'USD', 'BANK_TRANSFER', 'ACC-4X']]);
    const third = await office.draftRows([['1.00', 'EUR', 'BANK_TRANSFER', 'ACC-5X']]);
    for (const batchId of [first, second, third]) await office.releaseAll(batchId);
    const held = await office.get('batches.run', { batchIds: [first, second, third], ...until });
    expect(held.outcome).toBe('held');
    expect(held.message).toContain(`Batch ${first} is held before row 2: 101.00 EUR with the estimated fee`);
    expect(held.held).toMatchObject({ batchId: first, row: 2, missing: '61.10' });
    const waiting = await office.get('attention.list', {});
    expect(waiting.map((item) => ('held' in item ? [item.batchId, item.held.reason] : item.kind))).toEqual([
      [first, 'short'],
      [third, 'behind'],
    ]);
    expect(acceptedAmounts(office).toSorted()).toEqual(['10.00 EUR', '7.00 USD']);
  });

  it('is not bypassed by a later run either, in its currency, and sends in order once the money arrives', async () => {
    const office = await openOffice(atWork);
    await office.get('settings.change', floorOf('9999995.00'));
    const first = await office.draftRows([['10.00', 'EUR', 'BANK_TRANSFER', 'ACC-1Y']]);
    await office.releaseAll(first);
    expect((await office.get('batches.run', { batchIds: [first], ...until })).held?.reason).toBe('short');
    const second = await office.draftRows([['1.00', 'EUR', 'BANK_TRANSFER', 'ACC-2Y']]);
    await office.releaseAll(second);
    const held = await office.get('batches.run', { batchIds: [second], ...until });
    expect([held.outcome, held.held]).toEqual([
      'held',
      expect.objectContaining({ batchId: second, reason: 'behind' }),
    ]);
    const other = await office.draftRows([['1.00', 'USD', 'BANK_TRANSFER', 'ACC-3Y']]);
    await office.releaseAll(other);
    expect((await office.get('batches.run', { batchIds: [other], ...until })).outcome).toBe('done');
    expect(acceptedAmounts(office)).toEqual(['1.00 USD']);
    await office.get('settings.change', floorOf('9999000.00'));
    expect((await office.get('batches.run', { batchIds: [second], ...until })).outcome).toBe('held');
    expect((await office.get('batches.run', { batchIds: null, ...until })).outcome).toBe('done');
    expect(acceptedAmounts(office)).toEqual(['1.00 USD', '10.00 EUR', '1.00 EUR']);
    const third = await office.draftRows([['2.00', 'EUR', 'BANK_TRANSFER', 'ACC-4Y']]);
    await office.releaseAll(third);
    expect((await office.get('batches.run', { batchIds: [third], ...until })).outcome).toBe('done');
  });

  it('asks for the balance again before it holds a batch for lack of money', async () => {
    const office = await openOffice({ ...atWork, longestWaitMs: 1 });
    await office.get('settings.change', floorOf('1.00'));
    const batchId = await office.draftRows(rowsOf(1, 'AGAIN'));
    await office.releaseAll(batchId);
    office.failBalances(3);
    expect((await office.get('batches.run', { batchIds: [batchId], ...until })).outcome).toBe('done');
    expect(acceptedAmounts(office)).toEqual(['1.00 EUR']);
  });

  it('holds background sending too, shows why, and sends the rest by itself when the money arrives', async () => {
    const office = await openOffice(atWork);
    await office.get('settings.change', floorOf('9999999.00'));
    const batchId = await office.draftRows(rowsOf(2, 'BACK'));
    await office.releaseAll(batchId);
    await office.get('runner.start', {});
    await office.until(async () => (await office.get('runner.state', {})).problems.length > 0);
    const [problem] = (await office.get('runner.state', {})).problems;
    expect(problem?.message).toContain(`Batch ${batchId} is held before row 2`);
    const items = await office.get('attention.list', {});
    expect(items.map(({ kind, batchId: of }) => [kind, of])).toEqual([['heldByFloor', batchId]]);
    await office.get('settings.change', floorOf('9999000.00'));
    await office.until(() => office.countOf(batchId, 'paid') === 2);
    expect((await office.get('runner.state', {})).problems).toEqual([]);
    expect(await office.get('attention.list', {})).toEqual([]);
    const sent = acceptedAmounts(office).map((each) => each.replace(' EUR', ''));
    expect(sumAmounts(sent)).toBe('3.00');
  });

  it('starts a later batch in another currency at once, behind whole pages of waiting rows', async () => {
    // Waits are not cut short here: the balance is read again after a minute.
    const office = await openOffice({ requestsPerSecond: 10 });
    await office.get('settings.change', floorOf('9999990.00'));
    const waits = Array.from({ length: 60 }, (_, row) => ['50.00', 'EUR', 'BANK_TRANSFER', `ACC-${row}W`]);
    await office.releaseAll(await office.draftRows(waits));
    await office.get('runner.start', {});
    await office.until(async () => (await missing(office)).length > 0);
    const second = await office.draftRows([['7.00', 'USD', 'BANK_TRANSFER', 'ACC-4Z']]);
    await office.releaseAll(second);
    await office.until(() => acceptedAmounts(office).length > 0);
    expect(acceptedAmounts(office)).toEqual(['7.00 USD']);
  });

  it('looks for the money again after this computer’s clock was set back while another payout is in progress', async () => {
    const office = await openOffice({ ...atWork, longestWaitMs: 20, settleMs: 1e9 });
    const balancesAsked = () => office.asked.filter((each) => each.endsWith('/balances')).length;
    await office.get('settings.change', floorOf('9999999.00'));
    await office.releaseAll(await office.draftRows(rowsOf(2, 'SET-BACK')));
    await office.get('runner.start', {});
    await office.until(async () => (await office.get('runner.state', {})).problems.length > 0);
    const before = balancesAsked();
    office.wait(-30 * 86_400_000);
    await office.until(() => balancesAsked() > before);
  });

  it('holds on while its profile is renamed and another payout is in progress', async () => {
    const office = await openOffice({ ...atWork, longestWaitMs: 20, settleMs: 1e9 });
    const balancesAsked = () => office.asked.filter((each) => each.endsWith('/balances')).length;
    await office.get('settings.change', floorOf('9999999.00'));
    await office.releaseAll(await office.draftRows(rowsOf(2, 'RENAMED')));
    await office.get('runner.start', {});
    await office.until(async () => (await missing(office)).length > 0);
    await office.get('profiles.edit', { name: 'main', newName: 'other', callbackUrl });
    const before = balancesAsked();
    // Time goes on while it waits: a read may end only after the clock was moved, and the next is due a minute later.
    await office.until(() => {
      office.wait(60_000);
      return balancesAsked() >= before + 2 || acceptedAmounts(office).length > 1;
    });
    expect(acceptedAmounts(office)).toEqual(['1.00 EUR']);
    expect(await missing(office)).toHaveLength(1);
    const [problem] = (await office.get('runner.state', {})).problems;
    expect(problem?.profileName).toBe('other');
  });

  it('stops nothing if the stored holds cannot be read', async () => {
    const office = await openOffice(atWork);
    await office.get('settings.change', floorOf('9999990.00'));
    office.store.writeSetting('floorHolds', 'damaged');
    const batchId = await office.draftRows(rowsOf(1, 'KEPT'));
    await office.releaseAll(batchId);
    expect((await office.get('batches.run', { batchIds: [batchId], ...until })).outcome).toBe('done');
    expect(await office.get('attention.list', {})).toEqual([]);
  });

  it('holds everything if it cannot be read, rather than being ignored silently', async () => {
    const office = await openOffice(atWork);
    office.store.writeSetting('floors', '"damaged"');
    const batchId = await office.draftRows(rowsOf(1, 'DAMAGED'));
    await office.releaseAll(batchId);
    const held = await office.get('batches.run', { batchIds: [batchId], ...until });
    expect(held.outcome).toBe('held');
    expect(held.message).toContain('cannot be read');
    expect(acceptedAmounts(office)).toEqual([]);
  });
});
