import { largestFileBytes } from '../../../contract/batches/sheet.ts';
import { tooLargeToImport } from '../../../contract/text/files/too-large.ts';
import type { FileNote } from '../../../contract/batches/file-note.ts';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import type { Clock } from '../../core/ports/index.ts';
import { largestColumns } from '../limits.ts';
import { judgeBytes, type Encoding } from './encoding.ts';

/** A text file: its bytes without byte order mark, and their encoding. */
type OpenText = { readonly bytes: Buffer; readonly encoding: Encoding; readonly notes: FileNote[] };

const howToSave = 'Save it in the spreadsheet program as “CSV UTF-8” and import that file.';
const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Files that people take for a CSV, by their first bytes. */
const otherKinds: readonly { readonly start: readonly number[]; readonly is: string }[] = [
  { start: [0xd0, 0xcf, 0x11, 0xe0], is: 'is an old Excel workbook, not a CSV file' },
  { start: [0x25, 0x50, 0x44, 0x46], is: 'is a PDF document, not a CSV file' },
  { start: [0xff, 0xfe], is: 'is written in UTF-16 (“Unicode text”), which Bursar does not read' },
  { start: [0xfe, 0xff], is: 'is written in UTF-16 (“Unicode text”), which Bursar does not read' },
  { start: [...Buffer.from('<html')], is: 'is a web page, not a CSV file' },
  { start: [...Buffer.from('{\\rtf')], is: 'is a word processor document, not a CSV file' },
];

/**
 * Interprets a file's bytes as text: UTF-8 with or without a byte order mark, or else Windows-1252, which is reported. Fails with
 * `fileUnreadable` if it is not text, or too large. `name` is safe to show.
 */
export async function openText(bytes: Uint8Array, name: string, clock: Clock): Promise<Result<OpenText>> {
  if (bytes.length > largestFileBytes) return fileTooLarge(name);
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const other = otherKinds.find(({ start }) => all.subarray(0, start.length).equals(Buffer.from(start)));
  if (other !== undefined) return unreadable(`${name} ${other.is}. ${howToSave}`);
  if (all.includes(0))
    return unreadable(
      `${name} has bytes that no CSV file has: it is binary, or text in UTF-16. ${howToSave}`,
    );
  await clock.turn();
  const isMarked = all.subarray(0, utf8Mark.length).equals(utf8Mark);
  const content = isMarked ? all.subarray(utf8Mark.length) : all;
  if (content.length === 0) return unreadable(`${name} is empty. Choose another file.`);
  switch (await judgeBytes(content, clock)) {
    case 'binary':
      return unreadable(`${name} has bytes that no CSV file has: it is binary, or UTF-16. ${howToSave}`);
    case 'utf-8':
      return succeed({ bytes: content, encoding: 'utf-8', notes: [] });
    case 'other':
      if (isMarked)
        return unreadable(
          `${name} is marked as UTF-8 but holds other characters: it is damaged. ${howToSave}`,
        );
      return succeed({ bytes: content, encoding: 'windows-1252', notes: [{ code: 'windows1252' }] });
  }
}

/** A file over `largestFileBytes`. */
export function fileTooLarge(name: string): Failure {
  return unreadable(`${name} ${tooLargeToImport}`);
}

/** A table with more than `largestColumns`. */
export function tooManyColumns(name: string): Failure {
  return unreadable(
    `${name} has more than ${largestColumns} columns. Remove those that payouts do not need.`,
  );
}

/** A failure caused by the file as a whole. */
export function unreadable(message: string): Failure {
  return fail('fileUnreadable', message);
}
