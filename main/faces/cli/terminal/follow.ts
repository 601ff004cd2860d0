import type { BatchReport, BatchSummary } from '../../../../contract/batches/batch.ts';
import type { IncomingDetail } from '../../../../contract/receiving/incoming.ts';
import type { RunOutcome } from '../../../../contract/batches/batch-operations.ts';
import type { OperationOutput } from '../../../../contract/operations.ts';
import { countIn, leavingStates, paymentStates } from '../../../../contract/payments/payment.ts';
import { durationText } from '../../../../contract/text/numbers.ts';
import type { DueReleases } from '../../../../contract/batches/schedule.ts';
import { progressText } from '../../../../contract/text/progress.ts';
import type { CommandContext, Session } from '../command.ts';
import { pausedBecause } from '../../../../contract/treasury/attention.ts';
import { withAdvice } from '../failures.ts';
import { exitCodeOfStates, exitCodes, type ExitCode } from '../exit-codes.ts';
import { incomingLines } from '../incoming-report.ts';
import { pausedLine, printReport, reportJson } from '../report.ts';
import type { Progress } from './output.ts';
import { gatewayText } from './gateway-text.ts';
import { createPace } from './pace.ts';
import { createWaitNotice } from './wait-notice.ts';
import { watchSchedules } from './watch-schedules.ts';

/** The command ends after this long without a usable response; `resume` continues. */
export const silenceLimitMs = 120_000;

/** A request that may pay is not cut off, and a gateway may take long to answer. */
const stoppingText =
  'Stopping: waiting for the answers to requests already sent, a minute at most. Ctrl-C again ends this at once; their payouts are then unknown until `bursar resume` asks about them.';

const endsForGood: ReadonlySet<RunOutcome> = new Set(['notBegun', 'refused', 'stopped']);

/** Sends and tracks a batch; null if duplicates hold its release. */
export async function followReleased(
  context: CommandContext,
  session: Session,
  batchId: string | null,
): Promise<ExitCode> {
  if (batchId === null) return exitCodes.held;
  return followBatches(context, session, { batchIds: [batchId], mustReach: false });
}

/**
 * Sends and tracks batches with live progress, prints their reports and returns the exit code: operation `batches.run`, then
 * `batches.show` for each. `mustReach`: ends at once if the gateway is unreachable. `endsWhenStill`: does not wait for payments
 * about which nothing new becomes known.
 */
export async function followBatches(
  { output, signal, options, isThrowAway = false }: CommandContext,
  session: Session,
  {
    batchIds,
    mustReach,
    endsWhenStill = false,
    alsoReported = {},
    onDue,
  }: {
    readonly batchIds: readonly string[] | null;
    readonly mustReach: boolean;
    readonly endsWhenStill?: boolean;
    /** Added to the JSON beside the batches. */
    readonly alsoReported?: object;
    /** Called with drafts that became due while the command ran, which it then releases and sends; if omitted, it releases nothing. */
    readonly onDue?: (due: DueReleases) => void;
  },
): Promise<ExitCode> {
  const until = options['no-wait'] === true ? 'sent' : endsWhenStill ? 'still' : 'final';
  const notice =
    until === 'final' ? createWaitNotice(Date.now, (words) => output.progress.remark(words)) : null;
  const progress = showProgress(session, batchIds ?? [], output.progress, { notice, signal, mustReach });
  const schedules = onDue === undefined ? null : watchSchedules(session, output, onDue);
  const sent = new Set<string>();
  let end: OperationOutput<'batches.run'>;
  try {
    for (let known = -1; ;) {
      known = schedules?.released() ?? 0;
      end = await session
        .call('batches.run', {
          batchIds: batchIds === null ? null : [...batchIds],
          until,
          silenceLimitMs,
          mustReach,
        })
        .catch((thrown: unknown) => {
          throw withAdvice(thrown, wayOn, 'storageFailed');
        });
      for (const batchId of end.batchIds) sent.add(batchId);
      // Batches released while it ran are sent too.
      if (schedules === null || endsForGood.has(end.outcome) || known === schedules.released()) break;
    }
  } finally {
    await schedules?.stop();
    progress.stop();
  }
  const reports: BatchReport[] = [];
  for (const batchId of sent) reports.push(await session.call('batches.show', { batchId }));
  const incoming: IncomingDetail[] = [];
  for (const which of end.incoming) incoming.push(await session.call('incoming.show', which));
  output.json({
    ...alsoReported,
    batches: reports.map(reportJson),
    held: end.held,
    ...(incoming.length > 0 ? { incoming } : {}),
  });
  for (const report of reports) printReport(output, report, !isThrowAway);
  if (incoming.length > 0) output.print(`\n${incomingLines(incoming)}`);
  const paused = reports.filter(({ isPaused }) => isPaused);
  const items = paused.length === 0 ? [] : await session.call('attention.list', {});
  const pauses = paused.map((report) => pausedLine(report, pausedBecause(items, report.batchId)));
  for (const line of pauses) if (line !== null) output.remark(line);
  // Payins and top-ups count as done once they are sent: no command waits for customers.
  const worst = [
    exitCodeOfStates(
      reports.map(({ byState }) => byState),
      until,
    ),
    exitCodeOfStates(
      incoming.map(({ state }) => ({ [state]: 1 })),
      'sent',
    ),
  ];
  const exitCode = worst.includes(exitCodes.unresolved)
    ? exitCodes.unresolved
    : (worst.find((code) => code !== exitCodes.done) ?? exitCodes.done);
  const alone = pausedAlone(reports, until);
  const isSaid = end.outcome === 'done' && alone !== null && !pauses.includes(null);
  const words = isSaid ? null : endText(end, isThrowAway ? exitCodes.done : exitCode, signal.aborted, alone);
  if (words !== null) output.remark(words);
  const isForGateway = end.outcome === 'notBegun' || end.isMerchantRefused;
  return isForGateway ? exitCodes.gateway : exitCode;
}

/** The paused batch, if every batch with work left is paused: only a command that names one resumes it. */
function pausedAlone(reports: readonly BatchReport[], until: 'sent' | 'still' | 'final'): string | null {
  const open = reports.filter(({ byState }) => exitCodeOfStates([byState], until) === exitCodes.unresolved);
  const [first] = open;
  return first !== undefined && open.every(({ isPaused }) => isPaused) ? first.batchId : null;
}

/** The batches are released by now: the same command again would be held, or pay them a second time. */
const wayOn = 'What was released stays released: `bursar resume` continues, and nothing is sent twice.';

function endText(
  { outcome, message }: OperationOutput<'batches.run'>,
  exitCode: ExitCode,
  isStopped: boolean,
  paused: string | null,
): string | null {
  const command = paused === null ? '`bursar resume`' : `\`bursar resume --batch ${paused}\``;
  const resumeText = exitCode === exitCodes.unresolved ? ` ${command} continues; nothing is sent twice.` : '';
  switch (outcome) {
    case 'done':
      return resumeText === ''
        ? null
        : 'Some payouts are not finished: `bursar attention` says what they need, such as a decision. `bursar resume` continues the others; nothing is sent twice.';
    case 'stopped':
      return isStopped ? `Stopped.${resumeText}` : null;
    case 'held':
      return `${message ?? 'A floor holds the rest.'}${resumeText}`;
    case 'silent':
      return `No progress for ${durationText(silenceLimitMs / 1000)}.${message === null ? '' : ` ${message}`}${resumeText}`;
    case 'refused':
    case 'notBegun':
      return `${message ?? 'The gateway rejects this merchant.'}${resumeText}`;
  }
}

/** Shows the progress of these batches and of any other that changes, and the gateway's messages meanwhile. */
function showProgress(
  { bursar, call }: Session,
  batchIds: readonly string[],
  progress: Progress,
  {
    notice,
    signal,
    mustReach,
  }: {
    readonly notice: ReturnType<typeof createWaitNotice> | null;
    readonly signal: AbortSignal;
    readonly mustReach: boolean;
  },
): { stop(): void } {
  const reached = new Set<string>();
  const changed = new Set(batchIds);
  const known = new Map<string, BatchSummary>();
  /** How many of each batch had already left: another run may have sent them. */
  const leftBefore = new Map<string, number>();
  const paceOf = createPace(Date.now);
  let pace = '';
  let lastLeft: number | null = null;
  const unsubscribe = bursar.subscribe((event) => {
    if (event.kind === 'batch') changed.add(event.id);
    if (event.kind !== 'gateway') return;
    if (event.isAway !== true) reached.add(event.id);
    // A run that must reach a gateway ends if it cannot at first.
    if (event.message !== '') progress.remark(gatewayText(event, !mustReach || reached.has(event.id)));
  });
  const show = async (): Promise<void> => {
    const ids = [...changed];
    changed.clear();
    // Once nothing leaves, a pace that is shown has to go.
    if (ids.length === 0 && pace === '') return;
    for (const batchId of ids) {
      const batch = await call('batches.summary', { batchId });
      known.set(batchId, batch);
      if (!leftBefore.has(batchId))
        leftBefore.set(batchId, batch.rows - countIn(batch.byState, leavingStates));
    }
    const batches = [...known.values()];
    const rows = batches.reduce((sum, batch) => sum + batch.rows, 0);
    const byState = sumOf(batches);
    const left = countIn(byState, leavingStates);
    lastLeft = left;
    const before = [...leftBefore.values()].reduce((sum, count) => sum + count, 0);
    pace = paceOf(rows - left - before, left);
    progress.show(`${progressText(byState, rows)}${pace}`);
  };
  // Ignored: a progress line that cannot be shown changes nothing; the run itself reports failures.
  const tryToShow = (): void => void show().catch(() => undefined);
  tryToShow();
  let isStopTold = false;
  const timer = setInterval(() => {
    if (signal.aborted && !isStopTold) {
      isStopTold = true;
      progress.remark(stoppingText);
    }
    notice?.(lastLeft);
    tryToShow();
  }, progress.stepMs);
  return {
    stop: () => {
      clearInterval(timer);
      unsubscribe();
      progress.clear();
    },
  };
}

/** How many payouts of all these batches are in each state. */
function sumOf(batches: readonly BatchSummary[]): BatchSummary['byState'] {
  const sum: BatchSummary['byState'] = {};
  for (const { byState } of batches)
    for (const state of paymentStates) sum[state] = (sum[state] ?? 0) + (byState[state] ?? 0);
  return sum;
}
