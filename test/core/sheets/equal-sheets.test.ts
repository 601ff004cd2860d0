import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { auditProblems } from '../../kit/store.ts';
import { must, newDesk, reopened, sheetHeader, sheetLine } from '../../kit/sheet-desk.ts';

it('the release of a draft leaves another sheet of equal rows as it was, with its rows to be released too', async () => {
  const { desk, store } = await newDesk();
  const row = sheetHeader + sheetLine(1);
  const sheet = await desk.csv(row + sheetLine(1));
  const { sheetId, version } = sheet;
  const rows = { kind: 'rowNumbers' as const, rowNumbers: [2], version };
  const { aside } = must(await desk.sheets['sheets.setAside']({ sheetId, rows }, desk.call));
  const batchId = await desk.prepared(aside.sheetId);
  expect(await desk.prepared(sheetId)).toBe(batchId);
  expect((await desk.show(aside.sheetId)).batchId).toBeNull();
  await desk.release(batchId);
  const { desk: later } = await reopened(store);
  expect(must(await later.sheets['sheets.list']({}, later.call))).toMatchObject([
    { sheetId: aside.sheetId, rows: 1 },
  ]);
  const links = await later.sheets['sheets.setAsideLinks']({ sheetId: null, batchId }, later.call);
  expect(must(links)).toMatchObject([
    { from: { sheetId: null, batchId }, to: { sheetId: aside.sheetId, batchId: null } },
  ]);
  const second = await later.prepared(aside.sheetId);
  const duplicates = must(await later.batches['batches.duplicates']({ batchId: second }, later.call));
  expect(duplicates.sameFileAs).toMatchObject({ batchId });
  await later.release(second);
  expect(second).not.toBe(batchId);
  expect(must(await later.sheets['sheets.list']({}, later.call))).toEqual([]);
});

it.each(['changes', 'is discarded'])(
  'a sheet has all its rows in the draft that it prepares while an equal sheet that had that draft %s',
  async (how) => {
    const { desk } = await newDesk();
    const { store } = desk.parts;
    const rows = sheetHeader + Array.from({ length: 1500 }, (_, index) => sheetLine(index + 1)).join('');
    const first = await desk.csv(rows, 'first.csv');
    const { sheetId } = await desk.csv(rows, 'second.csv');
    const batchId = await desk.prepared(first.sheetId);
    const { releasesOfContent } = store;
    let done: Promise<unknown> | null = null;
    store.releasesOfContent = (...content) => {
      done ??=
        how === 'is discarded'
          ? desk.remove(first.sheetId)
          : desk.change(first.sheetId, { kind: 'set', rows: [{ rowId: 1, cells: { amount: '9.99' } }] });
      return releasesOfContent(...content);
    };
    expect(await desk.prepared(sheetId)).toBe(batchId);
    await done;
    expect((await desk.show(sheetId)).batchId).toBe(batchId);
    expect(store.findBatch(batchId)).toMatchObject({ state: 'draft', rows: 1500, sheetId });
    expect(store.rowsOfBatch(batchId, 0, 2000)).toHaveLength(1500);
    expect(auditProblems(store)).toEqual([]);
  },
);

it('a sheet that is edited while it is about to be removed as an unchanged copy stays, with the edit', async () => {
  const { desk } = await newDesk();
  const { store } = desk.parts;
  const edit = { kind: 'set' as const, rows: [{ rowId: 1, cells: { amount: '9.99' } }] };
  const { sheetId: released } = await desk.csv(sheetHeader + sheetLine(1));
  const batchId = await desk.prepared(released);
  await desk.release(batchId);
  const repeat = async () => {
    const source = { kind: 'repeat' as const, batchId };
    const opened = must(await desk.sheets['sheets.open']({ source }, desk.call));
    return opened.kind === 'opened' ? opened.sheet.sheetId : expect.fail('not opened');
  };
  const sheetId = await repeat();
  await Promise.all([
    desk.change(sheetId, edit),
    desk.sheets['sheets.remove']({ sheetId, onlyUnchangedRepeat: true }, desk.call),
  ]);
  expect(store.findSheet(sheetId)?.undo).not.toBeNull();
  const [copy, own] = [await repeat(), await repeat()];
  const { releasesOfContent } = store;
  let done: Promise<unknown> | null = null;
  store.releasesOfContent = (...content) => {
    done ??= desk.change(copy, edit);
    return releasesOfContent(...content);
  };
  must(await desk.sheets['sheets.prepare']({ sheetId: own, isForDraft: true }, desk.call));
  await done;
  const kept = must(await desk.sheets['sheets.list']({}, desk.call));
  expect(new Set(kept.map((each) => each.sheetId))).toEqual(new Set([sheetId, copy, own]));
});

it('emits an event for a sheet that is renamed or whose draft is discarded, and for a draft that a change of rows deletes', async () => {
  const { desk } = await newDesk();
  const { sheetId } = await desk.csv(sheetHeader + sheetLine(1));
  const batchId = await desk.prepared(sheetId);
  desk.events.length = 0;
  must(await desk.sheets['sheets.rename']({ sheetId, name: 'Rent' }, desk.call));
  expect(desk.events).toEqual([{ kind: 'sheet', id: sheetId }]);
  desk.events.length = 0;
  must(await desk.batches['batches.cancel']({ batchId }, desk.call));
  expect(desk.events).toContainEqual({ kind: 'sheet', id: sheetId });
  const again = await desk.prepared(sheetId);
  desk.events.length = 0;
  await desk.change(sheetId, { kind: 'set', rows: [{ rowId: 1, cells: { amount: '9.99' } }] });
  expect(desk.events).toContainEqual({ kind: 'batch', id: again });
});

it('a sheet stays open if its draft, that of an equal file, is released while it is found', async () => {
  const { desk } = await newDesk();
  const { store } = desk.parts;
  const bytes = Buffer.from(sheetHeader + sheetLine(1));
  const file = { profileName: 'main', fileName: 'f.csv', bytes };
  const { batch } = must(await desk.sheets['batches.import'](file, desk.call));
  const { sheetId } = await desk.csv(sheetHeader + sheetLine(1));
  const { linkSheet } = store;
  desk.parts.store.linkSheet = (...both) => {
    store.releaseBatch(batch.batchId, { rowsHash: batch.rowsHash, releasesSeen: null, at: 5000 });
    return linkSheet(...both);
  };
  expect(await desk.prepared(sheetId)).toBe(batch.batchId);
  Object.assign(desk.parts.store, { linkSheet });
  expect(await desk.prepared(sheetId)).not.toBe(batch.batchId);
});

it.each(['a sheet', 'a file on the command line'])(
  'holds a sheet with the rows of %s that was released before, however both are written',
  async (earlier) => {
    const { desk } = await newDesk();
    const rows = sheetHeader + sheetLine(1) + sheetLine(2);
    const fileName = 'first.csv';
    const bytes = Buffer.from(rows.replaceAll('\n', '\r\n'));
    const batchId =
      earlier === 'a sheet'
        ? await desk.prepared((await desk.csv(rows, fileName)).sheetId)
        : must(await desk.sheets['batches.import']({ profileName: 'main', fileName, bytes }, desk.call)).batch
            .batchId;
    await desk.release(batchId);
    const { sheetId } = await desk.csv(rows, 'other.csv');
    const again = await desk.prepared(sheetId);
    const duplicates = must(await desk.batches['batches.duplicates']({ batchId: again }, desk.call));
    expect(duplicates.sameFileAs).toMatchObject({ batchId, by: 'rows' });
    expect(desk.parts.store.heldDrafts(9)).toMatchObject([{ batchId: again, sameFileAs: batchId }]);
  },
);
