import { AppError } from '../contract/errors.ts';

/** The rejection of a call: the error of the contract, unchanged. */
export class CallError extends Error {
  readonly appError: AppError;

  constructor(appError: AppError) {
    super(appError.message);
    this.name = 'CallError';
    this.appError = appError;
  }
}

/** Any thrown value as an error of the contract: a bug in the page itself is reported as `internal`. */
export function appErrorOf(thrown: unknown): AppError {
  if (thrown instanceof CallError) return thrown.appError;
  const isAppError = AppError.safeParse(thrown);
  if (isAppError.success) return isAppError.data;
  const cause = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    code: 'internal',
    message: 'Something went wrong inside Bursar. Try again, or start Bursar again.',
    details: { cause },
  };
}

/** Whether a call ended because a person stopped it, which is not an error to show. */
export function isStopped(thrown: unknown): boolean {
  return appErrorOf(thrown).code === 'stopped';
}
