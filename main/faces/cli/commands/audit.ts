import path from 'node:path';
import type { AuditEvent, AuditReport } from '../../../../contract/audit.ts';
import type { OperationOutput } from '../../../../contract/operations.ts';
import { textOption, textsOption, type Command, type Session } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { wrongUsage } from '../failures.ts';
import { readMoment } from '../payout-filter.ts';
import type { Progress } from '../terminal/output.ts';

const eventsAtOnce = 500;
/** Printed where no period is named; `--json` and a period list all. */
const mostPrinted = 200;

const list: Command = {
  name: 'audit list',
  arguments: [],
  options: { kind: 'texts', batch: 'text', payee: 'text', from: 'text', until: 'text', limit: 'text' },
  usage: 'audit list [--kind CODE] [--batch ID] [--payee ID] [--from DATE] [--until DATE] [--limit N]',
  summary: `events of the audit log in words, the newest first; ${mostPrinted} of them unless --limit says more`,
  run: ({ withBursar, output, options }) => {
    const limit = Number(textOption(options, 'limit') ?? mostPrinted);
    if (!Number.isSafeInteger(limit) || limit < 1) throw wrongUsage('--limit takes a whole number from 1.');
    const filter = {
      kinds: [...textsOption(options, 'kind')],
      batchId: textOption(options, 'batch'),
      payeeId: textOption(options, 'payee'),
      from: readMoment('from', textOption(options, 'from'), false),
      until: readMoment('until', textOption(options, 'until'), true),
    };
    return withBursar(async ({ call }) => {
      const events: AuditEvent[] = [];
      for (let before: number | null | undefined; before !== null && events.length < limit;) {
        const most = Math.min(eventsAtOnce, limit - events.length);
        const page: OperationOutput<'audit.list'> = await call('audit.list', {
          ...filter,
          before: before ?? null,
          limit: most,
        });
        events.push(...page.events);
        before = page.next;
      }
      output.json(events);
      for (const { sequence, at, entity, subject, cause } of events)
        output.print(`${sequence}  ${at}  ${entity} ${subject}  ${cause}`);
      if (events.length === 0) output.print('No matches.');
      return exitCodes.done;
    });
  },
};

export const auditCommands: readonly Command[] = [
  list,
  {
    name: 'audit verify',
    arguments: [],
    options: { witness: 'text' },
    usage: 'audit verify [--witness FILE]',
    summary: 'recompute every recorded fact from the signed audit log; Ctrl-C stops it',
    run: ({ withBursar, output, options }) =>
      withBursar(async (session) => {
        const witness = textOption(options, 'witness');
        const progress = showProgress(session, output.progress);
        const found = await session
          .call('audit.verify', witness === null ? {} : { witness: path.resolve(witness) })
          .finally(() => progress.stop());
        output.json(found);
        output.print(verdictOf(found));
        for (const problem of found.problems) output.print(`  ${problem}`);
        if (found.problemsLeftOut > 0) output.print(`  and ${found.problemsLeftOut} more problems`);
        for (const line of proofLines(found)) output.print(line);
        for (const note of found.notes) output.print(note);
        return found.problems.length === 0 ? exitCodes.done : exitCodes.fault;
      }),
  },
];

function verdictOf({ events, payments, problems, problemsLeftOut }: AuditReport): string {
  const what = `${events} events and ${payments} payments`;
  if (problems.length === 0) return `Audit log verified: ${what} agree.`;
  const count = problems.length + problemsLeftOut;
  return `Audit log NOT verified: ${count} ${count === 1 ? 'problem' : 'problems'} in ${what}:`;
}

function proofLines({ events, checkpoints, witness }: AuditReport): string[] {
  const { signed, unsigned, signedUpTo, keyFingerprint } = checkpoints;
  const lines = [
    signedUpTo === null
      ? 'Not signed: no checkpoint carries a valid signature of this computer.'
      : `Signed up to event ${signedUpTo} of ${events} by ${signed} checkpoints with the audit key ${keyFingerprint}.`,
  ];
  if (unsigned > 0)
    lines.push(`${unsigned} ${unsigned === 1 ? 'checkpoint is' : 'checkpoints are'} not signed.`);
  if (witness !== null)
    lines.push(`Compared with ${witness.lines} lines of the witness file ${witness.path}.`);
  return lines;
}

/** Shows how far the verification has come. */
function showProgress({ bursar }: Session, progress: Progress): { stop(): void } {
  let shownAt = Date.now();
  const unsubscribe = bursar.subscribe((event) => {
    if (event.kind !== 'progress' || event.id !== 'audit' || event.total === null) return;
    if (Date.now() - shownAt < progress.stepMs) return;
    shownAt = Date.now();
    progress.show(`Verified ${event.done} of ${event.total} records`);
  });
  return {
    stop: () => {
      unsubscribe();
      progress.clear();
    },
  };
}
