import { countKnownHeaders, fewestKnown } from '../columns/header.ts';
import { delimiters, endOfSlice, parseRecords, type Delimiter } from './records.ts';
import { isBlankRecord } from './table.ts';

/**
 * The delimiter under which the header has the most columns that Bursar knows, and then the most cells. The first record is the
 * header, unless it has fewer than two known columns and one further down, as below a title, has more. Records are parsed with each
 * delimiter, so that quotes are respected.
 */
export function detectDelimiter(text: Buffer): Delimiter {
  const head = text.subarray(0, endOfSlice(text, 0));
  const tables = delimiters.map((delimiter) => ({
    delimiter,
    records: parseRecords(head, delimiter).records.filter((record) => !isBlankRecord(record)),
  }));
  const byFirst = bestOf(
    tables.map(({ delimiter, records }) => ({ delimiter, records: records.slice(0, 1) })),
  );
  if (byFirst.known >= fewestKnown) return byFirst.delimiter;
  const byAny = bestOf(tables);
  return byAny.known >= fewestKnown ? byAny.delimiter : byFirst.delimiter;
}

function bestOf(
  tables: readonly { readonly delimiter: Delimiter; readonly records: readonly string[][] }[],
): { readonly delimiter: Delimiter; readonly known: number } {
  let best: { delimiter: Delimiter; known: number; cells: number } = { delimiter: ',', known: -1, cells: -1 };
  for (const { delimiter, records } of tables)
    for (const record of records) {
      const known = countKnownHeaders(record);
      const cells = record.length;
      if (known > best.known || (known === best.known && cells > best.cells))
        best = { delimiter, known, cells };
    }
  return best;
}

/** The line `sep=;` that Excel writes and reads in front of the header. */
type SeparatorLine =
  | { readonly kind: 'none' }
  /** `bytes` long, line end included. */
  | { readonly kind: 'delimiter'; readonly delimiter: Delimiter; readonly bytes: number }
  | { readonly kind: 'unknown'; readonly value: string };

const separatorLine = /^"?sep=([^\r\n]?)"?[,;\t|]*(?:\r\n|\n|\r|$)/i;

/** Reads a leading `sep=` line from the beginning of a file. */
export function readSeparatorLine(text: Buffer): SeparatorLine {
  const match = separatorLine.exec(text.toString('latin1', 0, 64));
  if (match === null) return { kind: 'none' };
  const [line, value = ''] = match;
  const delimiter = delimiters.find((known) => known === value);
  if (delimiter === undefined) return { kind: 'unknown', value };
  return { kind: 'delimiter', delimiter, bytes: line.length };
}
