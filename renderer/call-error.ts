import { AppError } from '../contract/errors.ts';

/** What a call rejects with: the error of the contract, word for word. */
export class CallError extends Error {
  readonly appError: AppError;

  constructor(appError: AppError) {
    super(appError.message);
    this.name = 'CallError';
    this.appError = appError;
  }
}

/** Any thrown value as an error of the contract: a fault of the page itself is reported as `internal`. */
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

/** Whether a call ended because a person stopped it, which is no fault to show. */
export function isStopped(thrown: unknown): boolean {
  return appErrorOf(thrown).code === 'stopped';
}
