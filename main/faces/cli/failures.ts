import type { AppError, ErrorCode } from '../../../contract/errors.ts';
import { fail } from '../../../contract/result.ts';
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

/** Ends a command with this error. */
export function failed(...error: Parameters<typeof fail>): CommandFailed {
  return new CommandFailed(fail(...error).error);
}

/** What was thrown; if it ends a command, and is this error where one is named, with a sentence on how to go on. */
export function withAdvice(thrown: unknown, advice: string, only?: ErrorCode): unknown {
  if (!(thrown instanceof CommandFailed) || thrown.appError.code !== (only ?? thrown.appError.code))
    return thrown;
  const { appError, exitCode } = thrown;
  return new CommandFailed({ ...appError, message: `${appError.message} ${advice}` }, exitCode);
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
