import type { CellProblem, SheetCells } from '../../../../contract/batches/sheet.ts';
import type { ReportedMoney } from '../../../../contract/money/money.ts';
import type { RowSource } from '../../../../contract/batches/source.ts';
import type { CheckedCells } from '../../ports/index.ts';
import type { KeptFinding } from '../findings/kept-finding.ts';

/** A row as it is held while its sheet is worked on. */
export type ModelRow = {
  readonly rowId: number;
  readonly retryOf: string | null;
  readonly source: RowSource | null;
  readonly lastMoney: ReportedMoney | null;
  position: number;
  /** Place in the sheet, from 1. */
  rowNumber: number;
  cells: SheetCells;
  problems: readonly CellProblem[];
  money: CheckedCells['money'];
  /** The payout that these cells make; null while there is a problem with them. */
  payout: CheckedCells['row'];
  /** What was found about these cells when they were last looked at. */
  findings: readonly KeptFinding[];
  /** Whether a row before it has the same order ID. */
  isRepeated: boolean;
};
