/** What a call in a lane came to: its value, its error, or no answer within the time limit. */
export type LaneAnswer<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'failed' }
  | { readonly kind: 'late' };

type Lane = <Value>(call: () => Promise<Value>, undo?: () => Promise<unknown>) => Promise<LaneAnswer<Value>>;

/**
 * Makes a lane in which calls run one after the other, each answered within the time limit (milliseconds,
 * counted from when it was asked for). A call that is late by then goes on, since nothing can interrupt it: those
 * behind it wait, so that a keychain which waits for a person holds one thread and not all; and should it succeed after
 * all, `undo` takes back what it did, for its caller was told that it failed. One that is late before its
 * turn never runs. The reason of a failure is dropped on purpose: it may quote what was being stored.
 */
export function createLane(answerLimitMs: number): Lane {
  let turn: Promise<unknown> = Promise.resolve();

  return async <Value>(call: () => Promise<Value>, undo?: () => Promise<unknown>) => {
    let isLate = false;
    const work = async (): Promise<LaneAnswer<Value>> => {
      if (isLate) return { kind: 'late' };
      try {
        const value = await call();
        if (isLate) await undo?.();
        return { kind: 'answered', value };
      } catch {
        return { kind: 'failed' };
      }
    };
    const answer = turn.then(work);
    turn = answer;

    const { promise: limit, resolve } = Promise.withResolvers<LaneAnswer<Value>>();
    const timer = setTimeout(() => {
      isLate = true;
      resolve({ kind: 'late' });
    }, answerLimitMs);
    try {
      return await Promise.race([answer, limit]);
    } finally {
      clearTimeout(timer);
    }
  };
}
