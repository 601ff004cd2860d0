import type { AppError } from '../../../contract/errors.ts';
import type { PaymentProblem } from '../ports/index.ts';

const longestMessage = 1000;
const longestSaid = 300;

/**
 * The complaint that is kept with a payment: the gateway's own code where it gave one, else Bursar's, and every
 * field that the gateway complained about.
 */
export function problemOf(error: AppError): PaymentProblem {
  const problems = error.details.problems ?? [];
  const code = problems.find((problem) => problem.code !== undefined)?.code ?? error.code;
  const words = problems.map(({ field, message }) =>
    field === undefined ? message : `${field}: ${message}`,
  );
  const message = words.length === 0 ? `${error.message}${saidWords(error)}` : words.join('; ');
  return { code, message: message.slice(0, longestMessage) };
}

/** What a refusal said in a form in which no complaint could be recognised. */
function saidWords({ details: { status, raw } }: AppError): string {
  if (raw === undefined || status === undefined || status < 400 || status > 499) return '';
  return ` The gateway said: ${raw.replace(/\s+/g, ' ').trim().slice(0, longestSaid)}`;
}
