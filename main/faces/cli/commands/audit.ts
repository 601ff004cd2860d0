import path from 'node:path';
import {
  EventEntity,
  type AuditFilter,
  type AuditReport,
  type AuditStatus,
} from '../../../../contract/audit.ts';
import {
  auditNoteText,
  auditProblemText,
  comparedText,
  signedText,
} from '../../../../contract/text/activity/audit-text.ts';
import { payeeEventsText } from '../../../../contract/text/activity/payee-events.ts';
import { verifiedText } from '../../../../contract/text/activity/verified-text.ts';
import { witnessText } from '../../../../contract/text/activity/witness-text.ts';
import { counted } from '../../../../contract/text/numbers.ts';
import { textOption, textsOption, type Command, type OptionKind, type OptionValues } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { wrongUsage } from '../failures.ts';
import { readMoments } from '../payout-filter.ts';
import { moreText, readPages } from '../read-pages.ts';
import { readExport, saveExport } from '../terminal/export-target.ts';

const eventsAtOnce = 500;
const usualLimit = 200;

const filterOptions = {
  person: 'text',
  'by-people': 'flag',
  about: 'texts',
  kind: 'texts',
  batch: 'text',
  payee: 'text',
  from: 'text',
  until: 'text',
} as const satisfies Record<string, OptionKind>;

const filterUsage =
  '[--person NAME | --by-people] [--about WHAT] [--kind CODE] [--batch ID] [--payee ID] [--from DATE] [--until DATE]';

function readFilter(options: OptionValues): AuditFilter {
  return {
    person: textOption(options, 'person'),
    byPeople: options['by-people'] === true,
    entities: textsOption(options, 'about').map(readEntity),
    kinds: [...textsOption(options, 'kind')],
    batchId: textOption(options, 'batch'),
    payeeId: textOption(options, 'payee'),
    ...readMoments(options),
  };
}

function readEntity(text: string): EventEntity {
  const found = EventEntity.safeParse(text);
  if (!found.success) throw wrongUsage(`--about takes one of: ${EventEntity.options.join(', ')}.`);
  return found.data;
}

const list: Command = {
  name: 'audit list',
  options: { ...filterOptions, limit: 'text' },
  usage: `audit list ${filterUsage} [--limit N]`,
  summary: `events of the audit log in words, the newest first; ${usualLimit} of them unless --limit says more`,
  profiles: 'all',
  run: ({ withBursar, output, options }) => {
    const limit = Number(textOption(options, 'limit') ?? usualLimit);
    if (!Number.isSafeInteger(limit) || limit < 1) throw wrongUsage('--limit takes a whole number from 1.');
    const filter = readFilter(options);
    return withBursar(async ({ call }) => {
      const readPage = async (before: number | null, atMost: number) => {
        const { events: items, next } = await call('audit.list', { ...filter, before, limit: atMost });
        return { items, next };
      };
      const { found: events, hasMore } = await readPages(eventsAtOnce, readPage, limit);
      output.json(events);
      if (filter.payeeId !== null) output.remark(payeeEventsText);
      for (const { sequence, at, entity, subject, cause, detail, person } of events)
        output.print(
          [
            `${sequence}`,
            at,
            `${entity} ${subject}`.trim(),
            cause,
            detail,
            person === null ? null : `[${person}]`,
          ]
            .filter((part) => part !== null)
            .join('  '),
        );
      if (events.length === 0) output.print('No matches.');
      if (hasMore) output.remark(moreText(limit));
    });
  },
};

const exporting: Command = {
  name: 'audit export',
  options: { ...filterOptions, out: 'newFile', format: 'text' },
  usage: `audit export --out FILE [--format csv|xlsx] ${filterUsage}`,
  summary: 'export the events that match these conditions as CSV or XLSX',
  profiles: 'all',
  run: ({ withBursar, output, options }) => {
    const { out, format } = readExport(options);
    const filter = readFilter(options);
    return withBursar(async ({ call }) =>
      saveExport(output, out, await call('audit.export', { filter, format }), 'event'),
    );
  },
};

const status: Command = {
  name: 'audit status',
  summary:
    'the last event and checkpoint of the audit log, when it was last verified, and whether the witness file ends with that checkpoint',
  run: ({ withBursar, output }) =>
    withBursar(async ({ call }) => {
      const found = await call('audit.status', {});
      output.json({ ...found, witness: witnessJson(found.witness) });
      const { events, headHash, lastCheckpoint, witness } = found;
      output.print(`${verifiedText(found, (time) => time)}.`);
      output.print(`${counted(events, 'event')}, head hash ${headHash || 'none'}.`);
      output.print(
        lastCheckpoint === null
          ? 'No checkpoint yet.'
          : `Checkpoint ${lastCheckpoint.number} at ${lastCheckpoint.at}, up to event ${lastCheckpoint.sequence}, ${lastCheckpoint.isSigned ? 'signed' : 'not signed'}.`,
      );
      output.print(
        witness === null
          ? 'No witness file is set.'
          : witness.fault === null
            ? `The witness file ${witness.path} ends with the last checkpoint.`
            : witnessText(witness.path, witness.fault),
      );
    }),
};

function witnessJson(witness: AuditStatus['witness']): unknown {
  if (witness === null) return null;
  const { path: file, fault } = witness;
  return {
    path: file,
    isFine: fault === null,
    message: fault === null ? null : witnessText(file, fault),
    fault,
  };
}

export const auditCommands: readonly Command[] = [
  list,
  exporting,
  status,
  {
    name: 'audit verify',
    options: { witness: 'text' },
    usage: 'audit verify [--witness FILE]',
    summary: 'recompute every recorded fact from the signed audit log; Ctrl-C stops it',
    run: ({ withBursar, output, options }) =>
      withBursar(async ({ call }) => {
        const witness = textOption(options, 'witness');
        const found = await call('audit.verify', witness === null ? {} : { witness: path.resolve(witness) });
        const problems = found.problems.map(auditProblemText);
        const notes = found.notes.map(auditNoteText);
        output.json({ ...found, problems, notes, problemDetails: found.problems });
        output.print(verdictOf(found));
        for (const problem of problems) output.print(`  ${problem}`);
        if (found.problemsLeftOut > 0) output.print(`  and ${found.problemsLeftOut} more problems`);
        for (const line of proofLines(found)) output.print(line);
        for (const note of notes) output.print(note);
        return found.problems.length === 0 ? exitCodes.done : exitCodes.fault;
      }),
  },
];

function verdictOf(report: AuditReport): string {
  const { problems, problemsLeftOut } = report;
  const what = comparedText(report);
  if (problems.length === 0) return `Audit log verified: ${what} agree.`;
  return `Audit log NOT verified: ${counted(problems.length + problemsLeftOut, 'problem')} in ${what}:`;
}

function proofLines(report: AuditReport): string[] {
  const { events, witness } = report;
  const { unsigned } = report.checkpoints;
  const lines = [signedText(report)];
  if (unsigned > 0) lines.push(`${counted(unsigned, 'checkpoint is', 'checkpoints are')} not signed.`);
  if (witness !== null)
    lines.push(
      witness.upTo === null
        ? `No event was read from the witness file ${witness.path}, so it proves nothing.`
        : `Compared with ${counted(witness.lines, 'line')} of the witness file ${witness.path}, which reaches to event ${witness.upTo} of ${events}.`,
    );
  return lines;
}
