import { correctionText } from '../../batches/corrections.ts';
import type { ColumnFault } from '../../batches/fault.ts';
import type { FileNote } from '../../batches/file-note.ts';
import { columnLabel } from '../columns.ts';
import { counted, countText } from '../numbers.ts';
import { totalRowText } from './total-row.ts';
import { faultText } from './fault-text.ts';
import { notCarriedText } from './payment-file.ts';

/** What a person should know about how a file was read. */
export function noteText(note: FileNote): string {
  switch (note.code) {
    case 'windows1252':
      return 'The file is not UTF-8 and was read as Windows-1252, as older programs on Windows write it. Check names with accents.';
    case 'worksheetRead':
      return `Read from the worksheet “${note.name}”. ${counted(note.others, 'other worksheet')} ${note.others === 1 ? 'was' : 'were'} not imported.`;
    case 'rowsHidden':
      return `${counted(note.rows, 'row')} of the worksheet ${note.rows === 1 ? 'is' : 'are'} hidden in the spreadsheet, for example by a filter, and ${note.rows === 1 ? 'was' : 'were'} read too. Delete ${note.rows === 1 ? 'it' : 'them'} from the file if ${note.rows === 1 ? 'it is' : 'they are'} not meant.`;
    case 'columnsHidden':
      return `Hidden in the spreadsheet, and read: ${note.headers.map((header) => `“${header}”`).join(', ')}. Check that ${note.headers.length === 1 ? 'this column is' : 'these columns are'} meant.`;
    case 'cellsMerged':
      return `${counted(note.cells, 'merged cell reaches', 'merged cells reach')} over several rows. Only the first of these rows has the content: fill in the others.`;
    case 'headerBelow':
      return `The header is in row ${countText(note.row)}. ${counted(note.above, 'row')} above it ${note.above === 1 ? 'was' : 'were'} not imported.`;
    case 'columnUnknown':
      return `line ${note.line}: Bursar does not know the column “${note.header}” and ignored it.`;
    case 'columnNotRead':
      return `The column “${note.header}” was not read.`;
    case 'codeCorrected':
      return correctionText(note);
    case 'moreCodesCorrected':
      return `${counted(note.codes, 'more code was', 'more codes were')} corrected.`;
    case 'converted': {
      const what = `${note.from} to ${note.to}`;
      const column = columnLabel(note.column);
      return note.rows === 1
        ? `${column}: converted ${what}.`
        : `${column}: converted in ${counted(note.rows, 'row')}, for example ${what}.`;
    }
    case 'slipped':
      return `There are more cells than header names on line ${linesText(note)}. Such rows have shifted: all of their text is in the amount.`;
    case 'cellsMissing':
      return `There are fewer cells than header names on line ${linesText(note)}. The last columns of such rows are empty: check that their cells are in the right columns.`;
    case 'openEnd':
      return `No line break follows the last cell of the file, as if it was cut off there. Check that it is complete (${columnLabel(note.column)} of the last row).`;
    case 'cheques':
      return `${counted(note.payments, 'payment asks', 'payments ask')} for a cheque (PmtMtd CHK), which Bursar cannot order. ${note.payments === 1 ? 'Its method is' : 'Their methods are'} empty.`;
    case 'notCarried':
      return `Not sent to the gateway: ${note.fields.join(', ')}.`;
    case 'fieldNotCarried':
      return notCarriedText(note);
    case 'totalRow':
      return `${totalRowText(note.row)} Remove it from the file if it is one.`;
    case 'retryBegun':
      return 'This retry was begun before: its rows are as they were left.';
    case 'retriedAlready':
      return `${countText(note.payouts)} of ${counted(note.of, 'payout')} ${note.payouts === 1 ? 'is retried already and was' : 'are retried already and were'} left out.`;
  }
}

function linesText({ lines, hasMore }: { lines: readonly number[]; hasMore: boolean }): string {
  return `${lines.join(', ')}${hasMore ? ' and more' : ''}`;
}

/** Why Bursar asks which column of a file is which; `fault` null: the file has no header, or the person asked. */
export function columnsNeededText(fileName: string, fault: ColumnFault | null, hasHeader: boolean): string {
  const next = 'Choose what each column holds; every payout needs those with *.';
  if (fault === null) return hasHeader ? next : `${fileName} has no header. ${next}`;
  // Missing columns are named below the choices, where they change with them.
  return fault.code === 'columnMissing'
    ? `Bursar does not recognise every needed column in the header of ${fileName}. ${next}`
    : `The header of ${fileName} leaves a doubt. ${faultText(fault).message} ${next}`;
}
