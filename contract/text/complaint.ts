import type { FaultAt, Problem } from '../errors.ts';
import { faultText } from './files/fault-text.ts';
import { withoutMisleading } from './one-line.ts';

/** Complaints to list below a message, without those that the message already states or that add nothing to it. */
export function complaintsBelow(problems: readonly (Problem | FaultAt)[], message: string): string[] {
  return problems
    .map((problem) => complaintText(problem, message))
    .filter((text) => text !== '' && !message.includes(text));
}

/**
 * One complaint in full: `line 3, amount: The amount is wrong. [AMOUNT_INVALID] (found "x"); expected: a number`. Below a text
 * that has its message, only the place and the value found; empty if there is neither. On one line, whatever a gateway wrote.
 */
export function complaintText(problem: Problem | FaultAt, above = ''): string {
  const { line, field, value, message, expected } = inWords(problem);
  const isRepeated = message !== '' && above.includes(message);
  if ('fault' in problem && faultText(problem.fault).isComplete === true) return isRepeated ? '' : message;
  const code = 'fault' in problem ? undefined : problem.code;
  const place = [line === undefined ? '' : `line ${line}`, field ?? ''].filter((part) => part !== '');
  const own = code === undefined || code === message ? '' : ` [${code}]`;
  const found = value === undefined ? '' : ` (found ${JSON.stringify(value)})`;
  const right = expected === undefined ? '' : `; expected: ${expected}`;
  const where = place.length === 0 ? '' : `${place.join(', ')}: `;
  if (isRepeated) {
    const rest = `${own}${found}${right}`
      .replace(/^[; ]+/, '')
      .replace(/^\((found .*?)\)(?=; expected|$)/s, '$1');
    return rest === '' ? '' : withoutMisleading(`${where}${rest}`);
  }
  // The gateway's own words are kept.
  const said = own === '' && `${found}${right}` !== '' ? message.replace(/\.$/, '') : message;
  return withoutMisleading(`${where}${said}${own}${found}${right}`);
}

/** A complaint with its text, as in JSON output. */
type InWords = Problem & { readonly line?: number | undefined; readonly expected?: string | undefined };

/** A complaint in words; for a fault, its code is the code of the fault. */
export function inWords(problem: Problem | FaultAt): InWords {
  if (!('fault' in problem)) return problem;
  const { fault, ...place } = problem;
  const { message, expected } = faultText(fault);
  return { ...place, code: fault.code, message, ...(expected === null ? {} : { expected }) };
}
