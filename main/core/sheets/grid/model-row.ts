import type { CellProblem, SheetCells } from '../../../../contract/batches/sheet.ts';
import type { CheckedCells, StoredSheetRow } from '../../ports/index.ts';
import type { CachedFinding } from '../findings/kept-finding.ts';

/** A row in memory while its sheet is edited. */
export type ModelRow = Pick<StoredSheetRow, 'rowId' | 'retryOf' | 'source' | 'lastMoney'> & {
  position: number;
  /** Position in the sheet, from 1. */
  rowNumber: number;
  cells: SheetCells;
  problems: readonly CellProblem[];
  money: CheckedCells['money'];
  /** The payout that these cells make; null if they have a problem. */
  payout: CheckedCells['row'];
  /** The latest findings about these cells. */
  findings: readonly CachedFinding[];
  /** Whether a row before it has the same order ID. */
  isRepeated: boolean;
};
