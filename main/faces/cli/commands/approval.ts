import { minuteText } from '../../../../contract/text/clock.ts';
import { anotherOpenText, importedChangeText, untilText } from '../../../../contract/text/approvals.ts';
import {
  largestSignedFileBytes,
  longestValidHours,
} from '../../../../contract/approvals/approval-operations.ts';
import { counted, countText, shortened } from '../../../../contract/text/numbers.ts';
import { oneLine } from '../../../../contract/text/one-line.ts';
import { printDecided, printFile } from '../terminal/print-approval-file.ts';
import { textOption, type Command, type CommandContext, type OptionValues } from '../command.ts';
import { approvalFolder } from './approval-folder.ts';
import { wrongUsage } from '../failures.ts';
import { shownWord, table, type Output } from '../terminal/output.ts';
import { readOut } from '../terminal/export-target.ts';
import { readNamedFile } from '../terminal/read-named-file.ts';
import { writeNewFile } from '../terminal/write-new-file.ts';

const longestCell = 40;
const longestLine = 300;

const request: Command = {
  name: 'approval request',
  arguments: [{ name: 'BATCH', isBatch: true }],
  options: { out: 'newFile', name: 'text', hours: 'text' },
  usage: 'approval request BATCH --out FILE [--name NAME] [--hours HOURS]',
  summary: 'sign a draft with all its rows and findings, for another person to approve',
  run: ({ withBursar, output, options, arguments: [batchId = ''] }) => {
    const out = readOut(options);
    const input = { batchId, ...nameOption(options), ...hoursOption(options) };
    return withBursar(async ({ call }) => {
      const { bytes, ...made } = await call('approvals.request', input);
      await writeNewFile(out, bytes);
      output.json({ batchId, ...made, file: out });
      output.print(
        `Saved the approval request to ${out}. It ${untilText(false)} ${minuteText(made.expiresAt)}.`,
      );
    });
  },
};

const show: Command = {
  name: 'approval show',
  arguments: [{ name: 'FILE' }],
  summary: 'verify a signed file and show what is in it: totals, findings, every row; needs no key',
  run: ({ withBursar, output, signal, arguments: [name = ''] }) =>
    withBursar(async ({ call }) => {
      const shown = await call('approvals.show', { file: await readSignedFile(name, signal) });
      output.json(shown);
      printFile(output, shown);
    }),
};

const importFile: Command = {
  name: 'approval import',
  arguments: [{ name: 'FILE' }],
  summary: 'import a request (which makes its draft), an approval, a rejection or a withdrawal',
  run: ({ withBursar, output, signal, arguments: [name = ''] }) =>
    withBursar(async ({ call }) => {
      const imported = await call('approvals.import', { file: await readSignedFile(name, signal) });
      const { batchId, isNew } = imported;
      const status = batchId === null ? null : await call('approvals.status', { batchId });
      output.json({ ...imported, status });
      output.print(isNew ? `Imported: ${kindTexts[imported.kind]}.` : 'This file is already imported.');
      if (imported.kind === 'approval' && batchId === null) output.print(importedChangeText(imported));
      if (status !== null && status.needed > 0) {
        const { given, needed, message, isPrepareOnly } = status;
        const said =
          isPrepareOnly || message === null ? `${given} of ${counted(needed, 'approval')}.` : message;
        output.print(`Batch ${status.batchId}: ${said}`);
      }
      if (status !== null) printState(output, status);
    }),
};

/** For a batch that is no longer a draft. */
function printState(output: Output, { state }: { readonly state: string }): void {
  if (state !== 'draft') output.print(`The batch is ${state}: payouts already sent are not affected.`);
}

const withdraw: Command = {
  name: 'approval withdraw',
  arguments: [{ name: 'BATCH', isBatch: true }],
  options: { out: 'newFile' },
  usage: 'approval withdraw BATCH --out FILE',
  summary:
    'withdraw the last request for a batch; import the saved file wherever its approvals were imported',
  run: ({ withBursar, output, options, arguments: [batchId = ''] }) => {
    const out = readOut(options);
    return withBursar(async ({ call }) => {
      const { bytes, ...withdrawn } = await call('approvals.withdraw', { batchId });
      await writeNewFile(out, bytes);
      output.json({ batchId, ...withdrawn, file: out });
      output.print(`Request withdrawn. Saved the withdrawal to ${out}.`);
      if (withdrawn.isAnotherOpen) output.print(anotherOpenText);
      printState(output, await call('approvals.status', { batchId }));
    });
  },
};

const listed = 500;

const list: Command = {
  name: 'approval list',
  summary: 'list the requests, approvals, rejections and withdrawals on this computer',
  profiles: 'all',
  run: ({ withBursar, output }) =>
    withBursar(async ({ call }) => {
      const found = await call('approvals.list', { limit: listed + 1 });
      const files = found.slice(0, listed);
      output.json(files);
      const columns = ['What', 'Batch', 'By', 'Signed as', 'At', 'Expires', 'Note'];
      output.print(
        files.length === 0
          ? 'No approvals yet.'
          : table(
              columns,
              files.map(({ kind, batchId, by, at, expiresAt, isExpired, note }) => [
                kindTexts[kind],
                batchId ?? 'approvers, policy',
                by.isEnrolled ? oneLine(by.name, longestCell) : 'not enrolled',
                oneLine(by.signedAs, longestCell),
                minuteText(at),
                isExpired ? 'expired' : expiresAt === null ? '' : minuteText(expiresAt),
                shortened(oneLine(note, longestLine), longestCell),
              ]),
            ),
      );
      if (found.length > listed) output.remark(`Only the latest ${countText(listed)} files are listed.`);
    }),
};

/** Requests and decisions of two people. */
export const approvalCommands: readonly Command[] = [
  request,
  show,
  deciding('approve', 'sign an approval of a request with the personal key of this computer'),
  deciding('reject', 'sign a rejection of a request; the note says why'),
  importFile,
  withdraw,
  list,
  approvalFolder,
];

const kindTexts = {
  request: 'approval request',
  controlRequest: 'request for a change',
  approval: 'approval',
  rejection: 'rejection',
  withdrawal: 'withdrawal',
} as const;

function deciding(decision: 'approve' | 'reject', summary: string): Command {
  const noteUsage = decision === 'approve' ? '[--note TEXT]' : '--note TEXT';
  return {
    name: `approval ${decision}`,
    arguments: [{ name: 'FILE' }],
    options: { out: 'newFile', note: 'text', name: 'text', hours: 'text' },
    usage: `approval ${decision} FILE --out FILE ${noteUsage} [--name NAME] [--hours HOURS]`,
    summary,
    run: ({ withBursar, output, options, signal, arguments: [file = ''] }: CommandContext) => {
      const out = readOut(options);
      const note = textOption(options, 'note') ?? '';
      if (decision === 'reject' && note.trim() === '') throw wrongUsage('--note TEXT is required.');
      const input = { decision, note, ...nameOption(options), ...hoursOption(options) };
      return withBursar(async ({ call }) => {
        const signed = await readSignedFile(file, signal);
        const { bytes, ...decided } = await call('approvals.decide', { file: signed, ...input });
        await writeNewFile(out, bytes);
        output.json({ ...decided, file: out });
        if (!output.isJson) printDecided(output, await call('approvals.show', { file: signed }));
        output.print(`Saved the ${decision === 'approve' ? 'approval' : 'rejection'} to ${out}.`);
      });
    },
  };
}

/** Reads a signed file, and never more than 64 MiB of it. */
export function readSignedFile(name: string, signal: AbortSignal): Promise<Uint8Array> {
  const tooLarge = `The file ${shownWord(name)} is larger than 64 MiB, which no signed file of Bursar is. Ask for it again.`;
  return readNamedFile(name, { largestBytes: largestSignedFileBytes, tooLarge }, signal);
}

function nameOption(options: OptionValues): { name?: string } {
  const name = textOption(options, 'name');
  return name === null ? {} : { name };
}

function hoursOption(options: OptionValues): { validHours?: number } {
  const hours = textOption(options, 'hours');
  if (hours === null) return {};
  if (!/^[1-9]\d{0,3}$/.test(hours) || Number(hours) > longestValidHours)
    throw wrongUsage(`--hours takes a number of hours from 1 to ${longestValidHours}, a year.`);
  return { validHours: Number(hours) };
}
