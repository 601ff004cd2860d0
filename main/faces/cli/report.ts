import type { BatchReport, BatchSummary, ReleaseSummary } from '../../../contract/batches/batch.ts';
import { isLeftToSend } from '../../../contract/batches/waiting.ts';
import type { CurrencyTotal } from '../../../contract/money/money.ts';
import { paymentStates } from '../../../contract/payments/payment.ts';
import { attentionText } from '../../../contract/text/attention/attention-text.ts';
import { amountIn, counted, durationText, moneyText, shortened } from '../../../contract/text/numbers.ts';
import { groupText, problemGroups, problemWithRetry } from '../../../contract/text/batch-problems.ts';
import {
  moneyOutcomes,
  outcomeLabels,
  paidByOtherText,
  paidByRetryText,
  paidTwiceText,
  wholeLabel,
  listedOutcomes,
  unansweredText,
} from '../../../contract/text/outcome.ts';
import { payeeLines, rowWarningLines } from '../../../contract/text/payees.ts';
import { minuteText } from '../../../contract/text/clock.ts';
import { environmentText, stateText, statesText } from '../../../contract/text/states.ts';
import type { AttentionItem } from '../../../contract/treasury/attention.ts';
import { acknowledgeText } from './acknowledge.ts';
import { table, type Output } from './terminal/output.ts';

const listedGroups = 10;
const mostInRow = 3;

/** The report of a batch in the documented JSON form. */
export function reportJson(report: BatchReport): object {
  const { batchId, rows, byState, totals, problemsLeftOut } = report;
  const problems = report.problems.map(({ rowNumber, idPayout, state, code, message, problem }) => ({
    rowNumber,
    idPayout,
    state,
    code,
    message,
    problem,
  }));
  return {
    batchId,
    rows,
    byState,
    totals,
    problems,
    ...(problemsLeftOut > 0 ? { problemsLeftOut } : {}),
  };
}

/** Prints the report of a batch: amounts by outcome, one line per currency, then every row with a problem. */
export function printReport(output: Output, report: BatchReport, hasNextSteps = true): void {
  const { batchId, fileName, profileName, environment, rows } = report;
  output.print('');
  output.print(`Batch ${batchId}: ${counted(rows, 'payout')} from ${fileName}`);
  output.print(`Profile ${profileName}, ${environmentText(environment)}`);
  const schedule = scheduleText(report);
  if (schedule !== null) output.print(schedule);
  if (report.preparedBy !== null) output.print(`Prepared by ${report.preparedBy}`);
  if (report.releasedBy !== null) output.print(`Released by ${report.releasedBy}`);
  output.print('');
  output.print(outcomeTable(report));
  output.print(`\n${statesText(report.byState, paymentStates)}`);
  if (report.unanswered > 0) output.print(`${unansweredText(report.unanswered)} for more than a day.`);
  const twice = paidTwiceText(report.paidTwice);
  if (twice !== null) output.print(twice);
  const retried = paidByRetryText(report);
  if (retried !== null) output.print(retried);
  printProblems(output, report);
  if (hasNextSteps) printNextSteps(output, report);
}

/** Why a batch is paused, or what waits and continues it; null: nothing waits. */
export function pausedLine(
  { batchId, byState }: BatchReport,
  because: readonly AttentionItem[],
): string | null {
  const waiting = (byState.queued ?? 0) + (byState.unknown ?? 0);
  const [reason] = because;
  if (reason !== undefined)
    return [attentionText(reason), acknowledgeText(reason)].filter((part) => part !== null).join(' ');
  if (waiting === 0) return null;
  return `Batch ${batchId} is paused with ${counted(waiting, 'payout')} waiting. \`bursar resume --batch ${batchId}\` continues.`;
}

/** When a draft is released, or why a person has to decide; null if it has no schedule. */
function scheduleText({ scheduledFor, heldSchedule }: BatchSummary): string | null {
  if (scheduledFor !== null) return `Scheduled for ${minuteText(scheduledFor)}`;
  if (heldSchedule === null) return null;
  return `Was scheduled for ${minuteText(heldSchedule.scheduledFor)}, and waits for a person. ${heldSchedule.message}`;
}

/** The outcomes by amount, one line per currency; only outcomes that a payout has are named. */
function outcomeTable(report: BatchReport): string {
  const lines = moneyOutcomes(report);
  const outcomes = listedOutcomes(lines, ['paid']);
  const headers = [
    'Payouts',
    wholeLabel(report),
    ...outcomes.map((outcome) => outcomeLabels[outcome]),
    'Fees of paid',
  ];
  const amountOf = (total: CurrencyTotal | null): string =>
    total === null ? '' : amountIn(total.amount, total.currencyCode);
  return table(
    ['Currency', ...headers.map((right) => ({ right }))],
    lines.map((line) => [
      line.currencyCode,
      String(line.total.count),
      amountOf(line.total),
      ...outcomes.map((outcome) => amountOf(line[outcome])),
      amountOf(line.fee),
    ]),
  );
}

function printProblems(output: Output, report: BatchReport): void {
  const { batchId, problems, problemsLeftOut } = report;
  if (problems.length === 0) return;
  output.print(`\nProblems: ${counted(problems.length + problemsLeftOut, 'row')}`);
  for (const group of problemGroups(report).slice(0, listedGroups)) output.print(`  ${groupText(group)}`);
  const rows = problems.map((problem) => [
    String(problem.rowNumber),
    stateText(problem.state),
    amountIn(problem.money.amount, problem.money.currencyCode),
    problem.money.currencyCode,
    shortened(problem.accountName, 24),
    problem.code,
    problemWithRetry(problem),
  ]);
  const columns = [
    { right: 'Row' },
    'State',
    { right: 'Amount' },
    '',
    'Payee',
    'Code',
    'What happened',
  ] as const;
  output.print(table(columns, rows));
  if (problemsLeftOut > 0)
    output.print(
      `… and ${problemsLeftOut} more. \`bursar batch export ${batchId} --out FILE\` exports all rows.`,
    );
}

/** The full summary that a person confirms before a release. */
export function releaseText(summary: ReleaseSummary): string {
  const {
    fileName,
    profileName,
    environment,
    baseUrl,
    merchantCode,
    rows,
    totals,
    heldRows,
    possibleRows,
    durationSeconds,
    scheduledFor,
  } = summary;
  return [
    '',
    `Release ${counted(rows, 'payout')} from ${fileName}${scheduledFor === null ? '' : ` on ${minuteText(scheduledFor)}, without being asked again`}`,
    `  environment  ${environmentText(environment)}`,
    `  profile      ${profileName}: merchant ${merchantCode} at ${baseUrl}`,
    ...totals.map((total) => `  total        ${moneyText(total)} in ${counted(total.count, 'payout')}`),
    ...[...payeeLines(summary.payees), ...rowWarningLines(summary)].map((line) => `  ${line}`),
    ...(heldRows > 0 ? [`  ATTENTION    ${counted(heldRows, 'duplicate')}, confirmed`] : []),
    ...(possibleRows > 0 ? [`  ATTENTION    ${counted(possibleRows, 'possible duplicate')}, confirmed`] : []),
    ...(durationSeconds > 0
      ? [`  sending      takes at least ${durationText(durationSeconds)} at the gateway's rate limit`]
      : []),
  ].join('\n');
}

function printNextSteps(
  output: Output,
  { batchId, byState, retriable, problems, problemsLeftOut, isProfileRemoved }: BatchReport,
): void {
  const outside = byState.outside ?? 0;
  if (outside > 0)
    output.print(
      `\n${counted(outside, 'payout')} sent outside Bursar: \`bursar batch decide ${batchId} --adopt\`, or \`--pay-again\`, which may pay a payee twice.`,
    );
  for (const { idPayout, state, decisions } of problems)
    if (state === 'unknown' && decisions.length > 0)
      output.print(
        `\nDecide about ${idPayout}: \`bursar payout ${idPayout} --send-again\` or \`--not-accepted\`. Ask the gateway first: a payout that it did accept may be paid twice.`,
      );
  if (retriable > 0)
    output.print(`\n\`bursar batch retry ${batchId}\` retries ${counted(retriable, 'payout')}.`);
  const drafted = new Map<string, number>();
  for (const { retriedBy } of problems)
    if (retriedBy?.state === 'draft' && !retriedBy.isEarlier)
      drafted.set(retriedBy.batchId, (drafted.get(retriedBy.batchId) ?? 0) + 1);
  // Not that it releases them: a payout may have come back, and the gateway is asked only then.
  const atLeast = problemsLeftOut > 0 ? 'At least ' : '';
  for (const [draftId, count] of isProfileRemoved ? [] : drafted)
    output.print(
      `\n${atLeast}${counted(count, 'retry is', 'retries are')} drafted in batch ${draftId}, not released. \`bursar check ${draftId}\` checks that batch, and \`bursar release ${draftId}\` releases it unless something holds it.`,
    );
}

/** The totals in a row of a table, which is as wide as the widest of its rows: the first ones, and how many more there are. */
export function totalsInRow(totals: readonly CurrencyTotal[]): string {
  const more = totals.length - mostInRow;
  return [
    ...totals.slice(0, mostInRow).map(moneyText),
    ...(more > 0 ? [`and ${counted(more, 'more currency', 'more currencies')}`] : []),
  ].join(', ');
}

export function batchLines(batches: readonly BatchSummary[]): string {
  const columns = ['Batch', 'State', { right: 'Rows' }, 'Payouts', 'Totals', 'File', 'Created'] as const;
  return table(
    columns,
    batches.map(
      ({
        batchId,
        state,
        rows,
        byState,
        paidByRetry,
        paidOutside,
        paidByOther,
        unanswered,
        totals,
        fileName,
        createdAt,
        scheduledFor,
        heldSchedule,
        isPaused,
      }) => [
        batchId,
        scheduledFor === null
          ? `${state}${heldSchedule === null ? '' : ', schedule held'}${isPaused && isLeftToSend({ byState }) ? ', paused' : ''}`
          : `${state}, scheduled for ${minuteText(scheduledFor)}`,
        String(rows),
        [
          statesText(byState, paymentStates),
          ...(paidByRetry === null || paidByRetry === 0 ? [] : [`${paidByRetry} paid by retry`]),
          ...(paidByOther === null || paidByOther === 0 ? [] : [paidByOtherText(paidByOther)]),
          ...(unanswered === 0 ? [] : [unansweredText(unanswered)]),
          ...(paidOutside === null || paidOutside === 0 ? [] : [`${paidOutside} paid outside Bursar before`]),
        ].join(', '),
        totalsInRow(totals),
        shortened(fileName, 30),
        minuteText(createdAt),
      ],
    ),
  );
}
