import type { ReleaseSummary } from '../../../contract/batches/batch.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../../contract/operations.ts';
import type { Bursar } from '../../compose.ts';
import type { ExitCode } from './exit-codes.ts';
import type { CommandHost } from './host.ts';
import type { Output } from './terminal/output.ts';

/** Values of the options that a command line gave: texts and flags by name. */
export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** `texts` may be given several times. `newFile` names a file to write: an existing file is refused before the command runs. */
export type OptionKind = 'text' | 'texts' | 'newFile' | 'flag';

/** One command of `bursar`: its options and its action. */
export type Command = {
  readonly name: string;
  /** Names of its arguments, if it has any, for the usage line; the last may be optional. One that is a batch has a profile of its own. */
  readonly arguments?: readonly {
    readonly name: string;
    readonly isOptional?: boolean;
    readonly isBatch?: boolean;
  }[];
  /** Its own, besides those of every command. */
  readonly options?: Readonly<Record<string, OptionKind>>;
  /** Left out: its name and its arguments. */
  readonly usage?: string;
  readonly summary: string;
  /**
   * Of a command that needs no profile: it covers all of them, or searches the records of all, also of removed ones. Either is
   * refused for an unknown profile, and the first for one of several, because `--profile` cannot limit it.
   */
  readonly profiles?: 'all' | 'past';
  run(context: CommandContext): Promise<ExitCode>;
};

/** A command as it is read and explained: with what it leaves out. */
export type WholeCommand = Command & Required<Pick<Command, 'arguments' | 'options' | 'usage'>>;

export type CommandContext = {
  readonly arguments: readonly string[];
  readonly options: OptionValues;
  readonly output: Output;
  readonly directory: string;
  /** Aborts when a person presses Ctrl-C or the system asks the process to end. */
  readonly signal: AbortSignal;
  readonly host: CommandHost;
  /** Whether the data folder goes with the command, so that no other command can continue its work. */
  readonly isThrowAway?: boolean;
  /**
   * Opens the data folder for as long as `use` runs; an error opening it is reported and its exit code given. Without an exit code of its own,
   * the command is done.
   */
  withBursar(use: (session: Session) => Promise<ExitCode | void>): Promise<ExitCode>;
};

/** An open data folder, with calls that report their errors. */
export type Session = {
  readonly bursar: Bursar;
  /** Calls an operation; if it fails, throws `CommandFailed`, which ends the command with the matching exit code. */
  call<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    confirm?: (summary: ReleaseSummary) => Promise<boolean>,
  ): Promise<OperationOutput<Name>>;
};

/** The profile that the command line names, in the form that operations take. */
export function profileOption({ profile }: OptionValues): { profileName?: string } {
  return typeof profile === 'string' ? { profileName: profile } : {};
}

/** A text option, or null. */
export function textOption(options: OptionValues, name: string): string | null {
  const value = options[name];
  return typeof value === 'string' ? value : null;
}

/** All values of an option that may be given several times. */
export function textsOption(options: OptionValues, name: string): readonly string[] {
  const value = options[name];
  return typeof value === 'object' ? value : [];
}
