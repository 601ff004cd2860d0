import { parseArgs } from 'node:util';
import type { Command, OptionKind, OptionValues, WholeCommand } from './command.ts';
import { commands } from './commands/index.ts';
import { CommandFailed, wrongUsage } from './failures.ts';
import { shownWord } from './terminal/output.ts';

/** Options that every command takes. */
const commonOptions: Readonly<Record<string, OptionKind>> = {
  'data-dir': 'text',
  profile: 'text',
  'key-file': 'text',
  json: 'flag',
};

export type CommandLine = {
  readonly command: WholeCommand;
  readonly arguments: readonly string[];
  readonly options: OptionValues;
};

/** The same command line with the options of every command that stand before the command behind it, where all others stand. */
export function commandFirst(words: readonly string[]): readonly string[] {
  let place = 0;
  while (words[place]?.startsWith('--') === true) {
    const word = words[place] ?? '';
    const kind = commonOptions[word.slice(2).split('=')[0] ?? ''];
    if (kind === undefined) break;
    place += kind === 'flag' || word.includes('=') ? 1 : 2;
  }
  const [before, rest] = [words.slice(0, place), words.slice(place)];
  const named = findCommand(rest)?.name.split(' ').length ?? rest.length;
  return [...rest.slice(0, named), ...before, ...rest.slice(named)];
}

/** Parses a command line. An invalid one throws `CommandFailed` with exit code 2. */
export function readCommandLine(words: readonly string[]): CommandLine {
  const command = findCommand(words);
  if (command === null) throw noCommand(words[0] ?? '');
  const kinds = { ...commonOptions, ...command.options };
  const { values, positionals } = parse(command, words.slice(command.name.split(' ').length), kinds);
  const needed = command.arguments.filter(({ isOptional }) => isOptional !== true).length;
  if (positionals.length < needed || positionals.length > command.arguments.length)
    throw wrongUsage(`Usage: bursar ${command.usage}`);
  // Usually an unset variable of a script.
  const empty = command.arguments.find((_argument, index) => positionals[index] === '');
  if (empty !== undefined) throw wrongUsage(`${empty.name} is empty. Usage: bursar ${command.usage}`);
  // An empty text of any other option can be meant.
  const unset = Object.entries(kinds).find(
    ([name, kind]) => values[name] === '' && (kind === 'newFile' || Object.hasOwn(commonOptions, name)),
  );
  if (unset !== undefined) throw wrongUsage(`--${unset[0]} is empty. Usage: bursar ${command.usage}`);
  return { command, arguments: positionals, options: values };
}

/** The error for an unknown command; for a command group, the message lists its commands. */
export function noCommand(first: string): CommandFailed {
  const lines = commandsOf(first).map(({ usage }) => usage);
  return wrongUsage(
    lines.length === 0
      ? `Unknown command ${shownWord(first)}. \`bursar help\` lists all commands.`
      : `The commands of ${first} are:\n  ${lines.join('\n  ')}\n\`bursar help ${first}\` says what each does.`,
  );
}

/** The command at the beginning of a command line. */
export function findCommand(words: readonly string[]): WholeCommand | null {
  const two = words.slice(0, 2).join(' ');
  return commands.find(({ name }) => name === two) ?? commands.find(({ name }) => name === words[0]) ?? null;
}

/** The commands that share a first word, such as `batch`. */
export function commandsOf(first: string): readonly WholeCommand[] {
  return commands.filter(({ name }) => name.startsWith(`${first} `));
}

function parse(
  command: Command,
  words: readonly string[],
  kinds: Readonly<Record<string, OptionKind>>,
): { values: OptionValues; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      {
        type: kind === 'flag' ? ('boolean' as const) : ('string' as const),
        multiple: kind === 'texts',
      },
    ]),
  );
  try {
    const { values, positionals, tokens } = parseArgs({
      args: withNegativeAmounts(words, kinds),
      options,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    refuseRepeated(command, tokens, kinds);
    return { values: values as OptionValues, positionals };
  } catch (thrown) {
    if (thrown instanceof CommandFailed) throw thrown;
    const unknown = words.find(
      (word) => word.startsWith('-') && word !== '--' && !isKnownOption(word, kinds),
    );
    const reason =
      unknown === undefined
        ? 'An option lacks its value, or has a value but takes none'
        : `Unknown option ${shownWord(unknown)}`;
    throw wrongUsage(`${reason}. Usage: bursar ${command.usage}`);
  }
}

/** If an option names two profiles, files or amounts, nobody can tell which one is intended. */
function refuseRepeated(
  command: Command,
  tokens: readonly { readonly kind: string; readonly name?: string }[],
  kinds: Readonly<Record<string, OptionKind>>,
): void {
  const given = new Set<string>();
  for (const { kind, name = '' } of tokens) {
    if (kind !== 'option' || (kinds[name] !== 'text' && kinds[name] !== 'newFile')) continue;
    if (given.has(name)) throw wrongUsage(`--${name} is given twice. Usage: bursar ${command.usage}`);
    given.add(name);
  }
}

/** `--amount -707` as `--amount=-707`: after an option with a text value, a negative number is that value. */
function withNegativeAmounts(
  words: readonly string[],
  kinds: Readonly<Record<string, OptionKind>>,
): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const option = joined.at(-1) ?? '';
    const takesText = option.startsWith('--') && (kinds[option.slice(2)] ?? 'flag') !== 'flag';
    if (takesText && /^-\d/.test(word)) joined.splice(-1, 1, `${option}=${word}`);
    else joined.push(word);
  }
  return joined;
}

function isKnownOption(word: string, kinds: Readonly<Record<string, OptionKind>>): boolean {
  const [name = ''] = word.replace(/^--?/, '').split('=');
  return Object.hasOwn(kinds, name);
}
