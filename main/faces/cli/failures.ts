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

/** An invalid command line. */
export function wrongUsage(message: string): CommandFailed {
  return new CommandFailed({ code: 'inputInvalid', message, details: {} }, exitCodes.usage);
}
