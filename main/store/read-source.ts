import { FileSource, RowSource } from '../../contract/batches/source.ts';
import { readJson } from '../../contract/json.ts';
import { textOrNullIn, type Row } from './read-row.ts';
import { unreadable } from './store-error.ts';

/** The message that a batch or sheet came from, in its column `source`; null where it came from a table. */
export function readFileSource(row: Row): FileSource | null {
  const text = textOrNullIn(row, 'source');
  if (text === null) return null;
  return readJson(FileSource, text) ?? refuse(text);
}

/** The IDs of a row in the message that it came in; null for a row of a table. */
export function readRowSource(row: Row): RowSource | null {
  const text = textOrNullIn(row, 'source');
  if (text === null) return null;
  return readJson(RowSource, text) ?? refuse(text);
}

/** How both are written. */
export function sourceText(source: FileSource | RowSource | null): string | null {
  return source === null ? null : JSON.stringify(source);
}

function refuse(text: string): never {
  throw unreadable(`'${text.slice(0, 50)}' as where payouts come from`);
}
