import type { CellProblem } from '../../../contract/sheet.ts';

const ownId = 'an order ID of its own for each row, or none: Bursar then makes one';

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
  expected: 'a new order ID, or none: Bursar then makes one',
  suggestion: '',
};

/** What a row that repairs a payout says when something else repairs it already. */
export function retriedProblem(retryOf: string, by: string): CellProblem {
  return {
    column: null,
    message: `${retriedMessage(retryOf, by)} It would be paid twice.`,
    expected: 'no such row; or wait until it has failed or was rejected',
    suggestion: null,
  };
}

export function retriedMessage(retryOf: string, by: string): string {
  return retryOf === by
    ? `${retryOf} has neither failed nor been rejected.`
    : `${retryOf} is sent again already, as ${by}.`;
}
