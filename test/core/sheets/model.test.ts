import * as fc from 'fast-check';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PayoutFilter } from '../../../contract/payments/history.ts';
import { paymentStates, type PaymentState } from '../../../contract/payments/payment.ts';
import { checkDerived } from '../../../main/core/maintenance/derived.ts';
import { payoutHandlers } from '../../../main/core/payouts/payout-handlers.ts';
import {
  addProfile,
  auditProblems,
  close,
  openIn,
  restoreBackup,
  temporaryFolder,
  value,
} from '../../kit/store.ts';
import { must, openDesk, type Desk } from '../../kit/sheet-desk.ts';

/** What Bursar should hold, kept as simply as can be. Each part is replaced, never changed, so that a backup is a copy of the object. */
type Sheet = { readonly sheetId: string; readonly names: readonly string[]; readonly batchId: string | null };
type Batch = {
  readonly batchId: string;
  readonly names: readonly string[];
  readonly state: 'draft' | 'queued' | 'cancelled' | 'unknown';
};
type Records = { readonly sheets: readonly Sheet[]; readonly batches: readonly Batch[] };

type World = {
  readonly directory: string;
  desk: Desk;
  records: Records;
  readonly backups: { readonly path: string; readonly records: Records }[];
  openings: number;
  names: number;
};
type Command = (world: World) => Promise<void>;

const header = 'amount,currency,method,name,iban,order id,reference\n';
const signal = new AbortController().signal;

function pick<Item>(items: readonly Item[], which: number): Item | undefined {
  return items[which % Math.max(items.length, 1)];
}

function keepSheet(world: World, sheet: Sheet): void {
  const { sheets } = world.records;
  world.records = {
    ...world.records,
    sheets: sheets.map((each) => (each.sheetId === sheet.sheetId ? sheet : each)),
  };
}

function keepBatch(world: World, batch: Batch): void {
  const { batches } = world.records;
  world.records = {
    ...world.records,
    batches: batches.map((each) => (each.batchId === batch.batchId ? batch : each)),
  };
}

function forgetBatch(world: World, batchId: string | null): void {
  const { batches } = world.records;
  world.records = { ...world.records, batches: batches.filter((batch) => batch.batchId !== batchId) };
}

/** Names differ from row to row, so that a search finds what it should and nothing else. */
function newName(world: World): string {
  world.names += 1;
  return `Payee n${world.names}n`;
}

async function open(world: World, rows: number): Promise<void> {
  const names = Array.from({ length: rows }, () => newName(world));
  const lines = names.map((name, index) => `${index + 1}.50,EUR,SEPA,${name},DE89370400440532013000,,r\n`);
  const { sheetId } = await world.desk.csv(header + lines.join(''));
  world.records = {
    ...world.records,
    sheets: [...world.records.sheets, { sheetId, names, batchId: null }],
  };
}

/** An edit takes the draft back. */
async function edit(world: World, which: number, row: number): Promise<void> {
  const sheet = pick(world.records.sheets, which);
  if (sheet === undefined) return;
  const rows = await world.desk.rows(sheet.sheetId);
  const index = row % rows.length;
  const name = newName(world);
  await world.desk.change(sheet.sheetId, {
    kind: 'set',
    rows: [{ rowId: rows[index]?.rowId ?? 0, cells: { accountName: name } }],
  });
  forgetBatch(world, sheet.batchId);
  keepSheet(world, { ...sheet, names: sheet.names.with(index, name), batchId: null });
}

async function undo(world: World, which: number): Promise<void> {
  const sheet = pick(world.records.sheets, which);
  if (sheet === undefined) return;
  const { undo: label } = await world.desk.show(sheet.sheetId);
  if (label === null) return;
  await world.desk.undo(sheet.sheetId);
  const names = (await world.desk.rows(sheet.sheetId)).map(({ cells }) => cells.accountName);
  forgetBatch(world, sheet.batchId);
  keepSheet(world, { ...sheet, names, batchId: null });
}

async function prepare(world: World, which: number): Promise<void> {
  const sheet = pick(world.records.sheets, which);
  if (sheet === undefined) return;
  const { batchId } = must(await world.desk.prepare(sheet.sheetId));
  if (sheet.batchId !== null) return expect(batchId).toBe(sheet.batchId);
  const { batches } = world.records;
  world.records = {
    ...world.records,
    batches: [
      ...batches.filter((batch) => batch.batchId !== batchId),
      { batchId, names: sheet.names, state: 'draft' },
    ],
  };
  keepSheet(world, { ...sheet, batchId });
}

/** What is released is no sheet any more. */
async function release(world: World, which: number): Promise<void> {
  const batch = pick(
    world.records.batches.filter(({ state }) => state === 'draft'),
    which,
  );
  if (batch === undefined) return;
  await world.desk.release(batch.batchId);
  keepBatch(world, { ...batch, state: 'queued' });
  const { sheets } = world.records;
  world.records = { ...world.records, sheets: sheets.filter(({ batchId }) => batchId !== batch.batchId) };
}

async function cancel(world: World, which: number): Promise<void> {
  const batch = pick(world.records.batches, which);
  if (batch === undefined) return;
  must(await world.desk.batches['batches.cancel']({ batchId: batch.batchId }, world.desk.call));
  if (batch.state !== 'draft' && batch.state !== 'queued') return;
  keepBatch(world, { ...batch, state: 'cancelled' });
  const sheet = world.records.sheets.find(({ batchId }) => batchId === batch.batchId);
  if (sheet !== undefined) keepSheet(world, { ...sheet, batchId: null });
}

async function backUp(world: World): Promise<void> {
  const path = join(temporaryFolder(), 'backup.sqlite');
  value(await world.desk.parts.store.backup(path));
  world.backups.push({ path, records: world.records });
}

/** Opens the folder again, as a restart does. */
async function reopen(world: World): Promise<void> {
  world.openings += 1;
  world.desk = await openDesk(openIn(world.directory), world.openings);
}

async function restore(world: World, which: number): Promise<void> {
  const backup = pick(world.backups, which);
  if (backup === undefined) return;
  close(world.desk.parts.store);
  const { directory } = world;
  value(await restoreBackup({ directory, backupPath: backup.path, at: Date.now() }));
  await reopen(world);
  const batches = backup.records.batches.map((batch): Batch =>
    batch.state === 'queued' ? { ...batch, state: 'unknown' } : batch,
  );
  world.records = { ...backup.records, batches };
}

async function restart(world: World): Promise<void> {
  close(world.desk.parts.store);
  await reopen(world);
}

/** As in the background: one piece of the index, so that everything else happens while it is behind. */
async function indexPiece({ desk }: World): Promise<void> {
  desk.parts.store.indexHistory();
  await Promise.resolve();
}

async function list(world: World, search: string | null): Promise<(readonly [string, PaymentState])[]> {
  const { parts, call } = world.desk;
  const found = must(
    await payoutHandlers(parts)['payouts.list'](
      {
        filter: PayoutFilter.parse({ search, states: paymentStates }),
        order: 'newest',
        after: null,
        limit: 500,
      },
      call,
    ),
  );
  return found.payouts.map(({ accountName, state }) => [accountName, state] as const);
}

/** Every payout that there should be, the newest first; batches stand in the order in which they were made. */
function expected({ records }: World): (readonly [string, PaymentState])[] {
  return records.batches
    .flatMap(({ names, state }) => names.map((name) => [name, state] as const))
    .toReversed();
}

async function searchOne(world: World, which: number): Promise<void> {
  const [name] = pick(expected(world), which) ?? [`Payee n${which}n`];
  expect(await list(world, name)).toEqual(expected(world).filter(([other]) => other === name));
}

async function listAll(world: World): Promise<void> {
  expect(await list(world, null)).toEqual(expected(world));
}

const seed = fc.nat(1000);
const weighted = (weight: number, arbitrary: fc.Arbitrary<Command>) => ({ weight, arbitrary });
const always = (command: Command): fc.Arbitrary<Command> => fc.constant(command);
const chosen = (command: (world: World, which: number) => Promise<void>): fc.Arbitrary<Command> =>
  seed.map(
    (which): Command =>
      (world) =>
        command(world, which),
  );

const command = fc.oneof(
  weighted(
    3,
    fc.integer({ min: 1, max: 4 }).map(
      (rows): Command =>
        (world) =>
          open(world, rows),
    ),
  ),
  weighted(
    6,
    fc.tuple(seed, seed).map(
      ([which, row]): Command =>
        (world) =>
          edit(world, which, row),
    ),
  ),
  weighted(2, chosen(undo)),
  weighted(8, chosen(prepare)),
  weighted(4, always(listAll)),
  weighted(4, chosen(searchOne)),
  weighted(3, always(indexPiece)),
  weighted(2, chosen(release)),
  weighted(2, chosen(cancel)),
  weighted(1, always(backUp)),
  weighted(1, chosen(restore)),
  weighted(1, always(restart)),
);

it('lists, searches and counts like a plain reference, whatever is opened, edited, checked, released, cancelled and restored', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
      const directory = temporaryFolder();
      const store = openIn(directory);
      addProfile(store);
      const world: World = {
        directory,
        desk: await openDesk(store),
        records: { sheets: [], batches: [] },
        backups: [],
        openings: 1,
        names: 0,
      };
      for (const step of steps) await step(world);
      await listAll(world);
      const { parts } = world.desk;
      const checks = (await checkDerived(parts, signal)) ?? [];
      expect(checks.filter(({ isFine }) => !isFine)).toEqual([]);
      expect(checks).toHaveLength(6);
      expect(auditProblems(parts.store)).toEqual([]);
      close(parts.store);
    }),
    { numRuns: 30, endOnFailure: true },
  );
});
