import { faultText } from '../../../../contract/text/files/fault-text.ts';
import { noteText } from '../../../../contract/text/files/note-text.ts';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { BatchFindings } from '../../../../contract/batches/batch-findings.ts';
import type { BatchSummary } from '../../../../contract/batches/batch.ts';
import { ExactTime } from '../../../../contract/operation.ts';
import { comparisonText } from '../../../../contract/text/approvals.ts';
import { minuteText } from '../../../../contract/text/clock.ts';
import type { FileSource } from '../../../../contract/batches/source.ts';
import { counted, moneyText } from '../../../../contract/text/numbers.ts';
import {
  profileOption,
  textOption,
  type Command,
  type CommandContext,
  type OptionValues,
} from '../command.ts';
import { wrongUsage } from '../failures.ts';
import { expectProfileOf } from '../session.ts';
import { createConfirm } from '../terminal/confirm.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { followReleased } from '../terminal/follow.ts';
import { headerAdvice, shownWord, table, type Output } from '../terminal/output.ts';
import { batchLines } from '../report.ts';
import { fileOptions, fileUsage, readFileAnswers } from '../mapping.ts';
import { confirmDuplicatesOptions, confirmDuplicatesUsage, releaseDraft } from '../release-draft.ts';
import {
  prepareSettingAside,
  setAsideOptions,
  setAsideText,
  setAsideUsage,
  sheetSource,
} from '../set-aside.ts';
import { readPayoutFile } from './pay.ts';

/** `pay` and `release` end with the same code where nothing changes until then. */
const check: Command = {
  name: 'check',
  arguments: [{ name: 'FILE|BATCH' }],
  options: { ...fileOptions },
  usage: `check FILE|BATCH --profile NAME ${fileUsage}`,
  summary:
    'check a draft, or a file without keeping any of it: wrong cells, duplicates, payees, methods, limits, funds',
  run: async (context) => {
    const { withBursar, output, options, signal } = context;
    const [target = ''] = context.arguments;
    const file = (await isFile(target)) ? await readPayoutFile(target, signal) : null;
    const answers = await readFileAnswers(context);
    return withBursar(async (session) => {
      const { call } = session;
      if (file === null) await expectProfileOf(session, target, options);
      const found =
        file === null
          ? await call('batches.findings', { batchId: target })
          : await call('batches.checkFile', {
              ...profileOption(options),
              fileName: path.basename(target),
              bytes: file,
              ...answers,
            });
      const { hasMore, source, rows, totals, problems, findings, comparison } = found;
      output.json({
        rows,
        totals,
        problems: problems.map(({ row, column, fault }) => ({
          row,
          column,
          code: fault.code,
          message: faultText(fault).message,
        })),
        findings,
        comparison,
        ...(source === null ? {} : { source: sourceOf(source) }),
        ...(hasMore ? { hasMore } : {}),
      });
      printFindings(output, found);
      return exitCodeOfFindings(found);
    });
  },
};

const prepare: Command = {
  name: 'prepare',
  arguments: [{ name: 'FILE' }],
  options: { ...fileOptions, ...setAsideOptions },
  usage: `prepare FILE --profile NAME ${fileUsage} ${setAsideUsage}`,
  summary:
    'import a file as a draft; nothing is released; --set-aside puts rows with problems into a new sheet and FILE',
  run: (context) => {
    const { withBursar, output, options } = context;
    const [file = ''] = context.arguments;
    return withBursar(async ({ call }) => {
      const bytes = await readPayoutFile(file, context.signal);
      const answers = await readFileAnswers(context);
      const aside = textOption(options, 'set-aside');
      if (aside !== null) {
        const source = sheetSource(file, bytes, answers);
        const { batch, setAside } = await prepareSettingAside(context, { call }, source, aside);
        output.json({ ...batch, setAside });
        output.print(batchLines([batch]));
        if (setAside !== null) output.print(setAsideText(setAside));
        return;
      }
      const input = { ...profileOption(options), fileName: path.basename(file), bytes, ...answers };
      const { batch, notes } = await call('batches.import', input);
      for (const note of notes) output.remark(`note: ${noteText(note)}`);
      output.json(batch);
      output.print(batchLines([batch]));
    });
  },
};

const release: Command = {
  name: 'release',
  arguments: [{ name: 'BATCH', isBatch: true }],
  options: { yes: 'flag', 'no-wait': 'flag', at: 'text', ...confirmDuplicatesOptions },
  usage: `release BATCH [--at TIME] [--yes] ${confirmDuplicatesUsage} [--no-wait]`,
  summary:
    'release a draft, track it to the end, report; or schedule it for a time such as 2026-11-30T09:00:00+01:00',
  run: (context) => {
    const confirm = createConfirm(context);
    const [batchId = ''] = context.arguments;
    const at = readReleaseTime(context.options);
    return context.withBursar(async (session) => {
      const batch = await session.call('batches.summary', { batchId });
      const released = await releaseDraft(context, session, batch, confirm, at);
      if (released !== null && at !== null) return reportScheduled(context, released);
      return followReleased(context, session, released?.batchId ?? null);
    });
  },
};

function readReleaseTime(options: OptionValues): string | null {
  const at = textOption(options, 'at');
  if (at !== null && !ExactTime.safeParse(at).success)
    throw wrongUsage('--at takes a date, a time and an offset, such as 2026-11-30T09:00:00+01:00.');
  return at;
}

function reportScheduled({ output }: CommandContext, batch: BatchSummary): void {
  output.json(batch);
  const time = minuteText(batch.scheduledFor ?? '');
  output.print(
    `Batch ${batch.batchId} is scheduled for ${time}. The open app or \`bursar run-due\` releases it then.`,
  );
}

/** `pay` in steps. */
export const draftCommands: readonly Command[] = [check, prepare, release];

async function isFile(name: string): Promise<boolean> {
  try {
    await stat(name);
    return true;
  } catch {
    // A name with a dot or a folder in it is not a batch ID: reading it reports the problem.
    return /[./\\]/.test(name);
  }
}

function sourceOf({ kind, messageId, transactions, controlSum }: FileSource) {
  return { kind, messageId, transactions, controlSum };
}

function exitCodeOfFindings({ problems, findings }: BatchFindings): ExitCode {
  if (problems.length > 0) return exitCodes.inputHasErrors;
  return findings.some(({ level }) => level === 'block') ? exitCodes.held : exitCodes.done;
}

const levelTexts = { block: 'blocks release', warn: 'warning', info: 'info' } as const;

function printFindings(
  output: Output,
  { rows, totals, source, problems, findings, comparison, hasMore }: BatchFindings,
): void {
  if (source !== null) {
    output.print(`${source.messageName} ${shownWord(source.messageId)}, control sum ${source.controlSum}`);
  }
  output.print([counted(rows, 'payout'), ...totals.map(moneyText)].join(', '));
  if (comparison !== null) output.print(comparisonText(comparison));
  const lines = [
    ...problems.map(({ row, column, fault }) => [
      rowText(row),
      'problem',
      column ?? '',
      faultText(fault).message,
    ]),
    ...findings.map(({ row, kind, level, message }) => [rowText(row), levelTexts[level], kind, message]),
  ];
  if (lines.length === 0) output.print('No problems and no findings.');
  else output.print(table([{ right: 'Row' }, 'Level', 'What', 'Message'], lines));
  if (hasMore) output.print('… and more.');
  if (problems.some(({ fault }) => fault.code === 'columnMissing')) output.print(headerAdvice);
}

function rowText(row: number | null): string {
  return row === null ? '' : String(row);
}
