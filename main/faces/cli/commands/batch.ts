import { textOption, type Command, type CommandContext, type Session } from '../command.ts';
import { createConfirm } from '../confirm.ts';
import { exitCodes } from '../exit-codes.ts';
import { CommandFailed, wrongUsage } from '../failures.ts';
import { writeNewFile } from '../write-new-file.ts';
import { followBatches } from '../follow.ts';
import { batchLines, printReport } from '../report.ts';

const listed = 200;

export const batchCommands: readonly Command[] = [
  {
    name: 'batch list',
    arguments: [],
    options: {},
    usage: 'batch list',
    summary: 'the latest batches, newest first',
    run: ({ withBursar, output }) =>
      withBursar(async ({ call }) => {
        const batches = await call('batches.list', { limit: listed });
        output.json(batches);
        output.print(
          batches.length === 0
            ? 'There are no batches yet. `bursar pay FILE` makes one.'
            : batchLines(batches),
        );
        return exitCodes.done;
      }),
  },
  {
    name: 'batch show',
    arguments: [{ name: 'ID' }],
    options: {},
    usage: 'batch show ID',
    summary: 'what became of one batch',
    run: ({ withBursar, output, arguments: [batchId = ''] }) =>
      withBursar(async ({ call }) => {
        const report = await call('batches.show', { batchId });
        output.json(report);
        printReport(output, report);
        return exitCodes.done;
      }),
  },
  {
    name: 'batch cancel',
    arguments: [{ name: 'ID' }],
    options: {},
    usage: 'batch cancel ID',
    summary: 'cancel what is not sent yet',
    run: ({ withBursar, output, arguments: [batchId = ''] }) =>
      withBursar(async ({ call }) => {
        const cancelled = await call('batches.cancel', { batchId });
        output.json(cancelled);
        output.print(
          `${cancelled.cancelledRows} payouts of batch ${batchId} are cancelled. What was sent before goes on.`,
        );
        return exitCodes.done;
      }),
  },
  {
    name: 'batch pause',
    arguments: [{ name: 'ID' }],
    options: {},
    usage: 'batch pause ID',
    summary: 'hold back what is not sent yet, until it is resumed',
    run: ({ withBursar, output, arguments: [batchId = ''] }) =>
      withBursar(async ({ call }) => {
        const batch = await call('batches.pause', { batchId });
        output.json(batch);
        output.print(
          `Batch ${batchId} is paused. What was sent is still asked about; \`bursar resume --batch ${batchId}\` sends the rest.`,
        );
        return exitCodes.done;
      }),
  },
  {
    name: 'batch resume',
    arguments: [{ name: 'ID' }],
    options: {},
    usage: 'batch resume ID',
    summary: 'hold it back no longer; `bursar resume` sends it',
    run: ({ withBursar, output, arguments: [batchId = ''] }) =>
      withBursar(async ({ call }) => {
        const batch = await call('batches.resume', { batchId });
        output.json(batch);
        output.print(`Batch ${batchId} is held back no longer. \`bursar resume\` sends it.`);
        return exitCodes.done;
      }),
  },
  {
    name: 'batch retry',
    arguments: [{ name: 'ID' }],
    options: { yes: 'flag', again: 'flag', 'no-wait': 'flag' },
    usage: 'batch retry ID [--yes] [--again] [--no-wait]',
    summary: 'retry failed and rejected payouts under new order IDs',
    run: (context) => {
      const confirm = createConfirm(context.options['yes'] === true, context.output);
      return context.withBursar(async (session) => {
        const batchId = await releaseRetry(context, session, context.arguments[0] ?? '', confirm);
        return followBatches(context, session, { batchIds: [batchId], mustReach: false });
      });
    },
  },
  {
    name: 'batch export',
    arguments: [{ name: 'ID' }],
    options: { out: 'text' },
    usage: 'batch export ID --out FILE',
    summary: 'write every row with what became of it as CSV',
    run: ({ withBursar, output, options, arguments: [batchId = ''] }) => {
      const out = textOption(options, 'out');
      if (out === null) throw wrongUsage('Say where to write with --out FILE.');
      return withBursar(async ({ call }) => {
        const { bytes, rows } = await call('batches.export', { batchId });
        await writeNewFile(out, bytes);
        output.json({ batchId, rows, file: out });
        output.print(`${rows} rows of batch ${batchId} are in ${out}.`);
        return exitCodes.done;
      });
    },
  },
];

/**
 * Drafts and releases a retry; gives its batch ID. Where the gateway says that a payout has since gone on, that draft is cancelled
 * and what is left is drafted anew, until the gateway agrees or nothing is left.
 */
async function releaseRetry(
  { options, output }: CommandContext,
  session: Session,
  retried: string,
  confirm: ReturnType<typeof createConfirm>,
): Promise<string> {
  for (;;) {
    const { batchId, rowsHash } = await session.call('batches.retry', { batchId: retried });
    try {
      const release = { batchId, rowsHash, duplicatesAreMeant: options['again'] === true };
      await session.call('batches.release', release, confirm);
      return batchId;
    } catch (failure) {
      if (!(failure instanceof CommandFailed) || failure.appError.code !== 'retryOvertaken') throw failure;
      await session.call('batches.cancel', { batchId });
      const overtaken = failure.appError.details.problems ?? [];
      if (overtaken.length === 0) throw failure;
      for (const { message } of overtaken) output.remark(`Left out: ${message}`);
    }
  }
}
