import type { BackgroundFailure, BackgroundTask } from '../../../contract/treasury/attention.ts';

/** Watches background work: a failure raises attention until the work succeeds again. */
export interface BackgroundWork {
  /** `thrown` is an error of the contract, or whatever was thrown. */
  failed(task: BackgroundTask, thrown: unknown, of?: WorkOf): void;
  worked(task: BackgroundTask, of?: WorkOf): void;
  /** Current failures, the longest first; `keyId`: of the profile that one is about. */
  failures(): (BackgroundFailure & { readonly keyId: string | null })[];
}

/** The profile that work is done for, if it is for one; `part` distinguishes several tasks of one kind. */
type WorkOf = { readonly keyId?: string; readonly part?: string };

/** How a long job is watched and stopped; `done` and `total` are in the job's own unit. */
export type JobControl = {
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
};
