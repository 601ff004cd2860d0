import type { CodeCorrection, FileNote } from './file-note.ts';
import type { PayoutColumn } from './sheet.ts';
import { columnLabel } from '../text/columns.ts';
import { counted } from '../text/numbers.ts';

/** The most corrections of one file that are listed individually. */
const listed = 20;

/** A column that holds codes of the gateway. */
export type CodeColumn = 'currencyCode' | 'paymentMethodCode' | 'paymentOperatorCode';

/** Whether a column holds codes of the gateway. */
export function isCodeColumn(column: PayoutColumn): column is CodeColumn {
  return column === 'currencyCode' || column === 'paymentMethodCode' || column === 'paymentOperatorCode';
}

/** Says that a code was corrected: `Method: sepa corrected to SEPA in 3 rows.` */
export function correctionText({ column, from, to, rows }: CodeCorrection): string {
  return `${columnLabel(column)}: ${from} corrected to ${to} in ${counted(rows, 'row')}.`;
}

/** The most corrections that one message names; the others are counted. */
const named = 5;

/** The corrections of one change in one message. */
export function correctionsText(corrections: readonly CodeCorrection[]): string {
  const more = corrections.length - named;
  return [
    ...corrections.slice(0, named).map(correctionText),
    ...(more > 0 ? [`${counted(more, 'more code')} corrected.`] : []),
  ].join(' ');
}

/** Counts in how many rows each code was corrected. */
export class CorrectionTally {
  readonly #counts = new Map<string, { column: PayoutColumn; from: string; to: string; rows: number }>();

  add(column: PayoutColumn, from: string, to: string, rows = 1): void {
    if (from === '' || from === to) return;
    const key = JSON.stringify([column, from]);
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { column, from, to, rows });
    else known.rows += rows;
  }

  /** Those of most rows first. */
  list(): CodeCorrection[] {
    return [...this.#counts.values()].toSorted((left, right) => right.rows - left.rows);
  }

  /** The same as notes about a file. */
  notes(): FileNote[] {
    const all = this.list();
    const more = all.length - listed;
    return [
      ...all.slice(0, listed).map((correction): FileNote => ({ code: 'codeCorrected', ...correction })),
      ...(more > 0 ? [{ code: 'moreCodesCorrected', codes: more } as const] : []),
    ];
  }
}
