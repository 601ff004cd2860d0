import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import type { FileNote } from '../../../contract/batches/file-note.ts';
import { largestFileBytes } from '../../../contract/batches/sheet.ts';
import { XmlRefused, type XmlHandler } from '../xml/xml-parser.ts';
import { shown } from '../problems.ts';
import { DamagedEntry, readDirectory, unpack, type ZipEntry } from '../zip/read-zip.ts';
import { fileTooLarge, tooManyColumns, unreadable } from './open-text.ts';
import { TableFailure, type Piece, type Table, type TableRecord, type Worksheets } from './table.ts';
import type { CellRules } from './xlsx-cells.ts';
import { StylesReader } from './xlsx-formats.ts';
import {
  parsePart,
  RelationsReader,
  relationsPart,
  Unread,
  workbookPart,
  WorkbookReader,
  type UnreadReason,
} from './xlsx-parts.ts';
import { SharedTexts } from './xlsx-texts.ts';
import { WorksheetReader } from './xlsx-worksheet.ts';

const packedStart = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Old Excel workbooks, and new ones with a password, are files of this kind. */
const compoundStart = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const passwordMark = Buffer.from('EncryptedPackage', 'utf16le');

/** The most that the parts of a workbook that are read may contain when unpacked: several times what 100,000 payouts take. */
const largestUnpackedBytes = 400 * 1024 * 1024;

/** How many rows are handed on between two turns of the process. */
const rowsAtOnce = 200;
/** Nothing yet, while a part is parsed. */
const nothing: Piece = { records: [], line: 0, fault: null };

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
export function openWorkbook(bytes: Uint8Array, name: string, worksheet: string | null): Result<Table> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (archive.length > largestFileBytes) return fileTooLarge(name);
  if (hasPassword(archive)) return withPassword(name);
  const entries = readDirectory(archive);
  if (entries === null || !entries.some((entry) => entry.name === workbookPart)) return broken(name);
  if (new Set(entries.map((entry) => entry.name)).size < entries.length) return broken(name);
  if (entries.some(({ isEncrypted }) => isEncrypted)) return withPassword(name);
  const reading = new WorkbookReading(archive, entries, name, worksheet);
  return succeed({
    pieces: reading.pieces(),
    notes: reading.notes,
    worksheets: () => reading.worksheets,
  });
}

/** Reads a workbook once. */
class WorkbookReading {
  readonly notes: FileNote[] = [];
  worksheets: Worksheets = { names: [], name: null };
  readonly #archive: Buffer;
  /** What the directory lists; what is merely in between is not part of the workbook. */
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly #name: string;
  readonly #wanted: string | null;
  #left = largestUnpackedBytes;

  constructor(archive: Buffer, entries: readonly ZipEntry[], name: string, wanted: string | null) {
    this.#archive = archive;
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
    this.#name = name;
    this.#wanted = wanted;
  }

  async *pieces(): AsyncGenerator<Piece> {
    try {
      yield* this.#read();
    } catch (error) {
      if (error instanceof Unread) throw new TableFailure(unreadFailures[error.reason](this.#name));
      if (error instanceof XmlRefused || error instanceof DamagedEntry)
        throw new TableFailure(broken(this.#name));
      throw error;
    }
  }

  async *#read(): AsyncGenerator<Piece> {
    const relations = new RelationsReader();
    yield* this.#parse(relationsPart, relations);
    const workbook = new WorkbookReader(relations);
    yield* this.#parse(workbookPart, workbook);
    const names = workbook.sheets.map(({ name }) => name);
    this.worksheets = { names, name: null };
    const sheets = workbook.sheets.filter(({ name, isHidden }) =>
      this.#wanted === null ? !isHidden : name === this.#wanted,
    );
    if (this.#wanted !== null && sheets.length === 0)
      throw new TableFailure(noWorksheet(this.#name, this.#wanted, names));
    const styles = new StylesReader();
    yield* this.#parse(relations.fileOf('styles'), styles);
    const shared = new SharedTexts();
    yield* this.#parse(relations.fileOf('sharedStrings'), shared);
    const rules: CellRules = {
      texts: shared,
      formats: styles.formats(),
      struck: styles.struck(),
      areStale: workbook.areStale,
      isFrom1904: workbook.isFrom1904(),
    };
    for (const sheet of sheets) {
      const reader = new WorksheetReader(rules);
      yield* this.#parse(sheet.file, reader);
      if (reader.rows.length === 0 && this.#wanted === null) continue;
      this.worksheets = { names, name: sheet.name, looks: reader.looks() };
      if (reader.hiddenRows > 0) this.notes.push({ code: 'rowsHidden', rows: reader.hiddenRows });
      yield* piecesOf(reader.rows, reader.width);
      return;
    }
  }

  /** Parses a part, if the workbook has it. */
  async *#parse(part: string | null, handler: XmlHandler): AsyncGenerator<Piece> {
    if (part === null) return;
    for await (const _ of parsePart(this.#unpacked(part), handler)) yield nothing;
  }

  async *#unpacked(part: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(part);
    if (entry === undefined) throw new Unread('broken');
    for await (const piece of unpack(this.#archive, entry)) {
      this.#left -= piece.length;
      if (this.#left < 0) throw new Unread('tooLarge');
      yield piece;
    }
  }
}

/** All rows are as wide as the widest. */
function* piecesOf(rows: readonly TableRecord[], width: number): Generator<Piece> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const records = rows.slice(start, start + rowsAtOnce).map(({ cells, line }) => {
      const missing = Array.from({ length: width - cells.length }, () => '');
      return { cells: missing.length === 0 ? cells : [...cells, ...missing], line };
    });
    yield { records, line: records.at(-1)?.line ?? 0, fault: null };
  }
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
const unreadFailures: Record<UnreadReason, (name: string) => Failure> = {
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
