import type { AppError, ErrorCode, ErrorDetails } from './errors.ts';

/** The outcome of anything that can fail for a reason outside the program: a value, or an error with a code. */
export type Result<Value> = { readonly ok: true; readonly value: Value } | Failure;

export type Failure = { readonly ok: false; readonly error: AppError };

export function succeed<Value>(value: Value): Result<Value> {
  return { ok: true, value };
}

/**
 * Makes a failed result. The message says what happened, to what, and what to do next; details carry
 * everything that a face may want to show field by field, never a secret.
 */
export function fail(code: ErrorCode, message: string, details: ErrorDetails = {}): Failure {
  return { ok: false, error: { code, message, details } };
}
