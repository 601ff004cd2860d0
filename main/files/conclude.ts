import type { ErrorDetails } from '../../contract/errors.ts';
import { inWords } from '../../contract/text/complaint.ts';
import { fail, succeed, type Failure, type Result } from '../../contract/result.ts';
import type { Clock, PayoutFile } from '../core/ports/index.ts';
import type { Convention } from './cells/amounts.ts';
import { contradictionProblems, judge, twoReadingsProblem, type Place } from './cells/convention.ts';
import { fitToCurrency } from './cells/fit-currency.ts';
import { largestKeptProblems } from './limits.ts';
import { shown, type ProblemList } from './problems.ts';
import type { RowsRead, WaitingRow } from './rows.ts';
import { counted } from '../../contract/text/numbers.ts';

const rowsPerTurn = 2_000;

/** Resolves the amounts that could be read in two ways, and then returns all rows or every problem. */
export async function conclude(
  read: RowsRead,
  problems: ProblemList,
  { notes, name, message }: Pick<PayoutFile, 'notes' | 'message'> & { readonly name: string },
  clock: Clock,
): Promise<Result<PayoutFile>> {
  const verdict = judge(read.proofs);
  switch (verdict.kind) {
    case 'contradiction':
      for (const problem of contradictionProblems(verdict.point, verdict.comma)) problems.add(problem);
      break;
    case 'agreed':
      await settle(read, verdict.convention, verdict.proof, problems, clock);
      break;
    case 'unproven': {
      const [first] = read.waiting;
      if (first !== undefined) return ambiguous(first, read.waiting, problems, name);
      break;
    }
  }
  if (!problems.isEmpty()) return hasErrors(problems, name, message);
  if (read.rows.length === 0) return noPayouts(name, message);
  return succeed({
    rows: read.rows,
    lines: read.lines,
    notes: [...notes, ...read.conversions.notes()],
    message,
  });
}

/** Reads the waiting amounts by the file's convention. */
async function settle(
  { waiting, conversions }: RowsRead,
  convention: Convention,
  proof: Place,
  problems: ProblemList,
  clock: Clock,
): Promise<void> {
  for (const [index, { row, line, value, ...readings }] of waiting.entries()) {
    const amount = readings[convention];
    const fit = fitToCurrency(amount, row.currencyCode, true);
    if (fit.kind === 'fits') {
      row.amount = fit.amount;
      conversions.add('amount', value, row.amount);
    } else {
      const because = { line: proof.line, value: shown(proof.value) };
      const fault = { ...fit.fault, readAs: { amount, sign: convention, because } };
      problems.add({ line, field: 'amount', value: shown(value), fault });
    }
    if (index % rowsPerTurn === rowsPerTurn - 1) await clock.turn();
  }
}

function ambiguous(
  first: WaitingRow,
  waiting: readonly WaitingRow[],
  problems: ProblemList,
  name: string,
): Failure {
  const others = problems.details();
  const reported = [
    ...waiting.slice(0, largestKeptProblems).map(twoReadingsProblem),
    ...(others.problems ?? []),
  ];
  const kept = reported.slice(0, largestKeptProblems);
  const leftOut = waiting.length + problems.count() - kept.length;
  const details: ErrorDetails =
    leftOut === 0 ? { problems: kept } : { problems: kept, problemsLeftOut: leftOut };
  const message =
    `${counted(waiting.length, 'amount')} in ${name} can be read in two ways: ${shown(first.value)} on line ${first.line} is ${first.point} or ${first.comma}. ` +
    'Nothing was imported. Write the amounts with a decimal point and without thousands separators, for example 1234.00, ' +
    'and import the file again.';
  return fail('fileAmbiguous', message, details);
}

function hasErrors(problems: ProblemList, name: string, read: PayoutFile['message']): Failure {
  const found = problems.details();
  const details = read === null ? found : { ...found, source: read.source };
  const [first] = details.problems ?? [];
  const count = problems.count();
  const start = count === 1 ? `There is a problem in ${name}` : `There are ${count} problems in ${name}`;
  const at = first === undefined ? undefined : inWords(first).line;
  const where =
    at === undefined
      ? ''
      : `${count === 1 ? '' : ', the first one'} ${read === null ? 'on line' : 'in transaction'} ${at}`;
  const what = first === undefined ? '' : ` ${inWords(first).message}`;
  const next =
    first !== undefined && 'fault' in first && first.fault.code === 'methodUncovered'
      ? 'Name a mapping with a rule for it (on the command line: --map FILE) and import the file again.'
      : 'Correct the file and import it again.';
  const message = `${start}${where}:${what} Nothing was imported. ${next}`;
  return fail('fileHasErrors', message, details);
}

function noPayouts(name: string, message: PayoutFile['message']): Failure {
  const words =
    message === null
      ? `${name} has a header but no payouts. Add at least one row below the header.`
      : `${name} is a payment file without transactions. Create it again with at least one payout.`;
  return fail('fileHasErrors', words, { problems: [{ fault: { code: 'noRows' } }] });
}
