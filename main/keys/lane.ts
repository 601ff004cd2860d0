/** The result of a call in a lane: its value, its error, or no answer within the time limit. */
export type LaneAnswer<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'failed' }
  | { readonly kind: 'late' };

type Lane = <Value>(call: () => Promise<Value>, undo?: () => Promise<unknown>) => Promise<LaneAnswer<Value>>;

/**
 * Creates a lane in which calls run one after the other, each answered within the time limit (milliseconds from the call). A call
 * that is late continues, because nothing can interrupt it, and those behind it wait, so that a keychain that waits for a person
 * blocks only one thread; if it succeeds after all, `undo` reverts it, because its caller was told that it failed. A call that is
 * late before its turn never runs. The reason of a failure is discarded on purpose: it may quote what was being stored.
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
