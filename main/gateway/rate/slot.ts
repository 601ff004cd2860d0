import type { Priority } from '../../core/ports/index.ts';

/** The right to let one request leave. It counts as leaving now until it is reported as left or not. */
export type Slot = {
  /** The request has left, now. */
  departed(): void;
  /** The gateway has answered the request that left, so it arrived there before now; otherwise without effect. */
  answered(): void;
  /** The request will not leave; without effect once it has. */
  release(): void;
};

export type SlotRequest = {
  readonly priority: Priority;
  readonly signal: AbortSignal;
  /** How many slots at the same moment; called again whenever its turn may have come. */
  readonly count: () => 1 | 2;
  /** Goes before others of its priority: it has had its turn and could not use it. */
  readonly isFirst: boolean;
};
