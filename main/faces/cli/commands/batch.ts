import type { BatchSummary } from '../../../../contract/batches/batch.ts';
import { waitingIn } from '../../../../contract/batches/waiting.ts';
import { countIn, inDoubtStates } from '../../../../contract/payments/payment.ts';
import { pausedBecause } from '../../../../contract/treasury/attention.ts';
import { comparisonText } from '../../../../contract/text/approvals.ts';
import { attentionText } from '../../../../contract/text/attention/attention-text.ts';
import { inWords } from '../../../../contract/text/complaint.ts';
import { counted, countText } from '../../../../contract/text/numbers.ts';
import { textOption, type Command, type CommandContext, type Session } from '../command.ts';
import { createConfirm } from '../terminal/confirm.ts';
import { CommandFailed, wrongUsage } from '../failures.ts';
import { readOut, tableFormatOf } from '../terminal/export-target.ts';
import { writeNewFile } from '../terminal/write-new-file.ts';
import { followReleased } from '../terminal/follow.ts';
import { confirmDuplicatesOptions, confirmDuplicatesUsage, releaseDraft } from '../release-draft.ts';
import { batchLines, pausedLine, printReport } from '../report.ts';
import { repeatDraft } from '../sheet-draft.ts';
import { setAsideText, setDraftRowsAside, unpreparedText } from '../set-aside.ts';
import { decidedText, readDecision } from './payouts.ts';

const listed = 200;
const exportFormats = ['csv', 'xlsx', 'pdf', 'pain.002'] as const;
type ExportFormat = (typeof exportFormats)[number];

export const batchCommands: readonly Command[] = [
  {
    name: 'batch list',
    options: { search: 'text' },
    usage: 'batch list [--search TEXT]',
    summary: 'list the latest batches, newest first',
    profiles: 'all',
    run: ({ withBursar, output, options }) =>
      withBursar(async ({ call }) => {
        const search = textOption(options, 'search') ?? '';
        const found = await call('batches.list', { search, limit: listed + 1 });
        const batches = found.slice(0, listed);
        output.json(batches);
        output.print(
          batches.length > 0
            ? batchLines(batches)
            : search === ''
              ? 'No batches yet. `bursar pay FILE` creates one.'
              : 'No file name or batch ID contains this text.',
        );
        if (found.length > listed) output.remark(`Only the latest ${countText(listed)} batches are listed.`);
        const unprepared = unpreparedText(await call('sheets.list', {}));
        if (unprepared !== null) output.remark(unprepared);
      }),
  },
  {
    name: 'batch show',
    arguments: [{ name: 'ID', isBatch: true }],
    summary: 'show the report of a batch',
    run: ({ withBursar, output, arguments: [batchId = ''] }) =>
      withBursar(async ({ call }) => {
        const report = await call('batches.show', { batchId });
        const comparison = await call('batches.comparison', { batchId });
        output.json({ ...report, comparison });
        printReport(output, report);
        if (comparison !== null) output.print(`\n${comparisonText(comparison)}`);
        if (!report.isPaused) return;
        const paused = pausedLine(report, pausedBecause(await call('attention.list', {}), batchId));
        if (paused !== null) output.print(`\n${paused}`);
      }),
  },
  {
    name: 'batch set-aside',
    arguments: [{ name: 'ID', isBatch: true }],
    options: { rows: 'text', out: 'newFile' },
    usage: 'batch set-aside ID --rows 3,7 --out FILE',
    summary: 'take rows out of a draft: into a new sheet and FILE; the others become a new draft',
    run: ({ withBursar, output, options, arguments: [batchId = ''] }) => {
      const rows = readRows(textOption(options, 'rows'));
      const out = readOut(options);
      return withBursar(async (session) => {
        const draft = await session.call('batches.summary', { batchId });
        const { batch, setAside } = await setDraftRowsAside(session, draft, rows, out);
        output.json({ ...batch, setAside });
        output.print(batchLines([batch]));
        if (setAside !== null) output.print(setAsideText(setAside));
      });
    },
  },
  {
    name: 'batch cancel',
    arguments: [{ name: 'ID', isBatch: true }],
    summary: 'cancel unsent payouts, or discard a draft',
    run: ({ withBursar, output, arguments: [batchId = ''] }) =>
      withBursar(async ({ call }) => {
        const { sheetId } = await call('batches.summary', { batchId });
        const cancelled = await call('batches.cancel', { batchId });
        output.json(cancelled);
        const { isPaused, releasedAt } = await call('batches.summary', { batchId });
        if (releasedAt === null) {
          if (sheetId !== null) await call('sheets.remove', { sheetId, onlyUnchangedRepeat: true });
          output.print(
            `Draft ${batchId} of ${counted(cancelled.cancelledRows, 'payout')} discarded. Nothing of it was sent.`,
          );
          return;
        }
        const inDoubt = isPaused
          ? ` Requests in doubt are not repeated: the batch is paused, and \`bursar resume --batch ${batchId}\` continues with them.`
          : '';
        output.print(
          `${counted(cancelled.cancelledRows, 'payout')} of batch ${batchId} cancelled. Payouts already sent are not affected.${inDoubt}`,
        );
      }),
  },
  {
    name: 'batch unschedule',
    arguments: [{ name: 'ID', isBatch: true }],
    summary: 'end the schedule of a draft; it stays a draft',
    run: ({ withBursar, output, arguments: [batchId = ''] }) =>
      withBursar(async ({ call }) => {
        const batch = await call('batches.unschedule', { batchId });
        output.json(batch);
        output.print(`Batch ${batchId} is no longer scheduled. It stays a draft.`);
      }),
  },
  {
    name: 'batch pause',
    arguments: [{ name: 'ID', isBatch: true }],
    summary: 'pause sending until the batch is resumed',
    run: ({ withBursar, output, arguments: [batchId = ''] }) =>
      withBursar(async ({ call }) => {
        const batch = await call('batches.pause', { batchId });
        output.json(batch);
        output.print(pausedText(batch));
      }),
  },
  {
    name: 'batch resume',
    arguments: [{ name: 'ID', isBatch: true }],
    summary: 'end the pause; `bursar resume` sends the rest',
    run: ({ withBursar, output, arguments: [batchId = ''] }) =>
      withBursar(async ({ call }) => {
        const { isPaused } = await call('batches.summary', { batchId });
        const batch = await call('batches.resume', { batchId });
        output.json(batch);
        output.print(resumedText(batch, isPaused));
        for (const item of pausedBecause(await call('attention.list', {}), batchId))
          output.remark(`Noted before: ${attentionText(item)}`);
      }),
  },
  {
    name: 'batch repeat',
    arguments: [{ name: 'ID', isBatch: true }],
    summary: 'copy a released batch into a new draft; nothing is released',
    run: ({ withBursar, output, arguments: [batchId = ''] }) =>
      withBursar(async (session) => {
        const batch = await repeatDraft(session, output, { kind: 'repeat', batchId });
        output.json(batch);
        output.print(
          `Draft ${batch.batchId} repeats batch ${batchId}. \`bursar check ${batch.batchId}\` compares them. Change its rows in the app, or release it with \`bursar release ${batch.batchId}\`.`,
        );
      }),
  },
  {
    name: 'batch retry',
    arguments: [{ name: 'ID', isBatch: true }],
    options: { yes: 'flag', 'no-wait': 'flag', ...confirmDuplicatesOptions },
    usage: `batch retry ID [--yes] ${confirmDuplicatesUsage} [--no-wait]`,
    summary: 'retry failed and rejected payouts under new order IDs',
    run: (context) => {
      const confirm = createConfirm(context);
      return context.withBursar(async (session) => {
        const batchId = await releaseRetry(context, session, context.arguments[0] ?? '', confirm);
        return followReleased(context, session, batchId);
      });
    },
  },
  {
    name: 'batch decide',
    arguments: [{ name: 'ID', isBatch: true }],
    options: { adopt: 'flag', 'pay-again': 'flag' },
    usage: 'batch decide ID --adopt|--pay-again',
    summary: 'save one decision for all payouts of a batch that were sent outside Bursar',
    run: ({ withBursar, output, options, arguments: [batchId = ''] }) => {
      const decision = readDecision(options, { adopt: 'adopt', 'pay-again': 'payAgain' } as const);
      if (decision === null) throw wrongUsage('--adopt or --pay-again is required.');
      return withBursar(async ({ call }) => {
        const { decidedRows } = await call('batches.decide', { batchId, decision });
        output.json({ batchId, decision, decidedRows });
        output.print(`${counted(decidedRows, 'payout')}: ${decidedText(decision, batchId)}`);
      });
    },
  },
  {
    name: 'batch export',
    arguments: [{ name: 'ID', isBatch: true }],
    options: { out: 'newFile', format: 'text' },
    usage: 'batch export ID [--format csv|xlsx|pdf|pain.002] --out FILE',
    summary:
      'export all rows with their outcome as CSV or XLSX, the report to print as PDF, or a pain.002 that answers a pain.001',
    run: ({ withBursar, output, options, arguments: [batchId = ''] }) => {
      const out = readOut(options);
      const format = readFormat(textOption(options, 'format') ?? formatOfFile(out));
      return withBursar(async ({ call }) => {
        const { bytes, rows, leftOut } = await call('batches.export', { batchId, format });
        await writeNewFile(out, bytes);
        output.json({ batchId, rows, leftOut, file: out, format });
        output.print(`Saved ${counted(rows, 'row')} of batch ${batchId} to ${out}.`);
        if (leftOut > 0)
          output.remark(`${counted(leftOut, 'row')} left out: not from the message that the file answers.`);
      });
    },
  },
];

/** The effect of a pause; some payouts may have been sent since it was requested. */
function pausedText(batch: BatchSummary): string {
  const { batchId, byState } = batch;
  const resume = `\`bursar resume --batch ${batchId}\``;
  if (waitingIn(batch) > 0)
    return `Batch ${batchId} is paused. Bursar keeps tracking payouts already sent; ${resume} sends the rest.`;
  return countIn(byState, inDoubtStates) > 0
    ? `Batch ${batchId} is paused. No payout of it waits for its first request. Bursar keeps asking about unknown ones; ${resume} repeats the request where the gateway does not know one.`
    : `Batch ${batchId} is paused. Nothing of it is left to send.`;
}

function resumedText(batch: BatchSummary, wasPaused: boolean): string {
  const { batchId, byState } = batch;
  const ended = wasPaused ? `Batch ${batchId} is no longer paused.` : `Batch ${batchId} was not paused.`;
  return waitingIn(batch) + countIn(byState, inDoubtStates) > 0
    ? `${ended} \`bursar resume\` sends the rest, unless its rows were changed or approvals are missing.`
    : `${ended} Nothing of it is left to send.`;
}

/** The format for a file extension if no format is named. */
function formatOfFile(out: string): ExportFormat {
  if (/\.pdf$/i.test(out)) return 'pdf';
  return /\.xml$/i.test(out) ? 'pain.002' : tableFormatOf(out);
}

function readFormat(format: string): ExportFormat {
  const known = exportFormats.find((each) => each === format);
  if (known === undefined) throw wrongUsage(`--format is one of ${exportFormats.join(', ')}.`);
  return known;
}

/**
 * Drafts and releases a retry. Returns its batch ID, or null if duplicates hold it. If the gateway reports that a payout no longer
 * needs a retry, the draft is cancelled and the rest is drafted again, until all can be released or none is left. What these records
 * cannot tell, another computer's retry, is in the next draft again: that draft stays, and a person sets its rows aside.
 */
async function releaseRetry(
  context: CommandContext,
  session: Session,
  retried: string,
  confirm: ReturnType<typeof createConfirm>,
): Promise<string | null> {
  let last: string | null = null;
  // Told once it is known that the next draft does not have them again.
  const leftOut = new Set<string>();
  const tellLeftOut = (): void => {
    for (const message of leftOut) context.output.remark(`Left out: ${message}`);
    leftOut.clear();
  };
  const tellAndConfirm: typeof confirm = (...asked) => {
    tellLeftOut();
    return confirm(...asked);
  };
  for (;;) {
    const batch = await session.call('batches.retry', { batchId: retried });
    try {
      const released = await releaseDraft(context, session, batch, tellAndConfirm);
      tellLeftOut();
      return released?.batchId ?? null;
    } catch (failure) {
      if (!(failure instanceof CommandFailed) || failure.appError.code !== 'retryOvertaken') throw failure;
      const overtaken = (failure.appError.details.problems ?? []).map((problem) => inWords(problem).message);
      if (overtaken.length === 0 || batch.batchId === last) {
        for (const message of overtaken) leftOut.delete(message);
        tellLeftOut();
        throw failure;
      }
      last = batch.batchId;
      await session.call('batches.cancel', { batchId: batch.batchId });
      for (const message of overtaken) leftOut.add(message);
    }
  }
}

/** The numbers of rows, as `3,7`. */
function readRows(text: string | null): number[] {
  if (text === null || !/^[1-9]\d{0,5}(,[1-9]\d{0,5})*$/.test(text))
    throw wrongUsage('--rows takes the numbers of rows, for example 3,7.');
  return [...new Set(text.split(',').map(Number))];
}
