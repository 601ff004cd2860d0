import type { BackgroundFailure, BackgroundTask } from '../../../contract/treasury/attention.ts';

/** Watches background work: a failure raises attention until the work succeeds again. */
export interface BackgroundWork {
  /** `thrown` is an error of the contract, or whatever was thrown; `key` distinguishes several tasks of one kind, for instance by profile. */
  failed(task: BackgroundTask, thrown: unknown, key?: string): void;
  worked(task: BackgroundTask, key?: string): void;
  /** Current failures, the longest first. */
  failures(): BackgroundFailure[];
}

/** How a long job is watched and stopped; `done` and `total` are in the job's own unit. */
export type JobControl = {
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
};
