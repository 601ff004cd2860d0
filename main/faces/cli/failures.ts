import type { AppError } from '../../../contract/errors.ts';
import { exitCodeOf, exitCodes, type ExitCode } from './exit-codes.ts';

/** Ends a command: the error is shown and decides the exit code. */
export class CommandFailed extends Error {
  readonly appError: AppError;
  readonly exitCode: ExitCode;

  constructor(appError: AppError, exitCode: ExitCode = exitCodeOf(appError.code)) {
    super(appError.message);
    this.appError = appError;
    this.exitCode = exitCode;
  }
}

/** Says what only the command line can do without the keychain. */
export function withKeyFileAdvice(error: AppError): AppError {
  if (error.code !== 'keychainUnavailable' && error.code !== 'keychainLocked') return error;
  const advice = 'Without the keychain, name a key file for each call with --key-file.';
  return { ...error, message: `${error.message} ${advice}` };
}

/** An invalid command line. */
export function wrongUsage(message: string): CommandFailed {
  return new CommandFailed({ code: 'inputInvalid', message, details: {} }, exitCodes.usage);
}
