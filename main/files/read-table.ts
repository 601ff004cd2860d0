import type { FaultAt } from '../../contract/errors.ts';
import { fail, succeed, type Failure, type Result } from '../../contract/result.ts';
import { counted } from '../../contract/text/numbers.ts';
import type { Clock } from '../core/ports/index.ts';
import type { FileLayout } from './columns/file-layout.ts';
import type { Layout } from './columns/header.ts';
import { largestLines, largestRows } from './limits.ts';
import { unreadable } from './tables/open-text.ts';
import type { RecordFault } from './tables/records.ts';
import { isBlankRecord, TableFailure, type Table, type TableRecord } from './tables/table.ts';

/** Receives the rows of a table. `Asked` is a question that a person must answer before any row is read. */
type RowConsumer<Asked> = {
  /** How many records `layOut` looks at. */
  readonly lookedAt: number;
  /** The row of the header, if a person chose it; rows above it are left out. */
  readonly headerRow: number | null;
  /** Decides the layout, given the first records that are not blank. */
  readonly layOut: (begin: readonly TableRecord[]) => Result<FileLayout | Asked>;
  readonly readRow: (record: TableRecord, layout: Layout) => void;
  /** How many rows were received so far. */
  readonly count: () => number;
  /** Called after each piece that was read. */
  readonly onPiece: () => void;
};

type TableRead = {
  readonly kind: 'read';
  /** Null only if there is a fault before the columns are known. */
  readonly fileLayout: FileLayout | null;
  /** After this problem the rest of the table cannot be parsed. */
  readonly fault: (FaultAt & { readonly line: number }) | null;
};

/** Reads a table record by record: the single loop for every kind of file. Other work can run after every few kilobytes. */
export async function readTable<Asked extends { readonly kind: string } = never>(
  table: Table,
  name: string,
  consumer: RowConsumer<Asked>,
  clock: Clock,
): Promise<Result<TableRead | Asked>> {
  const reading = new Reading(consumer);
  let end: { readonly line: number; readonly fault: RecordFault | null } = { line: 1, fault: null };
  try {
    for await (const piece of table.pieces) {
      for (const record of piece.records) {
        if (isBlankRecord(record.cells) || record.line < (consumer.headerRow ?? 0)) continue;
        if (reading.isHeaderMissing(record)) return noHeader(name, record.line, consumer.headerRow ?? 0);
        if (consumer.count() === largestRows) return tooManyRows(name);
        const ended = reading.take(record);
        if (ended !== null) return ended;
      }
      end = piece;
      if (end.line > largestLines) return tooManyLines(name);
      consumer.onPiece();
      await clock.turn();
    }
  } catch (error) {
    if (error instanceof TableFailure) return error.failure;
    throw error;
  }
  const { line, fault } = end;
  if (fault !== null) {
    const problem = { line, fault: { code: fault } };
    return succeed({ kind: 'read', fileLayout: reading.fileLayout, fault: problem });
  }
  const ended = reading.fileLayout === null ? reading.layOut() : null;
  return ended ?? succeed({ kind: 'read', fileLayout: reading.fileLayout, fault: null });
}

/** Collects the first records until the layout is decided. */
class Reading<Asked extends { readonly kind: string }> {
  fileLayout: FileLayout | null = null;
  readonly #consumer: RowConsumer<Asked>;
  readonly #begin: TableRecord[] = [];

  constructor(consumer: RowConsumer<Asked>) {
    this.#consumer = consumer;
  }

  /** Whether this is the first record and not in the row that a person named. */
  isHeaderMissing({ line }: TableRecord): boolean {
    const { headerRow } = this.#consumer;
    return headerRow !== null && this.fileLayout === null && this.#begin.length === 0 && line !== headerRow;
  }

  /** Takes a record; returns what ends the reading, if anything. */
  take(record: TableRecord): Failure | Result<Asked> | null {
    if (this.fileLayout !== null) {
      this.#consumer.readRow(record, this.fileLayout.layout);
      return null;
    }
    this.#begin.push(record);
    return this.#begin.length < this.#consumer.lookedAt ? null : this.layOut();
  }

  layOut(): Failure | Result<Asked> | null {
    const laid = this.#consumer.layOut(this.#begin);
    if (!laid.ok) return laid;
    if (!isLayout(laid.value)) return succeed(laid.value);
    this.fileLayout = laid.value;
    const { layout, rowsAt } = laid.value;
    for (const record of this.#begin.slice(rowsAt)) this.#consumer.readRow(record, layout);
    return null;
  }
}

function isLayout<Asked extends { readonly kind: string }>(laid: FileLayout | Asked): laid is FileLayout {
  return laid.kind === 'layout';
}

function noHeader(name: string, next: number, headerRow: number): Result<never> {
  return fail(
    'inputInvalid',
    `Row ${headerRow} of ${name} is empty. The next row that is not empty is row ${next}.`,
  );
}

/** More lines than any spreadsheet has. */
function tooManyLines(name: string): Result<never> {
  return unreadable(`${name} has too many empty lines. Remove them, or copy the payouts into a new file.`);
}

function tooManyRows(name: string): Result<never> {
  return unreadable(
    `${name} has more than ${counted(largestRows, 'row')}. Split it into several files and import them one by one.`,
  );
}
