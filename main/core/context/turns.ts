import { fail } from '../../../contract/result.ts';
import type { StoreContext } from './context.ts';
import type { Clock } from '../ports/index.ts';
import { Refused } from './refused.ts';

/** Works in pieces until a piece finds less than it could have done, yielding to other work in between. */
export async function inPieces(clock: Clock, limit: number, piece: (limit: number) => number): Promise<void> {
  while (piece(limit) >= limit) await clock.turn();
}

/** Repeats a piece of a few milliseconds until it says that nothing is left; false if the signal aborted, or after `patience` pieces. */
export async function catchUp(
  clock: Pick<Clock, 'turn'>,
  isCaughtUp: () => boolean,
  signal: AbortSignal,
  patience = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  for (let piece = 1; !isCaughtUp(); piece += 1) {
    await clock.turn();
    if (signal.aborted || piece >= patience) return false;
  }
  return true;
}

/** The same for a call that waits until payments of an older version are prepared; throws `Refused` if it is stopped meanwhile. */
export async function catchUpOrStop(
  ...[clock, isCaughtUp, signal]: Parameters<typeof catchUp>
): Promise<void> {
  if (!(await catchUp(clock, isCaughtUp, signal)))
    throw new Refused(
      fail('stopped', 'Stopped while earlier payments were being prepared. Run it again to continue.'),
    );
}

/** Lets the index of the history catch up with the records, as `catchUp`. */
export function catchUpHistory(
  { store, clock }: StoreContext,
  signal: AbortSignal,
  patience?: number,
): Promise<boolean> {
  return catchUp(clock, () => store.indexHistory(), signal, patience);
}

/** Runs tasks on the same object one after the other; a failing task does not stop the next. */
export function inTurns(): <Value>(on: object, work: () => Promise<Value>) => Promise<Value> {
  const latest = new WeakMap<object, Promise<unknown>>();
  return (on, work) => {
    const mine = (latest.get(on) ?? Promise.resolve()).then(work);
    // Not the task itself, so that its result can be garbage-collected.
    latest.set(on, mine.then(nothing, nothing));
    return mine;
  };
}

const nothing = (): void => undefined;

/** Keeps only the latest `most` entries of a map. */
export function dropOldest<Key>(map: Map<Key, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
