import { crc32 } from 'node:zlib';
import { fail, succeed } from '../../../contract/result.ts';
import type { Failure, Result } from '../../../contract/result.ts';
import type { FileNote } from '../../../contract/batches/file-note.ts';
import type { Clock } from '../../core/ports/index.ts';
import { largestFileBytes } from '../../../contract/batches/sheet.ts';
import { fileTooLarge, tooManyColumns, unreadable } from './open-text.ts';
import { shown } from '../problems.ts';
import type { Table, WorksheetLooks, Worksheets } from './table.ts';
import { plainXml } from './plain-xml.ts';
import { farCell, looksOfWorksheet } from './xlsx-looks.ts';
import { readInWorker, TableFailure, type Unread } from './xlsx-worker.ts';
import { packedOf, readDirectory, unpack, type ZipEntry } from '../zip/read-zip.ts';
import { stored, zipOf, type ZippedFile } from '../zip/zip-layout.ts';
import { withUncalculated } from './xlsx-formulas.ts';
import { numberFormats, withKnownDays, withNumbersAsShown, type NumberFormats } from './xlsx-formats.ts';
import {
  asksForCalculation,
  hiddenRows,
  partsOf,
  withErrorsAsText,
  type WorkbookParts,
} from './xlsx-parts.ts';

const packedStart = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Old Excel workbooks, and new ones with a password, are files of this kind. */
const compoundStart = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const passwordMark = Buffer.from('EncryptedPackage', 'utf16le');

const workbookPart = 'xl/workbook.xml';
const relationsPart = 'xl/_rels/workbook.xml.rels';
/** They say which the other parts are. */
const firstParts: ReadonlySet<string> = new Set([workbookPart, relationsPart]);

/** The most that a workbook may contain when unpacked: several times what 100,000 payouts take. */
const largestUnpackedBytes = 400 * 1024 * 1024;

/** Whether a file begins like a workbook, a current one or one with a password. */
export function isPacked(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return start.subarray(0, 4).equals(packedStart) || hasPassword(start);
}

function hasPassword(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(compoundStart) && bytes.includes(passwordMark);
}

/**
 * Opens an XLSX workbook. The table is the named worksheet, or the first visible one with content. Numbers are returned as the
 * digits in the file, dates as 2026-12-31, truth values as TRUE and FALSE. Fails with `fileUnreadable`, at once or, by a thrown
 * `TableFailure`, while it is read.
 */
export async function openWorkbook(
  bytes: Uint8Array,
  name: string,
  worksheet: string | null,
  clock: Clock,
): Promise<Result<Table>> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (archive.length > largestFileBytes) return fileTooLarge(name);
  if (hasPassword(archive)) return withPassword(name);
  const entries = readDirectory(archive);
  if (entries === null || !entries.some((entry) => entry.name === workbookPart)) return broken(name);
  if (new Set(entries.map((entry) => entry.name)).size < entries.length) return broken(name);
  let left = largestUnpackedBytes;
  const parts = new Map<string, Buffer>();
  const hiddenRowsOf = new Map<string, number>();
  const looksOf = new Map<string, WorksheetLooks>();
  const farFiles = new Map<string, Unread>();
  // Only what the directory lists: the library would also read, and prefer, what is merely in between.
  const listed: ZippedFile[] = [];
  let cellLooks: CellLooks | null = null;
  const none = Buffer.alloc(0);
  const partOf = (part: string): Buffer => parts.get(part) ?? none;
  let found: WorkbookParts | null = null;
  const book = (): WorkbookParts => (found ??= partsOf(partOf(workbookPart), partOf(relationsPart)));
  for (const entry of inReadingOrder(entries, () => book().styles)) {
    if (entry.isEncrypted) return withPassword(name);
    if (!/\.xml(?:\.rels)?$/.test(entry.name)) continue;
    const unpacked = await unpack(archive, entry, left);
    if (unpacked === null) return broken(name);
    if (unpacked === 'tooLarge' || unpacked.length >= left) return tooLarge(name);
    left -= unpacked.length;
    const plain = await plainXml(unpacked, clock);
    const isFirst = firstParts.has(entry.name);
    const isStyles = !isFirst && entry.name === book().styles;
    if (isFirst || isStyles) parts.set(entry.name, plain);
    const isWorksheet = !isFirst && book().sheets.some(({ file }) => file === entry.name);
    if (isWorksheet) {
      hiddenRowsOf.set(entry.name, hiddenRows(plain));
      looksOf.set(entry.name, looksOfWorksheet(plain));
      const far = await farCell(plain, clock);
      if (far !== null) farFiles.set(entry.name, far);
    }
    const readable = isWorksheet
      ? await readableWorksheet(
          plain,
          (cellLooks ??= cellLooksOf(partOf(workbookPart), partOf(book().styles))),
          clock,
        )
      : isStyles
        ? withKnownDays(plain)
        : plain;
    const isChanged = readable !== unpacked;
    listed.push({
      name: entry.name,
      method: isChanged ? stored : entry.method,
      checksum: isChanged ? crc32(readable) : entry.checksum,
      bytes: readable.length,
      packed: (isChanged ? null : packedOf(archive, entry)) ?? readable,
    });
  }
  const { sheets } = book();
  const namesOf = (some: typeof sheets): string[] => some.map(({ name: title }) => title);
  const hidden = namesOf(sheets.filter(({ isHidden }) => isHidden));
  const others = namesOf(sheets.filter(({ hasRows }) => !hasRows));
  const far = new Map(
    sheets.flatMap(({ name: title, file }) => {
      const reason = farFiles.get(file);
      return reason === undefined ? [] : [[title, reason] as const];
    }),
  );
  const notes: FileNote[] = [];
  let worksheets: Worksheets = { names: [], name: null };
  const onWorksheets = (read: Worksheets): void => {
    const file = sheets.find((each) => each.name === read.name)?.file ?? '';
    const looks = looksOf.get(file);
    worksheets = looks === undefined ? read : { ...read, looks };
    if (worksheet !== null && read.name === null)
      throw new TableFailure(noWorksheet(name, worksheet, read.names));
    const rows = hiddenRowsOf.get(file) ?? 0;
    if (rows > 0) notes.push({ code: 'rowsHidden', rows });
  };
  const explain = (reason: Unread): Failure => unreadFailures[reason](name);
  const pieces = readInWorker(zipOf(listed), { worksheet, hidden, others, far }, onWorksheets, explain);
  return succeed({ pieces, notes, worksheets: () => worksheets });
}

/** What a workbook says of the cells of all its worksheets: whether the values of formulas may be old, and how numbers are shown. */
type CellLooks = { readonly areStale: boolean; readonly formats: NumberFormats };

function cellLooksOf(workbookXml: Buffer, stylesXml: Buffer): CellLooks {
  return { areStale: asksForCalculation(workbookXml), formats: numberFormats(stylesXml) };
}

/** What is needed to read worksheets comes first, in whatever order the archive has it; `styles` is known once the first parts were read. */
function* inReadingOrder(entries: readonly ZipEntry[], styles: () => string): Generator<ZipEntry> {
  yield* entries.filter(({ name }) => firstParts.has(name));
  const stylesPart = styles();
  yield* entries.filter(({ name }) => name === stylesPart);
  yield* entries.filter(({ name }) => name !== stylesPart && !firstParts.has(name));
}

/** A worksheet as a person would see it, where the library would read something else. */
async function readableWorksheet(
  xml: Buffer,
  { areStale, formats }: CellLooks,
  clock: Clock,
): Promise<Buffer> {
  const calculated = await withUncalculated(withErrorsAsText(xml), areStale, clock);
  return withNumbersAsShown(calculated, formats, clock);
}

function noWorksheet(name: string, worksheet: string, names: readonly string[]): Failure {
  const known = names.map((each) => `“${shown(each)}”`).join(', ');
  return fail('inputInvalid', `${name} has no worksheet “${shown(worksheet)}”. It has ${known}.`);
}

function withPassword(name: string): Failure {
  return fail(
    'fileUnreadable',
    `${name} is protected by a password. Open it in the spreadsheet program, save it without one, and choose that file.`,
  );
}

/** By the reason, the failure of a workbook of this name. */
const unreadFailures: Record<Unread, (name: string) => Failure> = {
  broken,
  tooLarge,
  tooWide: tooManyColumns,
};

function broken(name: string): Failure {
  return unreadable(
    `${name} begins as an Excel workbook (or another packed file) does, but cannot be read as one. Open it in the spreadsheet program, save it as “Excel workbook (.xlsx)” or “CSV UTF-8”, and choose that file.`,
  );
}

function tooLarge(name: string): Failure {
  return unreadable(
    `${name} holds more than Bursar can read. Copy the payouts alone into a new workbook, or split them into several.`,
  );
}
