import type { RetryFault } from '../../../../contract/batches/fault.ts';
import type { CellProblem } from '../../../../contract/batches/sheet.ts';

export function repeatedProblem(rowNumber: number): CellProblem {
  const fault = { code: 'orderIdRepeated', where: 'row', number: rowNumber } as const;
  return { column: 'idPayout', fault, suggestion: '' };
}

export const usedProblem: CellProblem = {
  column: 'idPayout',
  fault: { code: 'orderIdUsed' },
  suggestion: '',
};

/** For a row that retries a payout that must not be retried. */
export function retriedProblem(fault: RetryFault): CellProblem {
  return { column: null, fault, suggestion: null };
}
