import type { SheetSource } from '../../../contract/batches/sheet.ts';
import type { Computer } from '../computer.ts';
import type { RunParts } from '../runs.ts';
import type { SeededRandom } from '../seeded-random.ts';

/** The batches that were released, newest first. */
export function releasedBatches({ store }: Computer): string[] {
  const batches = store.listBatches({ after: null, limit: 100 });
  return batches.filter(({ releasedAt }) => releasedAt !== null).map(({ batchId }) => batchId);
}

/** One of the drafts that were left; null: there is none. */
export function draftLeft({ store }: Computer, random: SeededRandom): string | null {
  const batches = store.listBatches({ after: null, limit: 100 });
  const drafts = batches.filter(({ state }) => state === 'draft');
  return drafts.length === 0 ? null : random.pick(drafts).batchId;
}

type Parts = Pick<RunParts, 'computer' | 'random' | 'scenario'>;

/** A draft of what failed in one of the batches; null: it cannot be made. */
export async function retryDraft({ computer, random }: Parts): Promise<string | null> {
  const released = releasedBatches(computer);
  if (released.length === 0) return null;
  const result = await computer.call('batches.retry', { batchId: random.pick(released) });
  return result === 'crashed' || !result.ok ? null : result.value.batchId;
}

/** The same by way of a sheet, where a person may change accounts. */
export async function repairDraft(
  { computer, random, scenario }: Parts,
  which: 'all' | 'one',
): Promise<string | null> {
  const released = releasedBatches(computer);
  if (released.length === 0) return null;
  const batchId = random.pick(released);
  const failed = computer.store
    .rowsOfBatch(batchId, 0, 1000)
    .filter(({ state }) => state === 'failed' || state === 'rejected');
  if (failed.length === 0) return null;
  const source: SheetSource =
    which === 'all'
      ? { kind: 'retryBatch', batchId }
      : { kind: 'retryPayouts', idPayouts: [random.pick(failed).idPayment] };
  const opened = await computer.call('sheets.open', { source });
  if (opened === 'crashed' || !opened.ok || opened.value.kind !== 'opened') return null;
  const { sheetId, rows } = opened.value.sheet;
  if (scenario.editsAccounts) {
    const cells = { accountNumber: `NEW${batchId.slice(0, 4).toUpperCase()}${random.below(10_000)}` };
    const edited = Array.from({ length: rows }, (_, index) => ({ rowId: index + 1, cells }));
    await computer.call('sheets.change', { sheetId, change: { kind: 'set', rows: edited } });
  }
  const prepared = await computer.call('sheets.prepare', { sheetId });
  return prepared === 'crashed' || !prepared.ok ? null : prepared.value.batchId;
}
