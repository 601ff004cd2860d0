import type { CellProblem } from '../../../../contract/batches/sheet.ts';

const ownId = 'an order ID of its own for each row, or empty to generate one';

export function repeatedProblem(rowNumber: number): CellProblem {
  return {
    column: 'idPayout',
    message: `This order ID stands in row ${rowNumber} already, and an order ID can pay only once.`,
    expected: ownId,
    suggestion: '',
  };
}

export const usedProblem: CellProblem = {
  column: 'idPayout',
  message: 'This order ID was used before, and an order ID can pay only once.',
  expected: 'a new order ID, or empty to generate one',
  suggestion: '',
};

/** What a row that retries a payout says when another payout stands for it; `message` says which. */
export function retriedProblem(message: string): CellProblem {
  return { column: null, message, expected: 'remove this row', suggestion: null };
}
