import manifest from '../../../../package.json' with { type: 'json' };
import type { WholeCommand } from '../command.ts';
import { commandsOf, findCommand, noCommand } from '../command-line.ts';
import { commands } from '../commands/index.ts';
import { exitCodeHelp } from '../exit-codes.ts';
import { examples } from './examples.ts';
import { optionHelpOf } from './option-help.ts';

const commonOptions: readonly (readonly [string, string])[] = [
  ['--data-dir DIR', 'the data folder (or BURSAR_DATA_DIR)'],
  ['--profile NAME', 'the merchant profile; optional if there is only one'],
  [
    '--key-file FILE',
    'sign with this key file (or BURSAR_KEY_FILE; BURSAR_KEY_PASSPHRASE if encrypted); nothing is stored',
  ],
  ['--json', 'print one JSON document on standard output and nothing else'],
];

/**
 * The help that a command line requests: all of it, a group of commands, one command, or the version. Null if it requests none. An unknown
 * command throws `CommandFailed`.
 */
export function helpFor(words: readonly string[]): string | null {
  const [first, ...others] = words;
  if (first === '--version') return `Bursar ${manifest.version}`;
  const beforeDashes = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  const isAsked = beforeDashes.includes('--help') || beforeDashes.includes('-h');
  if (first !== undefined && first !== 'help' && !isAsked) return null;
  const asked = (first === 'help' ? others : words).filter((word) => word !== '--help' && word !== '-h');
  const end = asked.findIndex((word) => word.startsWith('-'));
  const named = end === -1 ? asked : asked.slice(0, end);
  if (named.length === 0) return wholeHelp();
  const command = findCommand(named);
  if (command !== null) return commandHelp(command);
  const [word = ''] = named;
  const group = commandsOf(word);
  if (group.length === 0) throw noCommand(word);
  return groupHelp(group);
}

function wholeHelp(): string {
  return [
    'bursar: sends payouts in batches through a payment gateway, exactly once and to the last decimal.',
    '',
    ...commandLines(commands),
    '',
    '`bursar help COMMAND` explains a command with its options, and `bursar --version` names the version.',
    '',
    ...footer(),
  ].join('\n');
}

function groupHelp(group: readonly WholeCommand[]): string {
  return [...commandLines(group), '', '`bursar help COMMAND` explains a command with its options.'].join(
    '\n',
  );
}

function commandHelp(command: WholeCommand): string {
  const { name, usage, summary } = command;
  const options = optionLines(command);
  const example = examples[name];
  const others = commandsOf(name);
  return [
    `Usage: bursar ${usage}`,
    '',
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    '',
    ...(options.length === 0 ? [] : ['Options:', ...options, '']),
    ...(example === undefined ? [] : ['Example:', `  bursar ${example}`, '']),
    ...(others.length === 0 ? [] : ['See also:', ...commandLines(others), '']),
    ...footer(),
  ].join('\n');
}

/** The options of a command, with the value that its usage shows for each. Options that the usage omits are from older versions. */
function optionLines({ name, usage, options }: WholeCommand): string[] {
  return columns(
    Object.entries(options).flatMap(([option, kind]) => {
      const value = new RegExp(`--${option}(?![\\w-])(?: ('[^']*'|[^\\s[\\]]+?)(?=[\\s\\]]|\\|--|$))?`).exec(
        usage,
      );
      if (value === null) return [];
      const shown = kind === 'flag' ? `--${option}` : `--${option} ${value[1] ?? ''}`;
      return [[shown, optionHelpOf(name, option) ?? ''] as const];
    }),
  );
}

function commandLines(some: readonly WholeCommand[]): string[] {
  const width = 60;
  return some.map(({ usage, summary }) =>
    usage.length < width
      ? `  ${usage.padEnd(width)} ${summary}`
      : `  ${usage}\n  ${''.padEnd(width)} ${summary}`,
  );
}

function footer(): string[] {
  return [
    'Options of every command:',
    ...columns(commonOptions),
    '',
    'Times and days are in UTC.',
    '',
    'Exit codes:',
    ...columns(Object.entries(exitCodeHelp)),
  ];
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
