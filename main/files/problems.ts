import type { ErrorDetails, FaultAt } from '../../contract/errors.ts';
import type { PayoutColumn } from '../../contract/batches/sheet.ts';
import { largestKeptProblems, largestShownCharacters } from './limits.ts';
import { unseenInPayment } from '../../contract/text/one-line.ts';

/** The problems of one file: the first ones are kept, the others counted. */
export type ProblemList = {
  add(problem: FaultAt): void;
  isEmpty(): boolean;
  /** How many were added, kept or not. */
  count(): number;
  /** The kept ones by line, and how many were left out. */
  details(): ErrorDetails;
};

export function createProblemList(): ProblemList {
  const kept: FaultAt[] = [];
  let leftOut = 0;
  return {
    add(problem) {
      if (kept.length < largestKeptProblems) kept.push(problem);
      else leftOut += 1;
    },
    isEmpty: () => kept.length === 0,
    count: () => kept.length + leftOut,
    details() {
      const problems = kept.toSorted((left, right) => (left.line ?? 0) - (right.line ?? 0));
      return leftOut === 0 ? { problems } : { problems, problemsLeftOut: leftOut };
    },
  };
}

const everyUnseen = new RegExp(unseenInPayment, 'gu');

/** Names of some scripts need joiners and marks of direction. Accounts and e-mail addresses do not, and one of them would hide that it is another one. */
const unseenInAddress = /\p{Cf}/gu;
const addresses: ReadonlySet<PayoutColumn> = new Set(['accountNumber', 'emailAddress']);

/** Whether a cell of this column contains an invisible character that no payment needs. */
export function hasUnseenCharacter(text: string, column: PayoutColumn): boolean {
  return unseenInPayment.test(text) || seenIn(text, column) !== text;
}

/** An account or e-mail address without the characters that are invisible in it; any other cell as it is. */
export function seenIn(text: string, column: PayoutColumn): string {
  return addresses.has(column) ? text.replaceAll(unseenInAddress, '') : text;
}

/** A text from a file made safe to show: not too long, and with invisible characters written as `\u{7}`. */
export function shown(text: string): string {
  const start =
    text.length > largestShownCharacters ? `${text.slice(0, largestShownCharacters).toWellFormed()}…` : text;
  return start.replaceAll(everyUnseen, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}
