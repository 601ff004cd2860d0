import { largestColumns } from '../limits.ts';
import type { XmlAttributes, XmlHandler } from '../xml/xml-parser.ts';
import type { Cell, TableRecord, WorksheetLooks } from './table.ts';
import { cellOf, type CellRules } from './xlsx-cells.ts';
import { isSet, Unread } from './xlsx-parts.ts';
import { CellText } from './xlsx-texts.ts';

/** In characters: less than a pixel. */
const narrowest = 0.1;
/** More rows than any spreadsheet has. */
const largestRow = 2_000_000;
const place = /^([A-Z]+)(\d+)$/;
const mergedCells = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/;

/** Reads the rows of a worksheet as a person sees them. Throws `Unread`. */
export class WorksheetReader implements XmlHandler {
  /** The rows that are not empty, with their numbers. */
  readonly rows: TableRecord[] = [];
  /** The most cells of a row. */
  width = 0;
  /** How many rows are hidden and not empty: individually, by a filter, or without height. */
  hiddenRows = 0;
  readonly #hiddenColumns = new Set<number>();
  readonly #tallCells: WorksheetLooks['tallCells'][number][] = [];
  readonly #rules: CellRules;
  #row = 0;
  #isHidden = false;
  #cells: Cell[] = [];
  /** Where the last cell was; 0 before the first. */
  #column = 0;
  #cell: XmlAttributes | null = null;
  #value: string | null = null;
  #isInValue = false;
  #text: CellText | null = null;
  #hasFormula = false;

  constructor(rules: CellRules) {
    this.#rules = rules;
  }

  /** What a person sees otherwise than it is read. */
  looks(): WorksheetLooks {
    return { hiddenColumns: this.#hiddenColumns, tallCells: this.#tallCells };
  }

  open(element: string, attributes: XmlAttributes): void {
    if (this.#cell !== null) this.#openInCell(element, attributes);
    else if (element === 'c') this.#openCell(attributes);
    else if (element === 'row') this.#openRow(attributes);
    else if (element === 'col') this.#readColumns(attributes);
    else if (element === 'mergeCell') this.#readMerged(attributes);
  }

  text(text: string): void {
    if (this.#isInValue) this.#value = `${this.#value ?? ''}${text}`;
    else this.#text?.text(text);
  }

  close(element: string): void {
    if (element === 'row') this.#closeRow();
    else if (element === 'v') this.#isInValue = false;
    else if (element === 'c' && this.#cell !== null) this.#closeCell(this.#cell);
    else this.#text?.close(element);
  }

  #openRow({ r, hidden, ht }: XmlAttributes): void {
    this.#row = after(this.#row, r === undefined ? this.#row + 1 : Number(r));
    if (this.#row > largestRow) throw new Unread('tooLarge');
    this.#isHidden = isSet(hidden) || (ht !== undefined && Number(ht) === 0);
    this.#cells = [];
    this.#column = 0;
  }

  #openCell(attributes: XmlAttributes): void {
    const { r } = attributes;
    const [, letters = '', row = ''] = place.exec(r ?? '') ?? [];
    if (Number(row) > largestRow) throw new Unread('tooLarge');
    if (r !== undefined && Number(row) !== this.#row) throw new Unread('broken');
    this.#column = after(this.#column, r === undefined ? this.#column + 1 : columnOf(letters));
    this.#cell = attributes;
    this.#value = null;
    this.#text = null;
    this.#hasFormula = false;
  }

  #openInCell(element: string, attributes: XmlAttributes): void {
    if (element === 'f') this.#hasFormula = true;
    else if (element === 'is') this.#text = new CellText();
    else if (element !== 'v') this.#text?.open(element, attributes);
    else if (this.#value !== null) throw new Unread('broken');
    else {
      this.#value = '';
      this.#isInValue = true;
    }
  }

  #closeCell({ t: type = 'n', s: style }: XmlAttributes): void {
    this.#cell = null;
    const cell = cellOf(
      { type, style: style ?? null, value: this.#value, text: this.#text, hasFormula: this.#hasFormula },
      this.#rules,
    );
    this.#text = null;
    if (cell === '') return;
    if (this.#column > largestColumns) throw new Unread('tooWide');
    while (this.#cells.length < this.#column - 1) this.#cells.push('');
    this.#cells.push(cell);
  }

  #closeRow(): void {
    if (this.#isHidden && this.#column > 0) this.hiddenRows += 1;
    if (this.#cells.length === 0) return;
    this.width = Math.max(this.width, this.#cells.length);
    this.rows.push({ cells: this.#cells, line: this.#row });
  }

  /** Hidden columns, and those of no width or of less than a pixel. */
  #readColumns({ min = '1', max = min, hidden, width }: XmlAttributes): void {
    if (!isSet(hidden) && !(width !== undefined && Number(width) < narrowest)) return;
    for (let column = Number(min); column <= Math.min(Number(max), largestColumns); column += 1)
      this.#hiddenColumns.add(column - 1);
  }

  #readMerged({ ref = '' }: XmlAttributes): void {
    const [, left = '', top = '', right = '', bottom = ''] = mergedCells.exec(ref) ?? [];
    if (top !== bottom)
      this.#tallCells.push({
        columns: [columnOf(left) - 1, columnOf(right) - 1],
        lastRow: Number(bottom),
      });
  }
}

/** A number that is larger than the one before it: rows and cells are in order, and each is there once. */
function after(last: number, next: number): number {
  if (!(next > last)) throw new Unread('broken');
  return next;
}

const letters = 26;
const letterA = 65;

/** 1 for A, 26 for Z, 27 for AA. */
function columnOf(name: string): number {
  return [...name].reduce((column, letter) => column * letters + letter.charCodeAt(0) - letterA + 1, 0);
}
