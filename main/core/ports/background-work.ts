import type { BackgroundFailure, BackgroundTask } from '../../../contract/treasury/attention.ts';

/** Watches work that goes on without anybody waiting for it: what fails raises attention until it works again. */
export interface BackgroundWork {
  /** `thrown` is an error of the contract, or whatever was thrown; `key` tells apart several that do the same, for instance by profile. */
  failed(task: BackgroundTask, thrown: unknown, key?: string): void;
  worked(task: BackgroundTask, key?: string): void;
  /** What fails at present, the longest first. */
  failures(): BackgroundFailure[];
}
