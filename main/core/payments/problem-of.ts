import type { AppError } from '../../../contract/errors.ts';
import { failureText } from '../../../contract/text/failure.ts';
import type { PaymentProblem } from '../ports/index.ts';

const longestMessage = 1000;
const longestSaid = 300;

/**
 * What went wrong with one request about a payment: the gateway's own code where it gave one, else Bursar's, and every
 * field that the gateway complained about. What that means for the payment is said by whoever keeps it (I13).
 */
export function problemOf(error: AppError): PaymentProblem {
  const problems = error.details.problems ?? [];
  const code = problems.find((problem) => problem.code !== undefined)?.code ?? error.code;
  const words = problems.map(({ field, message }) =>
    field === undefined ? message : `${field}: ${message}`,
  );
  const message = words.length === 0 ? `${failureText(error)}${saidWords(error)}` : words.join('; ');
  return { code, message: message.slice(0, longestMessage) };
}

/** What a refusal said in a form in which no complaint could be recognised. */
function saidWords({ details: { status, raw } }: AppError): string {
  if (raw === undefined || status === undefined || status < 400 || status > 499) return '';
  return ` Gateway response: ${raw.replace(/\s+/g, ' ').trim().slice(0, longestSaid)}`;
}
