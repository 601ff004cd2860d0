import type { AppError } from '../../../contract/errors.ts';

export type * from './archives.ts';
export type * from './background-work.ts';
export type * from './callback-listening.ts';
export type * from './clock.ts';
export type * from './controls.ts';
export type * from './documents.ts';
export type * from './embedded-sandbox.ts';
export type * from './evidence.ts';
export type * from './files.ts';
export type * from './gateway.ts';
export type * from './keys.ts';
export type * from './payout-rules.ts';
export type * from './signed-folder.ts';
export type * from './store/index.ts';

export type RunLimits = {
  /** The most payouts whose intent is committed but whose answer is not recorded yet. */
  readonly submissions: number;
  /** The most payments polled at the same time. */
  readonly polls: number;
};

/** Receives a failure that no call is waiting for. */
export type Report = (error: AppError) => void;
