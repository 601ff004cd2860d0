import type { AppError } from '../../../../contract/errors.ts';
import { complaintsBelow, inWords } from '../../../../contract/text/complaint.ts';
import { withEscapes, withoutMisleading } from '../../../../contract/text/one-line.ts';
import type { CommandHost } from '../host.ts';

/** Where a command writes: a result to standard output, everything else to standard error. */
export type Output = {
  readonly isJson: boolean;
  /** Text of the result; nothing with --json. */
  print(text: string): void;
  /** The result as the one JSON document; nothing without --json. */
  json(value: unknown): void;
  /** One of many results as a separate line of JSON; nothing without --json. */
  jsonLine(value: unknown): void;
  /** A remark beside the result. */
  remark(text: string): void;
  error(error: AppError): void;
  /** The progress of a long command: a line that the next one replaces on a terminal, log lines elsewhere. */
  readonly progress: Progress;
};

export type Progress = {
  /** The interval between two log lines. */
  readonly stepMs: number;
  show(line: string): void;
  /** A line that stays. */
  remark(line: string): void;
  /** Removes the line from a terminal. */
  clear(): void;
};

/** What to do if a file has its header below a title. */
export const headerAdvice = 'If another row of the file names the columns, add --header-row with its number.';

const terminalStepMs = 250;
const logStepMs = 10_000;
const clearLine = '\r\u001B[K';

function createProgress(stderr: CommandHost['stderr']): Progress {
  const isTerminal = stderr.isTTY === true;
  /** A line that wraps leaves all but its last row behind each time that it is replaced. A terminal of unknown width has 0 columns. */
  const inOneRow = (line: string): string => {
    const { columns = 0 } = stderr;
    return columns === 0 || line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`;
  };
  return {
    stepMs: isTerminal ? terminalStepMs : logStepMs,
    show: (line) => void stderr.write(isTerminal ? `${clearLine}${inOneRow(line)}` : `${line}\n`),
    remark: (line) => void stderr.write(`${isTerminal ? clearLine : ''}${printable(line)}\n`),
    clear: () => {
      if (isTerminal) stderr.write(clearLine);
    },
  };
}

export function createOutput(isJson: boolean, { stdout, stderr }: Omit<CommandHost, 'stdin'>): Output {
  const remark = (text: string): void => {
    stderr.write(`${printable(text)}\n`);
  };
  return {
    isJson,
    print: (text) => {
      if (!isJson) stdout.write(`${printable(text)}\n`);
    },
    json: (value) => {
      if (isJson) stdout.write(`${withEscapes(JSON.stringify(value, null, 2))}\n`);
    },
    jsonLine: (value) => {
      if (isJson) stdout.write(`${withEscapes(JSON.stringify(value))}\n`);
    },
    remark,
    progress: createProgress(stderr),
    error: (error) => {
      const cause =
        error.code === 'internal' && error.details.cause !== undefined ? ` (${error.details.cause})` : '';
      remark(`bursar: ${error.message}${cause}`);
      for (const text of complaintsBelow(error.details.problems ?? [], error.message)) remark(`  ${text}`);
      const leftOut = error.details.problemsLeftOut ?? 0;
      if (leftOut > 0) remark(`  … and ${leftOut} more`);
      const isColumnMissing = (error.details.problems ?? []).some(
        (problem) => 'fault' in problem && problem.fault.code === 'columnMissing',
      );
      if (isColumnMissing) remark(headerAdvice);
    },
  };
}

/** An error in JSON output, with its faults in words. */
export function errorJson({ code, message, details }: AppError): unknown {
  const { problems } = details;
  return {
    code,
    message,
    details: problems === undefined ? details : { ...details, problems: problems.map(inWords) },
  };
}

/** Text from a file or a gateway, without characters that could rewrite the terminal or reverse the reading direction. */
function printable(text: string): string {
  return text.split('\n').map(withoutMisleading).join('\n');
}

const longestShownWord = 200;

/** An argument quoted in a message; one that may contain a key or is too long to be a name is not repeated. */
export function shownWord(word: string): string {
  const isShowable = word.length <= longestShownWord && !/\p{Cc}|-----BEGIN/u.test(word);
  return isShowable ? word : '(not shown)';
}

/** One line for each field that is not empty. */
export function fieldLines(fields: readonly (readonly [name: string, value: string])[]): string {
  return fields
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name.padEnd(15)} ${value}`)
    .join('\n');
}

/** The header of a column; of one with figures, which are set to the right, as `right`. */
type Column = string | { readonly right: string };

/** A table of text cells; wide characters take two places. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => withoutMisleading(cell)));
  const headers = columns.map((column) => (typeof column === 'string' ? column : column.right));
  const widths = headers.map((header, index) =>
    Math.max(displayWidth(header), ...cells.map((row) => displayWidth(row[index] ?? ''))),
  );
  const line = (row: readonly string[]): string =>
    columns
      .map((column, index) => pad(row[index] ?? '', widths[index] ?? 0, typeof column !== 'string'))
      .join('  ')
      .trimEnd();
  return [line(headers), ...cells.map(line)].join('\n');
}

function pad(text: string, width: number, isRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return isRight ? `${space}${text}` : `${text}${space}`;
}

const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{1F300}-\u{1FAFF}]/u;
const zeroWidth = /\p{Mn}|\p{Me}|\p{Cf}/u;

function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += zeroWidth.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}
