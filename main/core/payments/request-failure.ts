import type { AppError, Problem } from '../../../contract/errors.ts';
import type { RequestFailure } from '../../../contract/payments/problem.ts';

/** A payment keeps as many characters of what the gateway complained about; the whole answer is kept with the attempt. */
const longestComplaints = 8000;
const longestField = 300;
const longestSaid = 300;

/** Why a request about a payment failed, as it is kept. What that means for the payment is said by whoever keeps it (I13). */
export function requestFailureOf({ code: error, details }: AppError): RequestFailure {
  const { status, clockDifferenceSeconds, cause, problems = [], problemsLeftOut = 0 } = details;
  const complaints = fitting(problems.map(shortened));
  const leftOut = problems.length - complaints.length + problemsLeftOut;
  return {
    error,
    ...(status === undefined ? {} : { status }),
    ...(clockDifferenceSeconds === undefined ? {} : { clockDifferenceSeconds }),
    ...(cause === undefined ? {} : { cause }),
    ...(complaints.length === 0 ? saidIn(details) : { complaints }),
    ...(leftOut === 0 ? {} : { complaintsLeftOut: leftOut }),
  };
}

function shortened(problem: Problem): Problem {
  const cut = (text: string): string => text.slice(0, longestField).toWellFormed();
  const { field, value, code, message, expected } = problem;
  return {
    ...(field === undefined ? {} : { field: cut(field) }),
    ...(value === undefined ? {} : { value: cut(value) }),
    ...(code === undefined ? {} : { code: cut(code) }),
    message: cut(message),
    ...(expected === undefined ? {} : { expected: cut(expected) }),
  };
}

/** The first ones, as many as fit. */
function fitting(complaints: readonly Problem[]): Problem[] {
  let length = 0;
  return complaints.filter((complaint) => {
    length += JSON.stringify(complaint).length;
    return length <= longestComplaints;
  });
}

/** What a refusal said in a form in which no complaint could be recognised. */
function saidIn({ status, raw }: AppError['details']): { said?: string } {
  if (raw === undefined || status === undefined || status < 400 || status > 499) return {};
  return { said: raw.replace(/\s+/g, ' ').trim().slice(0, longestSaid).toWellFormed() };
}
