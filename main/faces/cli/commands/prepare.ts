import path from 'node:path';
import { profileOption, type Command } from '../command.ts';
import { createConfirm } from '../confirm.ts';
import { exitCodes } from '../exit-codes.ts';
import { followBatches } from '../follow.ts';
import { batchLines } from '../report.ts';
import { confirmDuplicatesOptions, confirmDuplicatesUsage, releaseDraft } from '../release-draft.ts';
import { readPayoutFile } from './pay.ts';

const prepare: Command = {
  name: 'prepare',
  arguments: [{ name: 'FILE' }],
  options: {},
  usage: 'prepare FILE --profile NAME',
  summary: 'import a file as a draft; nothing is released',
  run: ({ withBursar, output, options, arguments: [file = ''] }) =>
    withBursar(async ({ call }) => {
      const bytes = await readPayoutFile(file);
      const input = { ...profileOption(options), fileName: path.basename(file), bytes };
      const { batch, notes } = await call('batches.import', input);
      for (const note of notes) output.remark(`note: ${note}`);
      output.json(batch);
      output.print(batchLines([batch]));
      return exitCodes.done;
    }),
};

const release: Command = {
  name: 'release',
  arguments: [{ name: 'BATCH' }],
  options: { yes: 'flag', 'no-wait': 'flag', ...confirmDuplicatesOptions },
  usage: `release BATCH [--yes] ${confirmDuplicatesUsage} [--no-wait]`,
  summary: 'release a draft, track it to the end, report',
  run: (context) => {
    const confirm = createConfirm(context.options['yes'] === true, context.output);
    const [batchId = ''] = context.arguments;
    return context.withBursar(async (session) => {
      const batch = await session.call('batches.summary', { batchId });
      const released = await releaseDraft(context, session, batch, confirm);
      return released === null
        ? exitCodes.held
        : followBatches(context, session, { batchIds: [batchId], mustReach: false });
    });
  },
};

/** `pay` in two steps. */
export const draftCommands: readonly Command[] = [prepare, release];
