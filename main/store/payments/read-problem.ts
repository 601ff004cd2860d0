import { PaymentProblem, type ProblemCode } from '../../../contract/payments/problem.ts';
import { jsonOf } from '../../../contract/json.ts';
import { textIn, textOrNullIn, type Row } from '../read-row.ts';

/**
 * How a problem is stored: `problemCode`, and `problemParameters` as JSON if it has parameters. Up to version 0.4.0 there was an
 * open code and a sentence in `problemMessage`.
 */
export function problemColumns(
  problem: PaymentProblem | null,
): [code: string | null, parameters: string | null] {
  if (problem === null) return [null, null];
  const { code, ...parameters } = problem;
  return [code, Object.keys(parameters).length === 0 ? null : JSON.stringify(parameters).toWellFormed()];
}

/** Reads those columns, and those of an older Bursar. */
export function readProblem(row: Row): PaymentProblem | null {
  if (row['problemCode'] === null) return null;
  const code = textIn(row, 'problemCode');
  const message = textOrNullIn(row, 'problemMessage');
  if (message !== null) return olderProblem(code, message, row['state']);
  const json = textOrNullIn(row, 'problemParameters');
  const parameters = json === null ? {} : jsonOf(json);
  const problem = typeof parameters === 'object' ? { ...parameters, code } : null;
  return PaymentProblem.safeParse(problem).data ?? { code: 'other', label: code, text: json ?? '' };
}

/** Older problems that decide how the next answer is read, or what a person may decide. All others are shown as they were written. */
const olderProblems = {
  orderIdTaken: { code: 'orderIdTaken' },
  acceptedBefore: { code: 'acceptedBefore' },
  olderThanADay: { code: 'olderThanADay' },
  overtaken: { code: 'overtaken', by: null },
  heldBack: { code: 'heldBack' },
  notAccepted: { code: 'notAccepted' },
} as const satisfies { [Code in ProblemCode]?: Extract<PaymentProblem, { code: Code }> };

function olderProblem(label: string, text: string, state: unknown): PaymentProblem {
  // One code was used both for a payment found outside and for one that a person later chose to pay again.
  if (label === 'paidOutside' && state === 'rejected') return { code: 'payAgain' };
  return (
    Object.entries(olderProblems).find(([code]) => code === label)?.[1] ?? { code: 'other', label, text }
  );
}
