import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { BatchSummary } from '../../../../contract/batch.ts';
import { largestFileBytes } from '../../../../contract/operations.ts';
import { profileOption, type Command, type CommandContext, type Session } from '../command.ts';
import { createConfirm } from '../confirm.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { CommandFailed, wrongUsage } from '../failures.ts';
import { followBatches } from '../follow.ts';
import { shownWord } from '../output.ts';
import { reportJson } from '../report.ts';

export const pay: Command = {
  name: 'pay',
  arguments: [{ name: 'FILE' }],
  options: { yes: 'flag', again: 'flag', 'no-wait': 'flag' },
  usage: 'pay FILE --profile NAME [--yes] [--again] [--no-wait]',
  summary: 'import, check, release, track to the end, report',
  run: async (context) => {
    const confirm = createConfirm(context.options['yes'] === true, context.output);
    const file = context.arguments[0] ?? '';
    const bytes = await readPayoutFile(file);
    return context.withBursar((session) =>
      payFile(context, session, { fileName: path.basename(file), bytes }, confirm),
    );
  },
};

/** Imports, releases and follows one file; the duplicates in it are held unless `--again` confirms them. */
export async function payFile(
  context: CommandContext,
  session: Session,
  file: { readonly fileName: string; readonly bytes: Uint8Array },
  confirm: ReturnType<typeof createConfirm>,
): Promise<ExitCode> {
  const { output, options } = context;
  const { batch, notes } = await session.call('batches.import', { ...profileOption(options), ...file });
  for (const note of notes) output.remark(`note: ${note}`);
  const released = await release(context, session, batch, confirm);
  return released === null
    ? exitCodes.held
    : followBatches(context, session, { batchIds: [batch.batchId], mustReach: false });
}

/** Releases a draft; null when it is held as a duplicate, which is reported. */
async function release(
  { output, options }: CommandContext,
  session: Session,
  batch: BatchSummary,
  confirm: ReturnType<typeof createConfirm>,
): Promise<BatchSummary | null> {
  const { batchId, rowsHash } = batch;
  try {
    return await session.call(
      'batches.release',
      { batchId, rowsHash, duplicatesAreMeant: options['again'] === true },
      confirm,
    );
  } catch (failure) {
    if (!(failure instanceof CommandFailed) || failure.appError.code !== 'duplicateHeld') throw failure;
    const { code, message, details } = failure.appError;
    const report = await session.call('batches.show', { batchId });
    const { rows } = await session.call('batches.duplicates', { batchId });
    const problems = rows.map(({ rowNumber, idPayout, equalTo }) => ({
      rowNumber,
      idPayout,
      state: 'draft',
      code: 'duplicateHeld',
      message: `duplicate of row ${equalTo.rowNumber} of batch ${equalTo.batchId}`,
    }));
    output.json({ batches: [{ ...reportJson(report), problems }], error: { code, message, details } });
    output.error(failure.appError);
    output.remark('To pay these anyway, repeat the command with --again.');
    return null;
  }
}

/** Reads a file that a person named; what cannot be read is wrong usage, too much of it an error of the input. */
export async function readPayoutFile(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > largestFileBytes)
      throw new CommandFailed({
        code: 'fileUnreadable',
        message: `The file ${shownWord(file)} is larger than the 64 MiB that Bursar reads. Split it.`,
        details: {},
      });
    return await readFile(file);
  } catch (cause) {
    if (cause instanceof CommandFailed) throw cause;
    throw wrongUsage(
      `The file ${shownWord(file)} cannot be read (${cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'}). Check the name.`,
    );
  }
}
