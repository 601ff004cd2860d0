import type { AuditNote, AuditProblem } from '../../../contract/audit/audit-problem.ts';
import type { AuditReport } from '../../../contract/audit.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { CoreContext, Handlers } from '../context/context.ts';
import { rowsOfBatch } from '../payments/pages.ts';
import type { AuditStep, Evidence, LogClaim } from '../ports/index.ts';
import { exportEvents, listEvents } from './list-events.ts';
import { recordedSettings } from '../settings/settings.ts';
import { createVerified, statusOf, type Verified } from './audit-status.ts';
import type { WatchWitness } from '../settings/watch-witness.ts';
import { proofOfCheckpoints, proofOfWitness, type Witnessed } from './proof.ts';

const listedProblems = 1000;
/** How many of the newest batches are searched for a release. */
const newestBatches = 100;

type Context = Pick<CoreContext, 'store' | 'clock' | 'emit' | 'files'>;

/** Verifies the records (operation `audit.verify`). */
export function auditHandlers(
  context: Context,
  evidence: Evidence,
  watchWitness: WatchWitness = () => Promise.resolve(null),
) {
  const verified = createVerified(context);
  return {
    'audit.status': async () => succeed(await statusOf(context, verified, watchWitness)),
    'audit.list': (input, { signal }) => listEvents(context, input, signal),
    'audit.people': () => succeed(context.store.listActors()),
    'audit.export': (input, { signal }) => exportEvents(context, input, signal),
    'audit.verify': (input, { signal }) => verify(context, evidence, input.witness, signal, verified),
  } satisfies Partial<Handlers>;
}

async function verify(
  context: Context,
  evidence: Evidence,
  named: string | undefined,
  signal: AbortSignal,
  verified: Verified,
): Promise<Result<AuditReport>> {
  const { store, clock, emit } = context;
  const proof = await proofOfCheckpoints(context, evidence, signal);
  const witness = await proofOfWitness(context, evidence, named, signal);
  if (!witness.ok) return witness;
  const problems = [...proof.problems, ...(witness.value?.problems ?? [])];
  const claims = [...proof.claims, ...(witness.value?.claims ?? [])];
  const size = store.logSize();
  const total = size.events + size.payments;
  const sums = { events: 0, payments: 0, older: 0 };
  const unsealed: string[] = [];
  const unexplained: AuditStep['unexplainedSettings'][number][] = [];
  const head = store.headOfLog();
  for (const step of store.verifyLog(claims)) {
    sums.events += step.events;
    sums.payments += step.payments;
    sums.older += step.olderPayments;
    for (const problem of step.problems) problems.push(problem);
    unsealed.push(...step.unsealedBatches);
    unexplained.push(...step.unexplainedSettings);
    const done = sums.events + sums.payments;
    emit({ kind: 'progress', id: 'audit', done, total: Math.max(done, total) });
    await clock.turn();
    if (signal.aborted) return stopped();
  }
  for (const batchId of unsealed) {
    if (signal.aborted) return stopped();
    problems.push(...(await olderBatchProblems(context, batchId)));
  }
  if (proof.hasOwnKey && proof.checkpoints.signed + proof.checkpoints.unsigned === 0) {
    const batches = store.listBatches({ after: null, limit: newestBatches });
    if (batches.some(({ batchId, releasedAt }) => releasedAt !== null && !unsealed.includes(batchId)))
      problems.push({ code: 'noCheckpoint' });
  }
  verified.note(head, problems.length);
  const reach = witness.value === null ? null : reachOf(witness.value);
  return succeed({
    events: sums.events,
    payments: sums.payments,
    problems: problems.slice(0, listedProblems),
    problemsLeftOut: Math.max(0, problems.length - listedProblems),
    notes: [
      ...proof.notes,
      ...witnessNotes(reach, proof.claims),
      ...olderNotes(sums.older),
      ...settingNotes(context, unexplained),
    ],
    checkpoints: proof.checkpoints,
    witness: reach,
  });
}

/** A witness file that lacks the last checkpoints contradicts nothing, but proves nothing about later events. */
function witnessNotes(
  reach: AuditReport['witness'],
  checkpoints: readonly Pick<LogClaim, 'sequence'>[],
): AuditNote[] {
  const last = upToOf(checkpoints);
  if (reach === null || reach.upTo === null || last === null || last <= reach.upTo) return [];
  return [{ code: 'witnessBehind', path: reach.path, upTo: reach.upTo, last }];
}

/** How far a witness file reaches: it proves nothing about later events. */
function reachOf({ path, lines, claims }: Witnessed): NonNullable<AuditReport['witness']> {
  return { path, lines, upTo: upToOf(claims) };
}

/** The last event that it names; null if it names none. */
function upToOf(claims: readonly Pick<LogClaim, 'sequence'>[]): number | null {
  const sequences = claims.map(({ sequence }) => sequence);
  return sequences.length === 0 ? null : sequences.reduce((a, b) => Math.max(a, b));
}

function stopped(): Result<never> {
  return fail('stopped', 'The verification was stopped before its end. Run it again to verify everything.');
}

function olderNotes(count: number): AuditNote[] {
  return count === 0 ? [] : [{ code: 'olderPayments', count }];
}

/** One with its default needs no event that set it. */
function settingNotes({ store }: Context, unexplained: AuditStep['unexplainedSettings']): AuditNote[] {
  const names = recordedSettings(
    store,
    unexplained.map(({ name }) => name),
  );
  return unexplained
    .filter(({ name, changedBy }) => changedBy !== null || names.some((recorded) => recorded === name))
    .map((each) => ({ code: 'unexplainedSetting', ...each }));
}

/** The rows of a batch whose events do not seal them: the hash that the import noted, and the totals, are recomputed. */
async function olderBatchProblems({ store, clock }: Context, batchId: string): Promise<AuditProblem[]> {
  const batch = store.findAnyBatch(batchId);
  if (batch === null) return [];
  const { rowsHash, paid } = await rowsOfBatch({ store, clock }, batch);
  const record = { entity: 'batch', batchId } as const;
  const problems: AuditProblem[] = [];
  if (rowsHash !== batch.rowsHash) problems.push({ code: 'batchRowsChanged', record });
  if (JSON.stringify(paid.totals) !== JSON.stringify(batch.totals))
    problems.push({ code: 'batchTotalsDiffer', record });
  return problems;
}
