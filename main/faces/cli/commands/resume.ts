import { textOption, type Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { followBatches } from '../terminal/follow.ts';

export const resume: Command = {
  name: 'resume',
  options: { batch: 'text', 'no-wait': 'flag' },
  usage: 'resume [--batch ID] [--no-wait]',
  summary: 'continue all unfinished batches; name a paused batch to continue it',
  profiles: 'all',
  run: (context) =>
    context.withBursar(async (session) => {
      const batchId = textOption(context.options, 'batch');
      if (batchId !== null) await session.call('batches.resume', { batchId });
      const exitCode = await followBatches(context, session, {
        batchIds: batchId === null ? null : [batchId],
        mustReach: true,
      });
      if (exitCode === exitCodes.done) context.output.remark('Nothing left to send.');
      return exitCode;
    }),
};
