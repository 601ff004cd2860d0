import type { RowFinding, SheetCells } from '../../../../contract/batches/sheet.ts';
import type { PayoutRow } from '../../../../contract/payments/payment.ts';
import type { KeptFinding } from './kept-finding.ts';
import type { ComparedRow } from '../../ports/index.ts';
import type { OptionsAnswer } from '../../treasury/options.ts';

/** What is known of a row by itself, whatever the other rows say. */
export type RowFacts = {
  readonly row: PayoutRow;
  /** What it may repeat of what was released. */
  readonly compared: ComparedRow;
  /** About its payee. */
  readonly payee: readonly KeptFinding[];
  /** About the payout that it retries, if any. */
  readonly lastAttempt: RowFinding | null;
};

/** What was found out about the rows of a sheet: a change makes only the rows that it touches be looked at again. */
export type FindingsCache = {
  /** By the cells, which are another object after every change; the last search has dropped those of earlier cells. */
  facts: Map<SheetCells, RowFacts>;
  /** By amount and currency; null: the available methods are not known. */
  answers: Map<string, OptionsAnswer | null>;
  /** What all of it was found out under, and when. */
  stamp: string;
  at: number;
};

/** Of a sheet that was not looked at. */
export function newFindingsCache(): FindingsCache {
  return { facts: new Map(), answers: new Map(), stamp: '', at: 0 };
}
