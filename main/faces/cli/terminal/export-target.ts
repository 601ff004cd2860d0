import { counted } from '../../../../contract/text/numbers.ts';
import type { TableFormat } from '../../../../contract/operation.ts';
import { textOption, type OptionValues } from '../command.ts';
import { wrongUsage } from '../failures.ts';
import { shownWord, type Output } from './output.ts';
import { writeNewFile } from './write-new-file.ts';

/** The file that `--out` names, which every export needs. */
export function readOut(options: OptionValues): string {
  const out = textOption(options, 'out');
  if (out === null) throw wrongUsage('--out FILE is required.');
  return out;
}

/** The path and format of an export: by the extension of the file if no format is named. */
export function readExport(options: OptionValues): { out: string; format: TableFormat } {
  const out = readOut(options);
  const format = textOption(options, 'format') ?? tableFormatOf(out);
  if (format !== 'csv' && format !== 'xlsx') throw wrongUsage('--format takes csv or xlsx.');
  return { out, format };
}

/** The format for a file extension; a table is either CSV or XLSX. */
export function tableFormatOf(file: string): TableFormat {
  if (/\.(?:pdf|xml|json|zip)$/i.test(file))
    throw wrongUsage(
      `${shownWord(file)} does not say whether it is CSV or XLSX. Name a file that ends in .csv or .xlsx.`,
    );
  return /\.xlsx$/i.test(file) ? 'xlsx' : 'csv';
}

/** Saves an export to its new file, and says how many of these are in it. */
export async function saveExport(
  output: Output,
  out: string,
  { bytes, rows }: { readonly bytes: Uint8Array; readonly rows: number },
  word: string,
): Promise<void> {
  await writeNewFile(out, bytes);
  output.json({ rows, file: out });
  output.print(`Saved ${counted(rows, word)} to ${out}.`);
}
