import { describe, expect, it } from 'vitest';
import { mayChange } from '../../contract/payments/life.ts';
import { paymentStates, type PayoutSummary } from '../../contract/payments/payment.ts';
import { createHistoryPages, keyOf, type HistoryPage } from '../../renderer/payouts/history-pages.ts';

const payout = (number: number, change: Partial<PayoutSummary> = {}): PayoutSummary => ({
  idPayout: `b-${number}`,
  batchId: 'b',
  rowNumber: number,
  money: { amount: '1.00', currencyCode: 'EUR' },
  state: 'queued',
  gatewayStatus: null,
  fee: null,
  accountName: 'A',
  accountNumber: '1',
  paymentMethodCode: 'SEPA',
  profileName: 'acme',
  reference: '',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...change,
});

/** A history of payouts whose page after `n` begins with the one after it. */
function historyOf(payouts: PayoutSummary[], pageSize: number) {
  const asked: (string | null)[] = [];
  const read = (after: string | null): Promise<HistoryPage> => {
    asked.push(after);
    const from = after === null ? 0 : Number(after);
    const next = from + pageSize < payouts.length ? String(from + pageSize) : null;
    return Promise.resolve({ payouts: payouts.slice(from, from + pageSize), next });
  };
  return { read, asked };
}

const hundred = () => Array.from({ length: 100 }, (_, number) => payout(number));
const placed = (rows: readonly { key: string }[]) => rows.map(({ key }) => key);

async function readAll(pages: ReturnType<typeof createHistoryPages>): Promise<void> {
  while (!pages.state().isEnd) await pages.more();
}

describe('the list of the history', () => {
  it('reads page after page to the end, each once', async () => {
    const { read, asked } = historyOf(hundred(), 10);
    const pages = createHistoryPages(read, 50);
    await Promise.all([pages.more(), pages.more()]);
    expect(pages.state().rows).toHaveLength(10);
    await readAll(pages);
    await pages.more();
    expect(pages.state().rows).toHaveLength(100);
    expect(asked).toEqual([null, '10', '20', '30', '40', '50', '60', '70', '80', '90']);
  });

  it('keeps a limited number of pages, and every row keeps its place', async () => {
    const payouts = hundred();
    const { read, asked } = historyOf(payouts, 10);
    const pages = createHistoryPages(read, 3);
    await readAll(pages);
    const { rows } = pages.state();
    expect(placed(rows)).toEqual(payouts.map(keyOf));
    expect(rows.filter(({ kind }) => kind === 'payout')).toHaveLength(30);
    await pages.recall(0);
    expect(asked.at(-1)).toBeNull();
    const after = pages.state().rows;
    expect(placed(after)).toEqual(payouts.map(keyOf));
    expect(after[0]?.kind).toBe('payout');
    expect(after.filter(({ kind }) => kind === 'payout')).toHaveLength(30);
  });

  it('shows a change in place and moves nothing', async () => {
    const payouts = hundred();
    const { read } = historyOf(payouts, 10);
    const pages = createHistoryPages(read, 50);
    await readAll(pages);
    const changed = payout(42, { state: 'paid', updatedAt: '2026-01-02T00:00:00.000Z' });
    const stranger = payout(1000);
    expect(pages.refresh([changed, stranger])).toEqual([stranger]);
    const { rows } = pages.state();
    expect(placed(rows)).toEqual(payouts.map(keyOf));
    expect(rows[42]).toMatchObject({ kind: 'payout', payout: { state: 'paid' } });
  });

  it('reads affected pages again, a limited number and different ones each time, and reports what left them', async () => {
    const payouts = hundred();
    const { read, asked } = historyOf(payouts, 10);
    const pages = createHistoryPages(read, 50);
    await readAll(pages);
    payouts[5] = payout(5, { state: 'accepted', updatedAt: '2026-01-02T00:00:00.000Z' });
    payouts[6] = payout(600);
    asked.length = 0;
    const { missing } = await pages.reread(({ rowNumber }) => rowNumber === 5 || rowNumber === 6, 4);
    expect(asked).toEqual([null]);
    expect(missing.map(({ idPayout }) => idPayout)).toEqual(['b-6']);
    expect(pages.state().rows[5]).toMatchObject({ payout: { state: 'accepted' } });
    const seen: (string | null)[] = [];
    let matches = (_payout: PayoutSummary): boolean => true;
    for (const isLeft of [true, true, false, false]) {
      asked.length = 0;
      expect((await pages.reread(matches, 4)).isLeft).toBe(isLeft);
      seen.push(...asked);
      // What is left is read although nothing else changes.
      matches = () => false;
    }
    expect(new Set(seen).size).toBe(10);
    expect(seen).toHaveLength(10);
  });

  it('reads again pages that were on their way when their payouts changed', async () => {
    const payouts = hundred();
    const { read } = historyOf(payouts, 10);
    const released = Promise.withResolvers<void>();
    let isHeld = true;
    const pages = createHistoryPages(async (after) => {
      const page = await read(after);
      if (isHeld) await released.promise;
      return page;
    }, 50);
    const reading = pages.more();
    payouts[3] = payout(3, { state: 'paid', updatedAt: '2026-01-02T00:00:00.000Z' });
    isHeld = false;
    const looking = pages.reread(({ rowNumber }) => rowNumber === 3, 4);
    released.resolve();
    await Promise.all([reading, looking]);
    expect(pages.state().rows[3]).toMatchObject({ payout: { state: 'paid' } });
  });

  it('shows a payout once if its place in the order changed between two pages', async () => {
    const first = [payout(1), payout(2)];
    const second = [payout(2), payout(3)];
    const read = (after: string | null): Promise<HistoryPage> =>
      Promise.resolve(after === null ? { payouts: first, next: 'x' } : { payouts: second, next: null });
    const pages = createHistoryPages(read, 50);
    await readAll(pages);
    expect(placed(pages.state().rows)).toEqual([payout(1), payout(2), payout(3)].map(keyOf));
  });

  it('says that a page could not be read, keeps the others, and continues when asked again', async () => {
    const { read } = historyOf(hundred(), 10);
    let isBroken = false;
    const pages = createHistoryPages((after) => {
      if (isBroken) return Promise.reject(new Error('no'));
      return read(after);
    }, 50);
    await pages.more();
    isBroken = true;
    await pages.more();
    expect(pages.state()).toMatchObject({ error: new Error('no'), isLoading: false });
    expect(pages.state().rows).toHaveLength(10);
    isBroken = false;
    await pages.more();
    expect(pages.state()).toMatchObject({ error: null });
    expect(pages.state().rows).toHaveLength(20);
  });

  it('distinguishes payouts that share an order ID, also where two profiles had one name', async () => {
    const older = payout(1, { batchId: 'older', state: 'failed' });
    const same = [payout(1), older, payout(1, { batchId: 'other', profileName: 'other' })];
    const pages = createHistoryPages(historyOf(same, 2).read, 50);
    await readAll(pages);
    pages.refresh([{ ...older, updatedAt: '2026-01-02T00:00:00.000Z' }]);
    const shown = pages.state().rows.map((row) => (row.kind === 'payout' ? row.payout.state : 'gone'));
    expect(shown).toEqual(['queued', 'failed', 'queued']);
    expect(new Set(placed(pages.state().rows)).size).toBe(3);
  });

  it('follows a payout with its batch as long as its state may change: only a paid one stays as it is', () => {
    expect(paymentStates.filter((state) => !mayChange(state))).toEqual(['paid']);
  });
});
