import { z } from 'zod';
import { WitnessFault, WitnessLine } from '../../../contract/audit/witness.ts';
import { readJson } from '../../../contract/json.ts';
import type { CoreContext } from '../context/context.ts';
import type { StoredCheckpoint, WitnessFile, Store } from '../ports/index.ts';
import { readSetting } from './settings.ts';

const linesAtOnce = 1000;
const setting = 'witnessed';

/** An older Bursar stored a sentence. */
const StoredFault = z.union([
  WitnessFault,
  z.string().transform((): WitnessFault => ({ code: 'notWritten', cause: null })),
]);

/** The last event in a witness file, and why it could not be written the last time. */
const Witnessed = z.object({ path: z.string(), number: z.number().int(), failure: StoredFault.nullable() });
type Witnessed = z.infer<typeof Witnessed>;

const Numbered = z.object({ number: z.number() });

/**
 * Appends every checkpoint that the witness file does not have yet. A failure raises attention, and is retried with the
 * next checkpoint, or when somebody looks whether the file is up to date. A file that lost earlier lines, or
 * has those of another log, gets no more, because it would look complete.
 */
export async function notifyWitness(
  { store, emit }: Pick<CoreContext, 'store' | 'emit'>,
  witnessFile: WitnessFile,
): Promise<void> {
  const path = readSetting(store, 'witnessFile');
  const known = witnessedOf(store);
  if (path === null) {
    // If the same file is chosen again later, it is started again.
    if (known !== null) store.writeSetting(setting, JSON.stringify(null));
    return;
  }
  let place: Witnessed = known?.path === path ? known : { path, number: 0, failure: null };
  if (await isAnother(store, witnessFile, place)) return;
  for (;;) {
    const checkpoints = store.listCheckpoints(place.number, linesAtOnce);
    const last = checkpoints.at(-1);
    if (last === undefined) return;
    const written = await witnessFile.append(path, checkpoints.map(lineOf));
    place = written.ok ? { path, number: last.number, failure: null } : { ...place, failure: written.fault };
    store.writeSetting(setting, JSON.stringify(place));
    if (JSON.stringify(place.failure) !== JSON.stringify(known?.failure ?? null))
      emit({ kind: 'settings', id: 'witness' });
    if (!written.ok) return;
  }
}

/** Whether the file is gone, ends before the last line written to it, or ends with a line that this log does not have, as after a restore. */
async function isAnother(
  store: Pick<Store, 'listCheckpoints'>,
  witnessFile: WitnessFile,
  { path, number }: Witnessed,
): Promise<boolean> {
  const read = await witnessFile.readLast(path);
  if (!read.ok) return number > 0 && read.fault.code === 'notRead' && read.fault.cause === 'ENOENT';
  if (read.value === null) return number > 0;
  const last = checkpointNumberIn(read.value);
  return last !== null && (last < number || !hasLine(store, last, read.value));
}

/** Whether this line is the one of the log's checkpoint of this number. */
export function hasLine(store: Pick<Store, 'listCheckpoints'>, number: number, line: string): boolean {
  const [checkpoint] = store.listCheckpoints(number - 1, 1);
  return checkpoint?.number === number && line === lineOf(checkpoint);
}

/** The number of the checkpoint in a line of a witness file; null if there is none. */
export function checkpointNumberIn(line: string | null): number | null {
  const said = readJson(WitnessLine, line);
  return said === null ? null : (readJson(Numbered, said.checkpoint)?.number ?? null);
}

/** Why the witness file could not be written; null if it could, or none is set. */
export function lastWriteFault(store: Pick<Store, 'readSetting'>): WitnessFault | null {
  const known = witnessedOf(store);
  return known !== null && known.path === readSetting(store, 'witnessFile') ? known.failure : null;
}

function witnessedOf(store: Pick<Store, 'readSetting'>): Witnessed | null {
  return readJson(Witnessed, store.readSetting(setting));
}

/** A checkpoint as a line of a witness file. */
function lineOf({ content, publicKey, signature }: StoredCheckpoint): string {
  const line: WitnessLine = { checkpoint: content, publicKey, signature };
  return JSON.stringify(line);
}
