import { assert, asyncProperty } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAmounts, negateAmount, sumAmounts } from '../../../../contract/money/amount.ts';
import type { PositionLine, PositionPart } from '../../../../contract/treasury/position.ts';
import { projectionTexts } from '../../../../contract/text/treasury/statement-text.ts';
import { unchanged } from '../../../../main/core/payments/decision.ts';
import { committedBy } from '../../../../main/core/treasury/committed.ts';
import { positionLines, positionParts } from '../../../../main/core/treasury/position/position.ts';
import { positionHandlers } from '../../../../main/core/treasury/position/read-position.ts';
import { openMemoryStore } from '../../../kit/memory-store.ts';
import { systemClock } from '../../../../main/system.ts';
import { atWork, openOffice, rowsOf, type Office } from '../../../kit/office.ts';
import { stories, tell } from '../../../kit/money-history.ts';
import { addProfile, value } from '../../../kit/store.ts';

const call = { signal: new AbortController().signal, confirm: () => Promise.resolve(true) };

function lineOf(lines: readonly PositionLine[], currencyCode: string): PositionLine {
  const found = lines.find((line) => line.currencyCode === currencyCode);
  if (found === undefined) throw new Error(`no line in ${currencyCode}`);
  return found;
}

const topUp = { money: { amount: '500.00', currencyCode: 'EUR' }, paymentMethodCode: 'BANK_TRANSFER' };

async function refreshed(office: Office): Promise<PositionLine[]> {
  await office.get('position.refresh', { profileName: 'main' });
  return office.get('position.read', {});
}

const sumOf = (parts: readonly PositionPart[], figure: PositionPart['figure']): string =>
  sumAmounts(parts.filter((part) => part.figure === figure).map(({ amount }) => amount ?? '0'));

describe('the position', () => {
  it('commits exactly what is queued, in progress or in doubt, and opens every figure', async () => {
    await assert(
      asyncProperty(stories(), async (story) => {
        const store = openMemoryStore();
        try {
          addProfile(store);
          const told = tell(store, story);
          const [profile] = store.listProfiles();
          if (profile === undefined) throw new Error('no profile');
          const context = { store, clock: systemClock };
          const handlers = positionHandlers(context);
          const lines = value(await handlers['position.read']({ profileName: null }, call));
          const groups = await committedBy(context, profile);
          for (const line of lines) {
            const { currencyCode } = line;
            const parts = value(
              await handlers['position.parts']({ profileName: 'main', currencyCode }, call),
            );
            const real = told.filter(
              ({ kind, state, currencyCode: code }) =>
                kind === 'payout' &&
                code === currencyCode &&
                ['queued', 'unknown', 'sending'].includes(state),
            );
            const same = groups.filter((group) => group.currencyCode === currencyCode);
            expect(compareAmounts(line.committed, sumAmounts(real.map(({ amount }) => amount)))).toBe(0);
            expect(compareAmounts(line.committed, sumAmounts(same.map(({ amount }) => amount)))).toBe(0);
            expect(compareAmounts(line.committed, sumOf(parts, 'committed'))).toBe(0);
            expect(compareAmounts(line.expectedIn, sumOf(parts, 'expectedIn'))).toBe(0);
            expect([line.available, line.projected, line.asOf]).toEqual([null, null, null]);
          }
        } finally {
          store.close();
        }
      }),
      { numRuns: 30 },
    );
  });

  it('opens a reserved amount that the gateway also names as a total into parts that add up to it', () => {
    const amounts = [
      { name: 'available', amount: '70.00' },
      { name: 'blocked', amount: '20.00' },
      { name: 'reserved', amount: '10.00' },
      { name: 'totalBlocked', amount: '30.00' },
    ];
    const facts = {
      profileName: 'main',
      environment: 'sandbox',
      balances: [{ currencyCode: 'EUR', amounts }],
      asOf: '2026-01-01T00:00:00.000Z',
      payments: [],
      fees: new Map(),
      withoutEstimate: new Map(),
      withoutFee: new Map(),
    } as const;
    const parts = positionParts(facts, 'EUR').filter(({ figure }) => figure === 'reserved');
    expect(lineOf(positionLines(facts), 'EUR').reserved).toBe('30.00');
    expect(parts.map(({ name, amount }) => [name, amount])).toEqual([
      ['blocked', '20.00'],
      ['reserved', '10.00'],
    ]);
  });

  it('never counts a top-up twice that settled before the gateway was queried about it', async () => {
    const office = await openOffice(atWork);
    const before = lineOf(await refreshed(office), 'EUR');
    const { batchId, idPayment } = await office.get('topups.create', topUp);
    await office.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
    await office.get('balances.read', {});
    const blind = lineOf(await office.get('position.read', {}), 'EUR');
    expect(office.countOf(batchId, 'accepted')).toBe(1);
    expect([blind.expectedIn, blind.perhapsCountedTwice]).toEqual(['500.00', '500.00']);
    const parts = await office.get('position.parts', { profileName: 'main', currencyCode: 'EUR' });
    expect(parts).toContainEqual(
      expect.objectContaining({ kind: 'topup', figure: 'expectedIn', isPerhapsInBalance: true }),
    );
    const known = lineOf(await refreshed(office), 'EUR');
    expect(office.asked).toContain(`GET /topups/${idPayment}`);
    expect([known.expectedIn, known.perhapsCountedTwice]).toEqual(['0', '0']);
    expect(known.projected).toBe(known.available);
    expect(compareAmounts(known.available ?? '', before.available ?? '')).toBe(1);
  });

  it('expects a top-up that, by a report after the balance, has not ended', async () => {
    const office = await openOffice({ settleMs: 3_600_000, ...atWork, neverStands: true });
    const before = lineOf(await refreshed(office), 'EUR');
    const { batchId } = await office.get('topups.create', topUp);
    await office.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
    const sentSince = lineOf(await office.get('position.read', {}), 'EUR');
    const known = lineOf(await refreshed(office), 'EUR');
    for (const line of [sentSince, known])
      expect([line.expectedIn, line.perhapsCountedTwice]).toEqual(['500.00', '0']);
    // The gateway reports the fee of a top-up with its state; until then nobody knows it.
    expect(sentSince).toMatchObject({ estimatedFees: null, expectedWithoutFee: 1 });
    expect(sentSince.projected).toBe(sumAmounts([before.available ?? '', '500.00']));
    expect(projectionTexts([sentSince], '--refresh')).toEqual([
      'The projected balance does not include fees that are not known: those of 1 top-up in EUR.',
    ]);
    expect(known).toMatchObject({ estimatedFees: '5.00', expectedWithoutFee: 0 });
    expect(known.projected).toBe(sumAmounts([before.available ?? '', '495.00']));
    expect(projectionTexts([known], '--refresh')).toEqual([]);
  });

  it('says that a top-up was paid without a fee that is known, beside one with a fee', async () => {
    const office = await openOffice({ ...atWork, neverStands: true });
    await refreshed(office);
    const { batchId, idPayment } = await office.get('topups.create', topUp);
    await office.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
    await office.get('incoming.refresh', { kind: 'topup', idPayment });
    const paid = lineOf(await office.get('position.read', {}), 'EUR');
    expect(paid).toMatchObject({ expectedIn: '500.00', estimatedFees: '5.00', expectedWithoutFee: 0 });
    const payment = office.store.findIncoming(
      'topup',
      idPayment,
      office.store.listProfiles()[0]?.keyId ?? '',
    );
    if (payment === null) throw new Error('no top-up');
    office.store.record([{ ...unchanged(payment), fee: null }], office.now());
    const unknown = lineOf(await office.get('position.read', {}), 'EUR');
    expect(unknown).toMatchObject({ expectedIn: '500.00', estimatedFees: null, expectedWithoutFee: 1 });
  });

  it('deducts what was sent since the balance was read, once, and what is queued', async () => {
    const office = await openOffice({ settleMs: 3_600_000, ...atWork });
    await office.get('balances.read', {});
    const first = await office.get('position.read', {});
    const { available: before } = lineOf(first, 'EUR');
    const batchId = await office.draftRows(rowsOf(3));
    await office.releaseAll(batchId);
    const queued = lineOf(await office.get('position.read', {}), 'EUR');
    expect(queued.committed).toBe('6.00');
    expect(compareAmounts(queued.projected ?? '', sumAmounts([before ?? '', '-6']))).toBe(0);
    expect(queued.estimatedFees).toBeNull();
    await office.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
    const sent = lineOf(await office.get('position.read', {}), 'EUR');
    const parts = await office.get('position.parts', { profileName: 'main', currencyCode: 'EUR' });
    expect(compareAmounts(sent.available ?? '', sumAmounts([before ?? '', '-6', '-0.06']))).toBe(0);
    expect(compareAmounts(sent.projected ?? '', sent.available ?? '')).toBe(0);
    expect([sent.committed, sent.reserved]).toEqual(['0', '6.06']);
    expect(sumOf(parts, 'notCounted')).toBe('6.00');
    const reserved = parts.filter(({ figure }) => figure === 'reserved');
    expect(reserved.map(({ name, amount }) => [name, amount])).toEqual([['blocked', '6.06']]);
    expect(negateAmount(sent.committed)).toBe('0');
  });

  it('says of how many committed payouts the fees are not known, also beside those that are', async () => {
    const office = await openOffice(atWork);
    const paid = await office.draftRows(rowsOf(1));
    await office.releaseAll(paid);
    await office.get('batches.run', { batchIds: [paid], until: 'final', silenceLimitMs: 60_000 });
    await office.get('balances.read', {});
    await office.releaseAll(
      await office.draftRows([
        ['100.00', 'EUR', 'BANK_TRANSFER', 'NEXT-1'],
        ['20.00', 'EUR', 'CARD', 'NEXT-2'],
        ['30.00', 'EUR', 'CARD', 'NEXT-3'],
      ]),
    );
    const lines = await office.get('position.read', {});
    expect(lineOf(lines, 'EUR')).toMatchObject({
      committed: '150.00',
      estimatedFees: '1.00',
      committedWithoutEstimate: 2,
    });
    expect(projectionTexts(lines, '--refresh')).toEqual([
      'The projected balance does not include fees that are not known: those of 2 committed payouts in EUR.',
    ]);
  });
});
