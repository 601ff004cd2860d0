import type { AppError, Problem } from '../../../contract/errors.ts';
import type { RequestFailure } from '../../../contract/payments/problem.ts';
import { shortResponse } from '../../../contract/text/failure.ts';

/** Most characters of the gateway's complaints that a payment keeps. The attempt keeps the whole response. */
const longestComplaints = 8000;
const longestField = 300;

/** Why a request about a payment failed, in the form that is stored. The caller decides what it means for the payment (I13). */
export function requestFailureOf({ code: error, details }: AppError): RequestFailure {
  const { status, tokenStatus, clockDifferenceSeconds, cause, problems = [], problemsLeftOut = 0 } = details;
  const complaints = fitting(problems.flatMap((problem) => ('fault' in problem ? [] : [shortened(problem)])));
  const leftOut = problems.length - complaints.length + problemsLeftOut;
  return {
    error,
    ...(status === undefined ? {} : { status }),
    ...(tokenStatus === undefined ? {} : { tokenStatus }),
    ...(clockDifferenceSeconds === undefined ? {} : { clockDifferenceSeconds }),
    ...(cause === undefined ? {} : { cause }),
    ...(complaints.length === 0 ? responseIn(details) : { complaints }),
    ...(leftOut === 0 ? {} : { complaintsLeftOut: leftOut }),
  };
}

function shortened(problem: Problem): Problem {
  const cut = (text: string): string => text.slice(0, longestField).toWellFormed();
  const { field, value, code, message } = problem;
  return {
    ...(field === undefined ? {} : { field: cut(field) }),
    ...(value === undefined ? {} : { value: cut(value) }),
    ...(code === undefined ? {} : { code: cut(code) }),
    message: cut(message),
  };
}

/** The first complaints, as many as fit. */
function fitting(complaints: readonly Problem[]): Problem[] {
  let length = 0;
  return complaints.filter((complaint) => {
    length += JSON.stringify(complaint).length;
    return length <= longestComplaints;
  });
}

/** The text of a refusal whose complaints could not be parsed. */
function responseIn({ tokenStatus, tokenRaw, status = tokenStatus, raw = tokenRaw }: AppError['details']): {
  said?: string;
} {
  if (raw === undefined || status === undefined || status < 400 || status > 499) return {};
  return { said: shortResponse(raw) };
}
