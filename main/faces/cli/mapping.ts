import { MappingFile, type MethodRule } from '../../../contract/batches/source.ts';
import { TablePlace } from '../../../contract/batches/sheet.ts';
import { textOption, type CommandContext, type OptionValues } from './command.ts';
import { wrongUsage } from './failures.ts';
import { shownWord } from './terminal/output.ts';
import { issuesText } from './issue-text.ts';
import { readNamedFile } from './terminal/read-named-file.ts';

const largestBytes = 1024 * 1024;

/** The options for reading a file: the mapping of a payment file, and where the table is. */
export const fileOptions = { map: 'text', worksheet: 'text', 'header-row': 'text' } as const;
export const fileUsage = '[--map FILE] [--worksheet NAME] [--header-row N]';

type FileAnswers = { methodRules?: MethodRule[]; place?: TablePlace };

/** A person's options for reading a file; without `--map`, the rules that were chosen in the window apply. */
export async function readFileAnswers({
  options,
  signal,
}: Pick<CommandContext, 'options' | 'signal'>): Promise<FileAnswers> {
  const worksheet = textOption(options, 'worksheet');
  const row = textOption(options, 'header-row');
  const place = TablePlace.safeParse({ worksheet, headerRow: row === null ? null : Number(row) });
  if (!place.success)
    throw wrongUsage(
      '--header-row takes the number of the row that names the columns, from 1, and --worksheet the name of a worksheet.',
    );
  const rules = await readMapping(options, signal);
  return worksheet === null && row === null ? rules : { ...rules, place: place.data };
}

async function readMapping(
  options: OptionValues,
  signal: AbortSignal,
): Promise<{ methodRules?: MethodRule[] }> {
  const file = options['map'];
  if (typeof file !== 'string') return {};
  const tooLarge = `The mapping ${shownWord(file)} is larger than 1 MiB.`;
  const bytes = await readNamedFile(file, { largestBytes, tooLarge }, signal);
  const mapping = MappingFile.safeParse(jsonIn(bytes), { reportInput: true });
  if (mapping.success) return { methodRules: mapping.data.rules };
  throw wrongUsage(
    `The mapping ${shownWord(file)} cannot be read: ${issuesText(mapping.error)}. \`docs/command-line.md\` has an example.`,
  );
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Text that is not JSON is not a mapping: the caller says so.
    return null;
  }
}
