import { textOption, type Command } from '../command.ts';
import { createConfirm } from '../confirm.ts';
import { exitCodes } from '../exit-codes.ts';
import { wrongUsage } from '../failures.ts';
import { writeNewFile } from '../write-new-file.ts';
import { followBatches } from '../follow.ts';
import { confirmDuplicatesOptions, confirmDuplicatesUsage, releaseDraft } from '../release-draft.ts';
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
    options: { yes: 'flag', 'no-wait': 'flag', ...confirmDuplicatesOptions },
    usage: `batch retry ID [--yes] ${confirmDuplicatesUsage} [--no-wait]`,
    summary: 'send failed and rejected rows again, under new order IDs',
    run: (context) => {
      const confirm = createConfirm(context.options['yes'] === true, context.output);
      return context.withBursar(async (session) => {
        const batch = await session.call('batches.retry', { batchId: context.arguments[0] ?? '' });
        const released = await releaseDraft(context, session, batch, confirm);
        return released === null
          ? exitCodes.held
          : followBatches(context, session, { batchIds: [batch.batchId], mustReach: false });
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
