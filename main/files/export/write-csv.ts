import type { ExportCell, TableWriter } from '../../core/ports/index.ts';

const byteOrderMark = '\ufeff';
const lineEnd = '\r\n';
const blockCharacters = 64 * 1024;

/**
 * What a spreadsheet treats as the beginning of a formula; including full-width forms, because some programs fold them. A text that has
 * an apostrophe before it gets another one, so that its own is not taken for the sign.
 */
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;

/** A cell that no spreadsheet runs: a formula gets a leading apostrophe, numbers stay numbers. */
export function defuse(cell: string): string {
  return formulaStart.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
}

/** The original of a defused cell: the apostrophe is a sign for the spreadsheet, and not part of an account or a name. */
export function undefused(cell: string): string {
  return cell.startsWith("'") && defuse(cell.slice(1)) === cell ? cell.slice(1) : cell;
}

export function textIn(cell: ExportCell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

function writeCell(cell: ExportCell): string {
  const safe = defuse(textIn(cell));
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function writeRecord(cells: readonly ExportCell[]): string {
  // A lone empty cell would be an empty line, which readers skip.
  if (cells.length === 1 && cells[0] === '') return `""${lineEnd}`;
  return `${cells.map(writeCell).join(',')}${lineEnd}`;
}

/**
 * Writes rows of text cells as CSV: UTF-8 with the byte order mark that Excel needs, commas, CRLF, cells quoted if necessary and
 * defused if a spreadsheet would run them as a formula.
 */
export function writeCsv(header: readonly string[], rows: Iterable<readonly string[]>): Uint8Array {
  const table = new CsvTable(header);
  for (const row of rows) table.addRow(row);
  return table.bytes();
}

/** The same, in pieces. */
export function beginCsv(header: readonly string[]): TableWriter {
  const table = new CsvTable(header);
  return {
    add: (rows) => {
      for (const row of rows) table.addRow(row);
      return Promise.resolve();
    },
    finish: () => Promise.resolve(table.bytes()),
  };
}

class CsvTable {
  readonly #blocks: Buffer[] = [];
  #block: string;

  constructor(header: readonly string[]) {
    this.#block = `${byteOrderMark}${writeRecord(header)}`;
  }

  addRow(row: readonly ExportCell[]): void {
    this.#block += writeRecord(row);
    if (this.#block.length < blockCharacters) return;
    this.#blocks.push(Buffer.from(this.#block, 'utf8'));
    this.#block = '';
  }

  bytes(): Uint8Array {
    return Buffer.concat([...this.#blocks, Buffer.from(this.#block, 'utf8')]);
  }
}
