import type { BatchReport } from '../../../contract/batches/batch.ts';
import { succeed, type Result } from '../../../contract/result.ts';
import { comparisonText, moreChangesText } from '../../../contract/text/approvals.ts';
import { counted, countText, moneyText } from '../../../contract/text/numbers.ts';
import {
  groupCount,
  nextText,
  problemGroups,
  problemWithRetry,
} from '../../../contract/text/batch-problems.ts';
import { setAsideText } from '../../../contract/text/sheet-step.ts';
import {
  batchOutcome,
  outcomeCounts,
  paidByRetryText,
  paidTwiceText,
} from '../../../contract/text/outcome.ts';
import { stateLabel } from '../../../contract/text/states.ts';
import type { CoreContext } from '../context/context.ts';
import { readCheckpoint } from '../maintenance/checkpoints.ts';
import { compareWithLast } from './compare-batches.ts';
import { withEach } from '../payments/pages.ts';
import { momentText } from '../../../contract/text/clock.ts';
import { fullEventText, outcomePart, paymentsPart, rowsOnPaper } from '../payments/paper.ts';
import { fingerprintOf } from '../ports/signatures.ts';
import type { PaperPart, StoredPayment } from '../ports/index.ts';

/** The printable report of a batch, as PDF. Its figures and its payouts are of the same read. */
export async function printReport(
  context: CoreContext,
  pages: AsyncIterable<StoredPayment[]>,
  reportOf: (pages: AsyncIterable<StoredPayment[]>) => Promise<BatchReport>,
  signal: AbortSignal,
): Promise<Result<{ bytes: Uint8Array; rows: number }>> {
  const { clock, files } = context;
  const payments: StoredPayment[] = [];
  const report = await reportOf(
    withEach(pages, (page) => {
      payments.push(...page.slice(0, rowsOnPaper - payments.length));
    }),
  );
  const { batchId } = report;
  const now = clock.now();
  const leftOut = report.rows - payments.length;
  const made = await files.writePdf({
    title: `Batch report: ${report.fileName}`,
    about: `Profile ${report.profileName}${report.environment === 'sandbox' ? ' (sandbox, no real money)' : ''} · ${counted(report.rows, 'payout')} · as of ${momentText(now)}`,
    foot: `Batch ${batchId} · printed by Bursar on ${momentText(now)}`,
    createdAt: now,
    isWide: true,
    parts: [
      ...stateParts(report, setAsideTexts(context, batchId)),
      { kind: 'heading', text: 'Outcome' },
      outcomePart(report),
      { kind: 'heading', text: 'Who did what' },
      ...whoParts(context, batchId),
      ...problemParts(report),
      ...(await comparisonParts(context, batchId, signal)),
      { kind: 'heading', text: 'Payouts' },
      paymentsPart(payments),
      ...moreParts(leftOut, 'payouts'),
      { kind: 'heading', text: 'Audit log' },
      { kind: 'facts', facts: logFacts(context, report) },
    ],
  });
  return made.ok ? succeed({ bytes: made.value, rows: payments.length }) : made;
}

function stateParts(report: BatchReport, setAsides: readonly string[]): PaperPart[] {
  const { text } = batchOutcome(report);
  const retried = paidByRetryText(report);
  const twice = paidTwiceText(report.paidTwice);
  const open =
    report.totalsByState.length > 0 && (text === '' || outcomeCounts(report.byState).inProgress > 0);
  const notFinal = open ? ' This report is not final: print it again when the batch has ended.' : '';
  return [
    {
      kind: 'text',
      text: `${text === '' ? stateLabel(report.state) : text}.${notFinal}`,
      isNotice: open,
    },
    ...(twice === null ? [] : [{ kind: 'text' as const, text: twice, isNotice: true }]),
    ...(retried === null ? [] : [{ kind: 'text' as const, text: retried }]),
    ...setAsides.map((setAside) => ({ kind: 'text' as const, text: setAside })),
  ];
}

/** The rows that are not in the batch, as they were set aside from it, and those that it has from another. */
export function setAsideTexts({ store }: Pick<CoreContext, 'store'>, batchId: string): string[] {
  return store.setAsideLinks({ sheetId: null, batchId }).map((link) => setAsideText(link, batchId));
}

/** The events of the batch itself: prepared, approved, released, paused. */
function whoParts({ store }: CoreContext, batchId: string): PaperPart[] {
  const events = store.eventsOfBatch(batchId);
  return [
    {
      kind: 'table',
      columns: [
        { header: 'Time' },
        { header: 'What happened', share: 1 },
        { header: 'Event', isFigure: true },
      ],
      rows: events.map((event) => [momentText(event.at), fullEventText(event), countText(event.sequence)]),
    },
  ];
}

/** The difference from the last comparable batch that was released before it. */
async function comparisonParts(
  context: CoreContext,
  batchId: string,
  signal: AbortSignal,
): Promise<PaperPart[]> {
  const batch = context.store.findBatch(batchId);
  const comparison = batch === null ? null : await compareWithLast(context, batch, signal);
  if (comparison === null) return [];
  const { newPayees, missingPayees, changedAccounts, changedAmounts } = comparison;
  const more = moreChangesText(comparison);
  const rows = [
    ...newPayees.map((name) => ['New payee', name, '', '']),
    ...missingPayees.map((name) => ['Missing payee', name, '', '']),
    ...changedAccounts.map(({ name, before, now }) => ['Changed account', name, before, now]),
    ...changedAmounts.map(({ name, currencyCode, before, now }) => [
      'Changed amount',
      name,
      moneyText({ amount: before, currencyCode }),
      moneyText({ amount: now, currencyCode }),
    ]),
  ];
  return [
    { kind: 'heading', text: 'Compared with the last comparable batch' },
    { kind: 'text', text: `${comparisonText(comparison)}.` },
    ...(rows.length === 0
      ? []
      : [
          {
            kind: 'table' as const,
            columns: [
              { header: 'What' },
              { header: 'Payee', share: 2 },
              { header: 'Before', share: 1 },
              { header: 'Now', share: 1 },
            ],
            rows,
          },
        ]),
    ...(more === null ? [] : [{ kind: 'text' as const, text: more }]),
  ];
}

function problemParts(report: BatchReport): PaperPart[] {
  const { problems, problemsLeftOut } = report;
  if (problems.length === 0) return [];
  return [
    { kind: 'heading', text: 'Problems' },
    {
      kind: 'table',
      columns: [
        { header: 'Payouts', isFigure: true },
        { header: 'Problem', share: 3 },
        { header: 'What to do', share: 2 },
      ],
      rows: problemGroups(report).map((group) => [groupCount(group), group.message, nextText(group)]),
    },
    {
      kind: 'table',
      columns: [
        { header: 'Row', isFigure: true },
        { header: 'Payee', share: 2 },
        { header: 'Amount', isFigure: true },
        { header: 'Problem', share: 3 },
      ],
      rows: problems.map((problem) => [
        String(problem.rowNumber),
        problem.accountName,
        moneyText(problem.money),
        problemWithRetry(problem),
      ]),
    },
    ...moreParts(problemsLeftOut, 'problems'),
  ];
}

function moreParts(leftOut: number, what: string): PaperPart[] {
  const text = `${countText(leftOut)} more ${what} are in the CSV and Excel exports.`;
  return leftOut > 0 ? [{ kind: 'text', text }] : [];
}

/** The state of the log now, so that this report can be compared with it later. */
export function logFacts(
  { store }: Pick<CoreContext, 'store'>,
  { rowsHash }: Pick<BatchReport, 'rowsHash'>,
): (readonly [name: string, value: string])[] {
  const head = store.headOfLog();
  const last = store.lastCheckpoint();
  const said = readCheckpoint(last);
  const checkpoint =
    said === null
      ? 'none yet'
      : `${said.number}, at event ${countText(said.sequence)} on ${momentText(said.at)}, hash ${said.hash}`;
  const key = last === null || last.publicKey === null ? 'not signed' : fingerprintOf(last.publicKey);
  return [
    ['Hash of the rows', rowsHash],
    ['Last event when this was made', `${countText(head.sequence)}, hash ${head.hash}`],
    ['Last checkpoint', checkpoint],
    ['Signed with', key],
  ];
}
