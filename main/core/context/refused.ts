import { AppError } from '../../../contract/errors.ts';
import { fail, type Failure } from '../../../contract/result.ts';
import { thrownText } from '../../../contract/text/failure.ts';

/** The contract error that a thrown value carries, as those of the store do; null if it carries none. */
export function attachedError(thrown: unknown): AppError | null {
  if (typeof thrown !== 'object' || thrown === null || !('appError' in thrown)) return null;
  return AppError.safeParse(thrown.appError).data ?? null;
}

/** Thrown where no result can be returned; it is dispatched as this failure. */
export class Refused extends Error {
  readonly appError: AppError;

  constructor({ error }: Failure) {
    super(error.message);
    this.appError = error;
  }
}

/** What this finds; if a record of the database cannot be read, what of it, and nothing else. */
export async function readOr<Value>(
  read: () => Promise<Value> | Value,
  otherwise: (unreadable: string) => Value,
): Promise<Value> {
  try {
    return await read();
  } catch (thrown) {
    const error = attachedError(thrown);
    const { cause } = error?.details ?? {};
    // SQLite found damage, or anything else: no record is named.
    if (error?.code !== 'databaseDamaged' || cause === undefined || cause.startsWith('SQLITE_')) throw thrown;
    return otherwise(cause);
  }
}

const internalErrorText =
  'Bursar had an internal error. Everything recorded so far is kept; restart Bursar and resume.';

/** A thrown value as an error of the contract; a value that carries none is a bug in the program, and gets this message. */
export function errorOf(thrown: unknown, message = internalErrorText): AppError {
  return attachedError(thrown) ?? fail('internal', message, { cause: thrownText(thrown) }).error;
}
