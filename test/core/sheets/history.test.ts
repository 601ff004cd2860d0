import { beforeEach, describe, expect, it } from 'vitest';
import { PayoutFilter } from '../../../contract/payments/history.ts';
import { paymentStates } from '../../../contract/payments/payment.ts';
import { batchHandlers } from '../../../main/core/batches/batch-handlers.ts';
import { payoutHandlers } from '../../../main/core/payouts/payout-handlers.ts';
import { systemClock } from '../../../main/system.ts';
import { auditProblems, importBatch } from '../../kit/store.ts';
import type { MemoryStore } from '../../kit/memory-store.ts';
import { must, type Desk, newDesk, sheetHeader, sheetLine } from '../../kit/sheet-desk.ts';

let store: MemoryStore;
let desk: Desk;
beforeEach(async () => {
  ({ desk, store } = await newDesk());
});

/** The order IDs that the list of payouts shows, and those that a search for this text finds. */
async function listedPayouts(search: string | null = null): Promise<string[]> {
  const list = payoutHandlers(desk.parts)['payouts.list'];
  const filter = PayoutFilter.parse({ search, states: paymentStates });
  const page = must(await list({ filter, order: 'newest', after: null, limit: 100 }, desk.call));
  return page.payouts.map(({ idPayout }) => idPayout);
}

describe('editing a sheet after it was checked', () => {
  it('leaves the list of payouts correct, however often', async () => {
    const { sheetId } = await desk.csv(sheetHeader + sheetLine(1) + sheetLine(2));
    for (let time = 0; time < 3; time += 1) {
      const batchId = await desk.prepared(sheetId);
      expect(await listedPayouts()).toEqual([`${batchId}-2`, `${batchId}-1`]);
      expect(await listedPayouts('payee 2')).toEqual([`${batchId}-2`]);
      const [first] = await desk.rows(sheetId);
      await desk.change(sheetId, {
        kind: 'set',
        rows: [{ rowId: first?.rowId ?? 0, cells: { reference: `Changed ${time}` } }],
      });
      expect(await listedPayouts()).toEqual([]);
      expect(await listedPayouts('payee 2')).toEqual([]);
    }
    expect(auditProblems(desk.parts.store)).toEqual([]);
  });

  it('does not fail a list that is being read at the same time', async () => {
    const places = Array.from({ length: 700 }, (_, index) => index + 1);
    const { sheetId } = await desk.csv(sheetHeader + places.map((place) => sheetLine(place)).join(''));
    const batchId = await desk.prepared(sheetId);
    const { parts, call } = desk;
    while (!parts.store.indexHistory());
    const turn = async (): Promise<void> => {
      parts.store.takeBackDraft(batchId, 1000, 5000);
      await systemClock.turn();
    };
    const list = payoutHandlers({ ...parts, clock: { ...systemClock, turn } })['payouts.list'];
    const page = must(
      await list(
        { filter: PayoutFilter.parse({ states: paymentStates }), order: 'newest', after: null, limit: 500 },
        call,
      ),
    );
    expect(page.payouts.length).toBeLessThan(500);
    expect(await listedPayouts()).toEqual([]);
  });

  it('answers a search for duplicates in a draft that is deleted meanwhile as for a draft that does not exist', async () => {
    const { sheetId } = await desk.csv(sheetHeader + sheetLine(1) + sheetLine(1));
    const batchId = await desk.prepared(sheetId);
    const { parts, call } = desk;
    const turn = async (): Promise<void> => {
      parts.store.takeBackDraft(batchId, 100, 5000);
      await systemClock.turn();
    };
    const find = batchHandlers({ ...parts, clock: { ...systemClock, turn } })['batches.duplicates'];
    await expect(async () => find({ batchId }, call)).rejects.toMatchObject({
      appError: { code: 'notFound', details: { batchId } },
    });
  });

  it('never reuses the number of a batch', async () => {
    const numbers: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const batchId = `batch${time}`;
      importBatch(store, batchId, 2);
      numbers.push(store.rowsOfBatch(batchId, 0, 1)[0]?.paymentId ?? 0);
      store.takeBackDraft(batchId, 100, 5000);
    }
    expect(new Set(numbers).size).toBe(3);
    const again = `INSERT INTO batches (batchNumber, batchId, profileNumber, fileName, fileHash, callbackUrl, state, createdAt)
      VALUES (1, 'again', 1, '', '', '', 'importing', 1)`;
    expect(() => store.database.exec(again)).toThrow('a batch number is given out once');
  });
});
