import { MappingFile, type MethodRule } from '../../../contract/batches/source.ts';
import type { OptionValues } from './command.ts';
import { CommandFailed } from './failures.ts';
import { shownWord } from './terminal/output.ts';
import { readNamedFile } from './terminal/read-named-file.ts';

const largestBytes = 1024 * 1024;

/** The option that names the mapping of a payment file. */
export const mapOption = { map: 'text' } as const;

/** The rules of the file that `--map` names; without the option those that were chosen in the window count. */
export async function readMapping(options: OptionValues): Promise<{ methodRules?: MethodRule[] }> {
  const file = options['map'];
  if (typeof file !== 'string') return {};
  const bytes = await readNamedFile(file, {
    largestBytes,
    tooLarge: `The mapping ${shownWord(file)} is larger than 1 MiB.`,
  });
  const mapping = MappingFile.safeParse(jsonIn(bytes));
  if (mapping.success) return { methodRules: mapping.data.rules };
  const [issue] = mapping.error.issues;
  const where = issue === undefined ? '' : ` At ${issue.path.join('.') || 'the top'}: ${issue.message}.`;
  throw new CommandFailed({
    code: 'inputInvalid',
    message: `The mapping ${shownWord(file)} is not one.${where} \`docs/command-line.md\` has an example.`,
    details: {},
  });
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // What is no JSON is no mapping: the caller says so.
    return null;
  }
}
