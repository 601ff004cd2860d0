import { noteText } from '../../../../contract/text/files/note-text.ts';
import path from 'node:path';
import type { BatchSummary } from '../../../../contract/batches/batch.ts';
import {
  largestFileBytes,
  largestMessageBytes,
  type TablePlace,
} from '../../../../contract/batches/sheet.ts';
import type { MethodRule } from '../../../../contract/batches/source.ts';
import { profileOption, textOption, type Command, type CommandContext, type Session } from '../command.ts';
import { createConfirm } from '../terminal/confirm.ts';
import type { ExitCode } from '../exit-codes.ts';
import { followReleased } from '../terminal/follow.ts';
import { shownWord } from '../terminal/output.ts';
import { readNamedFile } from '../terminal/read-named-file.ts';
import { fileOptions, fileUsage, readFileAnswers } from '../mapping.ts';
import {
  prepareSettingAside,
  setAsideOptions,
  setAsideText,
  setAsideUsage,
  sheetSource,
} from '../set-aside.ts';
import { confirmDuplicatesOptions, confirmDuplicatesUsage, releaseDraft } from '../release-draft.ts';

export const pay: Command = {
  name: 'pay',
  arguments: [{ name: 'FILE' }],
  options: {
    yes: 'flag',
    'no-wait': 'flag',
    ...fileOptions,
    ...setAsideOptions,
    ...confirmDuplicatesOptions,
  },
  usage: `pay FILE --profile NAME ${fileUsage} ${setAsideUsage} [--yes] ${confirmDuplicatesUsage} [--no-wait]`,
  summary: 'import, check, release, track to the end, report',
  run: async (context) => {
    const confirm = createConfirm(context);
    const file = context.arguments[0] ?? '';
    const bytes = await readPayoutFile(file, context.signal);
    const answers = await readFileAnswers(context);
    const aside = textOption(context.options, 'set-aside');
    return context.withBursar(async (session) => {
      if (aside === null)
        return payFile(context, session, { fileName: path.basename(file), bytes, ...answers }, confirm);
      const source = sheetSource(file, bytes, answers);
      const { batch, setAside } = await prepareSettingAside(context, session, source, aside);
      if (setAside !== null) context.output.remark(setAsideText(setAside));
      return payDraft(context, session, batch, confirm);
    });
  },
};

/** Imports, releases and tracks one file. Unconfirmed duplicates hold it. */
export async function payFile(
  context: CommandContext,
  session: Session,
  file: {
    readonly fileName: string;
    readonly bytes: Uint8Array;
    readonly methodRules?: MethodRule[];
    readonly place?: TablePlace;
  },
  confirm: ReturnType<typeof createConfirm>,
): Promise<ExitCode> {
  const { output, options } = context;
  const { batch, notes } = await session.call('batches.import', { ...profileOption(options), ...file });
  // What a person confirms just below says of a row that it looks like a total.
  for (const note of notes) if (note.code !== 'totalRow') output.remark(`note: ${noteText(note)}`);
  return payDraft(context, session, batch, confirm);
}

async function payDraft(
  context: CommandContext,
  session: Session,
  batch: BatchSummary,
  confirm: ReturnType<typeof createConfirm>,
): Promise<ExitCode> {
  const released = await releaseDraft(context, session, batch, confirm);
  return followReleased(context, session, released?.batchId ?? null);
}

/** Reads a payout file; a file that is too large is an input error. */
export function readPayoutFile(file: string, signal: AbortSignal): Promise<Uint8Array> {
  const isMessage = /\.xml$/i.test(file);
  const tooLarge = `The file ${shownWord(file)} is larger than ${isMessage ? '256' : '64'} MiB. Split it into several files.`;
  return readNamedFile(
    file,
    { largestBytes: isMessage ? largestMessageBytes : largestFileBytes, tooLarge },
    signal,
  );
}
