import type { WitnessFault, WitnessState } from '../../../contract/audit/witness.ts';
import type { StoreContext } from '../context/context.ts';
import type { WitnessFile } from '../ports/index.ts';
import { readSetting } from './settings.ts';
import { longestWaitSeconds, withinLimit } from './within-limit.ts';
import { checkpointNumberIn, hasLine, lastWriteFault } from './witness.ts';

/** Whether the witness file is up to date; null if none is set. */
export type WatchWitness = () => Promise<WitnessState | null>;

const pollMs = 10_000;

/**
 * Compares the end of the witness file with the last checkpoint, periodically. While checkpoints are being written to it, the last
 * result stands. If the last write failed, it is tried again first: a person may have followed the advice. Only `audit.verify` reads the whole file.
 */
export function createWatchWitness(
  { store, clock }: StoreContext,
  witnessFile: WitnessFile,
  { isWriting, writeAgain }: { readonly isWriting: () => boolean; readonly writeAgain: () => Promise<void> },
): WatchWitness {
  let known: { readonly key: string; readonly at: number; readonly state: WitnessState } | null = null;
  return async () => {
    const path = readSetting(store, 'witnessFile');
    if (path === null) return null;
    const isFresh = known?.key === keyOf(path) && clock.now() - known.at < pollMs && clock.now() >= known.at;
    if (known !== null && (isFresh || (isWriting() && known.state.path === path))) return known.state;
    if (lastWriteFault(store) !== null) await withinLimit(clock, writeAgain(), () => undefined);
    const unwritten = lastWriteFault(store);
    const key = keyOf(path);
    const noAnswer: WitnessFault = { code: 'noAnswer', seconds: longestWaitSeconds };
    const fault = unwritten ?? (await withinLimit(clock, faultOf(path), () => noAnswer));
    const state: WitnessState = { path, fault };
    if (!isWriting()) known = { key, at: clock.now(), state };
    return state;
  };

  function keyOf(path: string): string {
    return JSON.stringify([path, lastWriteFault(store), store.lastCheckpoint()?.number]);
  }

  /** What is wrong with the file; null: it ends with the last checkpoint. */
  async function faultOf(path: string): Promise<WitnessFault | null> {
    const last = store.lastCheckpoint();
    if (last === null) return null;
    const read = await witnessFile.readLast(path);
    if (!read.ok) return read.fault;
    const { value: line } = read;
    const number = checkpointNumberIn(line);
    if (line === null || number === null) return { code: 'endChanged' };
    if (!hasLine(store, number, line)) return { code: 'otherCheckpoint', checkpoint: number };
    if (number === last.number) return null;
    return { code: 'behind', checkpoint: number, last: last.number };
  }
}
