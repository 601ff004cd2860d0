import type { SheetChange } from '../../../contract/batches/sheet-change.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { found, auditProblems, claim } from '../../kit/store.ts';
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

/** Sends a released batch and lets every payout of it end so. */
function end(batchId: string, state: 'paid' | 'failed'): string[] {
  const intents = claim(store, batchId, 1000);
  const at = 5000;
  store.record(
    intents.map(({ payment, attemptNumber }) =>
      found(payment.paymentId, 'sending', 'accepted', {
        attempt: { number: attemptNumber, status: 201, answer: '{}' },
      }),
    ),
    at,
  );
  store.record(
    intents.map(({ payment }) =>
      found(payment.paymentId, 'accepted', state, {
        dueAt: null,
        ...(state === 'failed'
          ? ({ problem: { code: 'finished', status: 'FAILED' }, gatewayStatus: 'FAILED' } as const)
          : { problem: null }),
      }),
    ),
    at,
  );
  return intents.map(({ payment }) => payment.idPayment);
}

describe('preparing a sheet', () => {
  it('is refused while a row has a problem, naming row, column and what is expected, and for an empty sheet', async () => {
    const { sheetId } = await desk.csv(`${sheetHeader}${sheetLine(1)}x,EUR,WIRE,,,,\n`);
    const { code, details } = await desk.refusal(sheetId);
    expect(code).toBe('fileHasErrors');
    expect(details.problems).toEqual([
      { field: 'row 2, Amount', value: 'x', fault: { code: 'amountNotNumber' } },
    ]);
    const empty = await desk.opened({ kind: 'empty' });
    expect((await desk.refusal(empty.sheetId)).code).toBe('fileHasErrors');
  });

  it('creates one draft of the same rows, also after a restart, and links both', async () => {
    const { sheetId } = await desk.csv(sheetHeader + sheetLine(1) + sheetLine(2, 'own-2'));
    const batchId = await desk.prepared(sheetId);
    expect(await desk.prepared(sheetId)).toBe(batchId);
    expect((await desk.show(sheetId)).batchId).toBe(batchId);
    await restart();
    expect(await desk.prepared(sheetId)).toBe(batchId);
    const summary = must(await desk.batches['batches.summary']({ batchId }, desk.call));
    expect(summary).toMatchObject({ sheetId, state: 'draft', rows: 2 });
    expect(desk.parts.store.rowsOfBatch(batchId, 0, 10).map(({ idPayment }) => idPayment)).toEqual([
      `${batchId}-1`,
      'own-2',
    ]);
  });

  it('leaves nothing of a draft if the program ends before all of it is stored, and makes it again', async () => {
    const { sheetId } = await desk.csv(sheetHeader + sheetLine(1, 'own-1'));
    const { addRows } = store;
    store.takeBackDraft = () => {
      throw new Error('the power went');
    };
    store.addRows = (...rows) => {
      addRows(...rows);
      throw new Error('the power went');
    };
    await expect(desk.prepare(sheetId)).rejects.toThrow('the power went');
    expect((await desk.show(sheetId)).batchId).toBeNull();
    await restart();
    expect((await desk.show(sheetId)).batchId).toBeNull();
    const batchId = await desk.prepared(sheetId);
    const batches = desk.parts.store.listBatches({ after: null, limit: 9 });
    expect(batches).toMatchObject([{ batchId, state: 'draft', sheetId }]);
    expect(auditProblems(desk.parts.store)).toEqual([]);
  });

  it('discards the draft at the first change: it is gone, its order IDs are free, and the audit is clean', async () => {
    const { sheetId } = await desk.csv(
      sheetHeader + Array.from({ length: 1200 }, (_, i) => sheetLine(i + 1, `own-${i}`)).join(''),
    );
    const first = await desk.prepared(sheetId);
    const { rowsHash } = must(await desk.batches['batches.summary']({ batchId: first }, desk.call));
    const changed = await desk.change(sheetId, {
      kind: 'set',
      rows: [{ rowId: 1, cells: { amount: '9.99' } }],
    });
    expect(changed.sheet.batchId).toBeNull();
    expect(store.findBatch(first)).toBeNull();
    expect(store.usedOrderIds('key-1', ['own-0', 'own-1199'])).toEqual([]);
    expect(auditProblems(store)).toEqual([]);
    const release = await desk.batches['batches.release'](
      { batchId: first, rowsHash, confirmed: null },
      desk.call,
    );
    expect(release.ok ? 'released' : release.error.code).toBe('notFound');
    const second = await desk.prepared(sheetId);
    expect(second).not.toBe(first);
    const again = must(await desk.batches['batches.summary']({ batchId: second }, desk.call));
    expect(again.rowsHash).not.toBe(rowsHash);
    await desk.undo(sheetId);
    expect(store.findBatch(second)).toBeNull();
    expect(auditProblems(store)).toEqual([]);
  });

  it('leaves nothing of a draft when the program ends while discarding it', async () => {
    const { sheetId } = await desk.csv(
      sheetHeader + Array.from({ length: 40 }, (_, i) => sheetLine(i + 1, `own-${i}`)).join(''),
    );
    const batchId = await desk.prepared(sheetId);
    expect(desk.parts.store.takeBackDraft(batchId, 15, 1)).toBe(15);
    await restart();
    expect(store.findBatch(batchId)).toBeNull();
    expect(store.usedOrderIds('key-1', ['own-0', 'own-39'])).toEqual([]);
    expect(await desk.show(sheetId)).toMatchObject({ rows: 40, batchId: null });
    expect(auditProblems(store)).toEqual([]);
    expect(await desk.prepared(sheetId)).toBeDefined();
  });

  it('I3: never discards a batch that was released, and the sheet is gone with the release', async () => {
    const { sheetId } = await desk.csv(sheetHeader + sheetLine(1));
    const batchId = await desk.prepared(sheetId);
    await desk.release(batchId);
    expect(desk.parts.store.takeBackDraft(batchId, 10, 1)).toBeNull();
    expect(must(await desk.sheets['sheets.list']({}, desk.call))).toEqual([]);
    const change: SheetChange = { kind: 'remove', rowIds: [1] };
    const refused = await desk.sheets['sheets.change']({ sheetId, change }, desk.call);
    expect(refused.ok ? null : refused.error.code).toBe('notFound');
    await restart();
    expect(desk.parts.store.findBatch(batchId)).toMatchObject({ state: 'released', sheetId: null });
  });
});

describe('a sheet of a draft', () => {
  it('is its source, or one of its rows, whose generated order IDs are generated again', async () => {
    const bytes = Buffer.from(sheetHeader + sheetLine(1) + sheetLine(2, 'own-2'));
    const imported = must(
      await desk.sheets['batches.import']({ profileName: 'main', fileName: 'f.csv', bytes }, desk.call),
    );
    const { batchId } = imported.batch;
    const sheet = await desk.opened({ kind: 'draft', batchId });
    expect(sheet).toMatchObject({ batchId, rows: 2, name: 'f.csv' });
    expect((await desk.opened({ kind: 'draft', batchId })).sheetId).toBe(sheet.sheetId);
    expect((await desk.rows(sheet.sheetId)).map(({ cells }) => cells.idPayout)).toEqual(['', 'own-2']);
    expect(await desk.prepared(sheet.sheetId)).toBe(batchId);
    await desk.change(sheet.sheetId, { kind: 'remove', rowIds: [1] });
    expect(desk.parts.store.findBatch(batchId)).toBeNull();
    expect(await desk.prepared(sheet.sheetId)).not.toBe(batchId);
  });
});

describe('a sheet of retries', () => {
  async function failed(rows: number): Promise<{ batchId: string; idPayouts: string[] }> {
    const { sheetId } = await desk.csv(
      sheetHeader + Array.from({ length: rows }, (_, i) => sheetLine(i + 1)).join(''),
    );
    const batchId = await desk.prepared(sheetId);
    await desk.release(batchId);
    return { batchId, idPayouts: end(batchId, 'failed') };
  }

  it('contains the failed payouts, linked to them, under new order IDs', async () => {
    const { batchId, idPayouts } = await failed(2);
    const sheet = await desk.opened({ kind: 'retryBatch', batchId });
    expect((await desk.rows(sheet.sheetId)).map(({ retryOf }) => retryOf)).toEqual(idPayouts);
    const retry = await desk.prepared(sheet.sheetId);
    expect(desk.parts.store.rowsOfBatch(retry, 0, 9).map(({ retryOf }) => retryOf)).toEqual(idPayouts);
  });

  it('is named after the file, also if it retries a retry', async () => {
    let { batchId } = await failed(1);
    const file = desk.parts.store.findBatch(batchId)?.fileName;
    const names: string[] = [];
    while (names.length < 3) {
      const sheet = await desk.opened({ kind: 'retryBatch', batchId });
      names.push(sheet.name);
      await desk.release((batchId = await desk.prepared(sheet.sheetId)));
      end(batchId, 'failed');
    }
    expect(names).toEqual([`Retry of ${file}`, `Retry 2 of ${file}`, `Retry 3 of ${file}`]);
  });

  it('never pays twice: payouts already retried are refused or left out, whatever happened in between', async () => {
    const { batchId, idPayouts } = await failed(2);
    const [first = '', second = ''] = idPayouts;
    const early = await desk.opened({ kind: 'retryPayouts', idPayouts: [first, second] });
    const sheet = await desk.opened({ kind: 'retryPayouts', idPayouts: [first] });
    const retry = await desk.prepared(sheet.sheetId);
    const refused = await desk.open({ kind: 'retryPayouts', idPayouts: [second, first] });
    expect(refused.ok ? null : refused.error).toMatchObject({
      code: 'notReleasable',
      message: expect.stringContaining(
        `draft ${retry} already retries payout ${first}. Release or discard that draft.`,
      ),
    });
    expect((await desk.refusal(early.sheetId)).details.problems).toMatchObject([
      { fault: { code: 'retryStands', idPayout: first, by: { batchId: retry, state: 'draft' } } },
    ]);
    const rest = must(await desk.open({ kind: 'retryBatch', batchId }));
    expect(rest).toMatchObject({
      kind: 'opened',
      sheet: { rows: 1 },
      notes: [{ code: 'retriedAlready', payouts: 1, of: 2 }],
    });

    // The repair fails too, and is itself repaired and paid: the first payout stands for nothing any more.
    await desk.release(retry);
    const [retryId = ''] = end(retry, 'failed');
    const third = await desk.opened({ kind: 'retryPayouts', idPayouts: [retryId] });
    const thirdBatch = await desk.prepared(third.sheetId);
    await desk.release(thirdBatch);
    end(thirdBatch, 'paid');
    expect((await desk.open({ kind: 'retryPayouts', idPayouts: [first] })).ok).toBe(false);
    expect((await desk.open({ kind: 'retryPayouts', idPayouts: [retryId] })).ok).toBe(false);
    expect((await desk.open({ kind: 'retryPayouts', idPayouts: [second] })).ok).toBe(true);
  });

  it('never pays twice: if a payout and its retry both failed, only one of them is sent again', async () => {
    const [first = ''] = (await failed(1)).idPayouts;
    const retry = await desk.prepared(
      (await desk.opened({ kind: 'retryPayouts', idPayouts: [first] })).sheetId,
    );
    await desk.release(retry);
    const [second = ''] = end(retry, 'failed');
    const { sheetId } = await desk.opened({ kind: 'retryPayouts', idPayouts: [first, second] });
    expect((await desk.refusal(sheetId)).details.problems).toMatchObject([
      { fault: { code: 'retryRepeated', idPayout: second } },
    ]);
  });

  it('is not held by a draft that is gone: the mark on a row is checked again, and never prevents a check', async () => {
    const { idPayouts } = await failed(2);
    const look = async (sheetId: string) =>
      must(await desk.sheets['sheets.findings']({ sheetId, withMethods: false, isFresh: true }, desk.call));
    const listed = async (sheetId: string) =>
      must(await desk.sheets['sheets.list']({}, desk.call)).find((sheet) => sheet.sheetId === sheetId);
    const a = await desk.opened({ kind: 'retryPayouts', idPayouts: idPayouts.slice(0, 1) });
    const b = await desk.opened({ kind: 'retryPayouts', idPayouts });
    const draft = await desk.prepared(a.sheetId);
    expect((await desk.refusal(b.sheetId)).code).toBe('fileHasErrors');
    expect(await desk.show(b.sheetId)).toMatchObject({ problemRows: 1, markedRows: 1 });
    expect(await listed(b.sheetId)).toMatchObject({ problemRows: 1 });
    expect(await desk.rows(b.sheetId)).toMatchObject([
      { problems: [{ fault: { code: 'retryStands' } }] },
      { problems: [] },
    ]);

    must(await desk.sheets['sheets.remove']({ sheetId: a.sheetId }, desk.call));
    expect(desk.parts.store.findBatch(draft)).toBeNull();
    await look(b.sheetId);
    expect(await desk.show(b.sheetId)).toMatchObject({ problemRows: 0, markedRows: 0 });
    expect(await listed(b.sheetId)).toMatchObject({ problemRows: 0 });
    expect(await desk.rows(b.sheetId)).toMatchObject([{ problems: [] }, { problems: [] }]);
    const second = await desk.prepared(b.sheetId);
    // The draft of the sheet itself is no reason to mark its rows.
    await look(b.sheetId);
    expect(await desk.show(b.sheetId)).toMatchObject({ batchId: second, problemRows: 0 });
  });

  it('that was begun before is opened again, with what was changed in it, if it is of exactly the same payouts', async () => {
    const { batchId, idPayouts } = await failed(2);
    const begun = await desk.opened({ kind: 'retryBatch', batchId });
    const rows = [{ rowId: 1, cells: { accountNumber: 'MENDED' } }];
    must(
      await desk.sheets['sheets.change'](
        { sheetId: begun.sheetId, change: { kind: 'set', rows } },
        desk.call,
      ),
    );
    for (const source of [
      { kind: 'retryBatch', batchId },
      { kind: 'retryPayouts', idPayouts: idPayouts.toReversed() },
    ] as const)
      expect(must(await desk.open(source))).toMatchObject({
        sheet: { sheetId: begun.sheetId },
        notes: [{ code: 'retryBegun' }],
      });
    expect((await desk.rows(begun.sheetId))[0]?.cells.accountNumber).toBe('MENDED');
    const one = await desk.opened({ kind: 'retryPayouts', idPayouts: idPayouts.slice(0, 1) });
    expect(one.sheetId).not.toBe(begun.sheetId);
    must(await desk.sheets['sheets.remove']({ sheetId: begun.sheetId }, desk.call));
    expect((await desk.opened({ kind: 'retryBatch', batchId })).sheetId).not.toBe(begun.sheetId);
  });

  it('accepts only failed payouts', async () => {
    const { sheetId } = await desk.csv(sheetHeader + sheetLine(1));
    const batchId = await desk.prepared(sheetId);
    await desk.release(batchId);
    end(batchId, 'paid');
    const refused = await desk.open({ kind: 'retryPayouts', idPayouts: [`${batchId}-1`] });
    expect(refused.ok ? null : refused.error.code).toBe('notReleasable');
    expect((await desk.open({ kind: 'retryBatch', batchId })).ok).toBe(false);
  });
});
