import { ungroupedAmount } from '../../../contract/money/amount.ts';
import { exportColumn, type ExportKind } from '../../../contract/text/export-columns.ts';
import { defuse } from '../../../contract/text/files/defuse.ts';
import type { ExportCell, TableWriter } from '../../core/ports/index.ts';

const byteOrderMark = '\ufeff';
const lineEnd = '\r\n';
const blockCharacters = 64 * 1024;

const needsQuotes = /[",;\t\r\n]|^\s|\s$/;

export function textIn(cell: ExportCell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

function writeCell(cell: ExportCell, kind: ExportKind | undefined): string {
  const isAmount = kind === 'amount' && typeof cell === 'string';
  const safe = defuse(isAmount ? ungroupedAmount(cell) : textIn(cell));
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function writeRecord(cells: readonly ExportCell[], kinds: readonly ExportKind[] = []): string {
  // A lone empty cell would be an empty line, which readers skip.
  if (cells.length === 1 && cells[0] === '') return `""${lineEnd}`;
  return `${cells.map((cell, index) => writeCell(cell, kinds[index])).join(',')}${lineEnd}`;
}

/**
 * Begins a table as CSV: UTF-8 with the byte order mark that Excel needs, commas, CRLF, cells quoted if necessary and defused if a spreadsheet
 * would run them as a formula, amounts of three decimals with a fourth (see `ungroupedAmount`).
 */
export function beginCsv(header: readonly string[]): TableWriter {
  const kinds = header.map((name) => exportColumn(name).kind);
  const blocks: Buffer[] = [];
  let block = `${byteOrderMark}${writeRecord(header)}`;
  return {
    add: (rows) => {
      for (const row of rows) {
        block += writeRecord(row, kinds);
        if (block.length < blockCharacters) continue;
        blocks.push(Buffer.from(block, 'utf8'));
        block = '';
      }
      return Promise.resolve();
    },
    finish: () => Promise.resolve(Buffer.concat([...blocks, Buffer.from(block, 'utf8')])),
  };
}
