import type { Priority } from '../../core/ports/index.ts';
import type { Slot, SlotRequest } from './slot.ts';

type Waiting = SlotRequest & { readonly grant: (slots: readonly Slot[]) => void };

/** Who waits for a slot, in the order in which they are to be served. All operations take constant time. */
type WaitingLine = {
  add(waiting: Waiting): void;
  remove(waiting: Waiting): void;
  first(): Waiting | null;
  size(): number;
};

export function createWaitingLine(): WaitingLine {
  const lanes = {
    interactive: createLane(),
    submission: createLane(),
    polling: createLane(),
  } satisfies Record<Priority, Lane>;
  const inOrder = [lanes.interactive, lanes.submission, lanes.polling];
  const laneOf = (waiting: Waiting): Set<Waiting> => {
    const lane = lanes[waiting.priority];
    return waiting.isFirst ? lane.again : lane.ordinary;
  };
  return {
    add(waiting) {
      laneOf(waiting).add(waiting);
    },
    remove(waiting) {
      laneOf(waiting).delete(waiting);
    },
    first() {
      for (const lane of inOrder)
        for (const queue of [lane.again, lane.ordinary]) for (const waiting of queue) return waiting;
      return null;
    },
    size: () => inOrder.reduce((sum, lane) => sum + lane.again.size + lane.ordinary.size, 0),
  };
}

// Sets keep the order of arrival and forget any member at once.
type Lane = { readonly again: Set<Waiting>; readonly ordinary: Set<Waiting> };

function createLane(): Lane {
  return { again: new Set(), ordinary: new Set() };
}
