import { wholeLabel } from '../../../contract/text/outcome.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditProblems } from '../../kit/store.ts';
import type { MemoryStore } from '../../kit/memory-store.ts';
import { must, type Desk, newDesk, reopened, sheetHeader, sheetLine } from '../../kit/sheet-desk.ts';

let store: MemoryStore;
let desk: Desk;
beforeEach(async () => {
  ({ desk, store } = await newDesk());
});

async function restart(): Promise<void> {
  ({ desk, store } = await reopened(store));
}

describe('a release, and the order IDs of a sheet', () => {
  it('ends the sheet with the release, announces it, and names the batch from then on', async () => {
    const { sheetId } = await desk.csv(sheetHeader + sheetLine(1));
    const batchId = await desk.prepared(sheetId);
    desk.events.length = 0;
    await desk.release(batchId);
    expect(desk.events).toContainEqual({ kind: 'sheet', id: sheetId });
    expect(await desk.sheets['sheets.show']({ sheetId }, desk.call)).toMatchObject({
      ok: false,
      error: { code: 'notFound', details: { batchId } },
    });
    expect(await desk.refusal(sheetId)).toMatchObject({ code: 'notFound', details: { batchId } });
  });

  it('I2: marks order IDs that were used before, and removes the mark when they change', async () => {
    const first = await desk.csv(sheetHeader + sheetLine(1, 'own-1'));
    await desk.release(await desk.prepared(first.sheetId));
    const { sheetId } = await desk.csv(sheetHeader + sheetLine(2, 'own-1') + sheetLine(3));
    expect((await desk.refusal(sheetId)).details.problems).toEqual([
      expect.objectContaining({ field: 'row 1, Order ID', value: 'own-1' }),
    ]);
    expect(await desk.rows(sheetId, { onlyProblems: true })).toMatchObject([
      { rowId: 1, problems: [{ column: 'idPayout', fault: { code: 'orderIdUsed' } }] },
    ]);
    await desk.change(sheetId, { kind: 'set', rows: [{ rowId: 1, cells: { idPayout: '' } }] });
    expect((await desk.show(sheetId)).problemRows).toBe(0);
    expect(await desk.prepared(sheetId)).toBeDefined();
  });

  it('I2: frees an order ID with its draft, in a sheet that is open', async () => {
    const first = await desk.csv(sheetHeader + sheetLine(1, 'own-1'));
    await desk.prepared(first.sheetId);
    const { sheetId } = await desk.csv(sheetHeader + sheetLine(2, 'own-1'), 'second.csv');
    expect((await desk.refusal(sheetId)).details.problems).toMatchObject([
      { fault: { code: 'orderIdUsed' } },
    ]);
    must(await desk.sheets['sheets.remove']({ sheetId: first.sheetId }, desk.call));
    expect(await desk.prepared(sheetId)).toBeDefined();
    expect(await desk.show(sheetId)).toMatchObject({ problemRows: 0 });
  });

  it('I2: frees an order ID of a discarded draft, in the window, for a file and for a check of one', async () => {
    const text = sheetHeader + sheetLine(1, 'own-1') + sheetLine(2, 'own-2');
    const bring = async (csv: string) =>
      desk.sheets['batches.import'](
        { profileName: 'main', fileName: 'f.csv', bytes: Buffer.from(csv) },
        desk.call,
      );
    const discard = async (batchId: string) =>
      must(await desk.batches['batches.cancel']({ batchId }, desk.call));
    const first = must(await bring(text)).batch.batchId;
    expect((await bring(sheetHeader + sheetLine(3, 'own-1'))).ok).toBe(false);
    await discard(first);
    const report = must(await desk.batches['batches.show']({ batchId: first }, desk.call));
    expect([report.state, wholeLabel(report)]).toEqual(['cancelled', 'Discarded']);

    const trial = must(
      await desk.sheets['batches.checkFile'](
        { profileName: 'main', fileName: 'g.csv', bytes: Buffer.from(sheetHeader + sheetLine(3, 'own-1')) },
        desk.call,
      ),
    );
    expect(trial).toMatchObject({ rows: 1, problems: [] });
    expect(store.findBatch(first)).toMatchObject({ state: 'cancelled' });

    const second = must(await bring(sheetHeader + sheetLine(3, 'own-1'))).batch.batchId;
    expect(store.rowsOfBatch(second, 0, 9).map(({ idPayment }) => idPayment)).toEqual(['own-1']);
    expect(store.findBatch(first)).toBeNull();
    await discard(second);
    const { sheetId } = await desk.csv(sheetHeader + sheetLine(4, 'own-1') + sheetLine(5, 'own-2'));
    const third = await desk.prepared(sheetId);
    await desk.release(third);
    expect((await bring(sheetHeader + sheetLine(6, 'own-1'))).ok).toBe(false);
    await restart();
    expect(auditProblems(desk.parts.store)).toEqual([]);
  });
});
