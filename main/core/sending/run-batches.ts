import { countIn, unresolvedStates } from '../../../contract/payments/payment.ts';
import type { RunOutcome } from '../../../contract/batches/batch-operations.ts';
import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { counted } from '../../../contract/text/numbers.ts';
import { failureText } from '../../../contract/text/failure.ts';
import type { RunEnd } from './response-tracker.ts';
import { workNow } from './work.ts';
import type { CoreContext } from '../context/context.ts';
import { noBatch } from '../context/subject.ts';
import type { StoredBatch, Store } from '../ports/index.ts';
import { queueReleased } from '../batches/queue-released.ts';
import { followRunner } from './follow-batch.ts';
import type { Runner } from './runner.ts';

/** The most refusals that are described. The rest are counted. */
const namedRefusals = 5;

/** From mildest to worst. The outcome of several runs is the worst of them. */
const gravity: readonly RunOutcome[] = ['done', 'held', 'stopped', 'silent', 'refused', 'notBegun'];

/** Sends and tracks batches, with one run per profile (operation `batches.run`). */
export async function runBatches(
  context: CoreContext,
  runner: Runner,
  { batchIds, until, silenceLimitMs, mustReach }: ParsedInput<'batches.run'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'batches.run'>>> {
  const { store } = context;
  const chosen = batchIds === null ? await everyUnfinished(context) : await named(context, batchIds);
  if (!chosen.ok) return chosen;
  const { payouts, incoming } = chosen.value;
  const options = { until, silenceLimitMs, mustReach, signal };
  const runs = [
    { batches: payouts, options },
    { batches: incoming, options: batchIds === null ? ({ ...options, until: 'sent' } as const) : options },
  ].filter(({ batches }) => batches.length > 0);
  const ends = await Promise.all(
    runs.map((each) =>
      runner.isRunning()
        ? followRunner(context, runner, each.batches, each.options).then((end) => [end])
        : runner.runOnly(each.batches, each.options),
    ),
  );
  const refusals = [...payouts, ...incoming].flatMap(({ batchId }) => runner.refusalOf(batchId) ?? []);
  const all: readonly RunEnd[] = [
    ...ends.flat(),
    ...refusals.map((error) => ({ outcome: 'refused', error }) as const),
  ];
  const worst = all.reduce<RunEnd>(
    (left, right) => (gravity.indexOf(right.outcome) > gravity.indexOf(left.outcome) ? right : left),
    { outcome: 'done', error: null },
  );
  const held = ends.flat().find(({ error }) => error?.details.held !== undefined)?.error?.details.held;
  return succeed({
    outcome: worst.outcome,
    held: held ?? null,
    message: worst.outcome === 'refused' ? refusedText(all) : worst.error && failureText(worst.error),
    isMerchantRefused: all.some(({ error }) => error?.code === 'gatewayUnauthenticated'),
    batchIds: payouts.map(({ batchId }) => batchId),
    incoming: incoming.flatMap(({ batchId, profileName }) => {
      const found = store.incomingOfBatch(batchId);
      return found === null ? [] : [{ ...found, profileName }];
    }),
  });
}

/** Why profiles and batches were refused: those batches are paused, and the others continued. */
function refusedText(ends: readonly RunEnd[]): string | null {
  const refused = ends.filter(({ outcome }) => outcome === 'refused').flatMap(({ error }) => error ?? []);
  const texts = [...new Set(refused.map(failureText))];
  const left = texts.length - namedRefusals;
  const more = left > 0 ? [`${counted(left, 'more refusal')}.`] : [];
  return texts.length === 0 ? null : [...texts.slice(0, namedRefusals), ...more].join(' ');
}

type Chosen = { readonly payouts: readonly StoredBatch[]; readonly incoming: readonly StoredBatch[] };

/** The batches that the call names, with payouts separated from payins and top-ups. */
async function named(context: CoreContext, batchIds: readonly string[]): Promise<Result<Chosen>> {
  const { store } = context;
  const batches: StoredBatch[] = [];
  for (const batchId of batchIds) {
    const batch = store.findAnyBatch(batchId);
    if (batch === null) return noBatch(batchId);
    if (batch.state === 'draft' || batch.state === 'importing')
      return fail('notReleasable', `Batch ${batchId} is not released, so nothing of it is sent.`, {
        batchId,
      });
    if (batch.state === 'releasing') await queueReleased(context, batchId);
    batches.push(batch);
  }
  return succeed({
    payouts: batches.filter(({ kind }) => kind === 'payout'),
    incoming: batches.filter(({ kind }) => kind !== 'payout'),
  });
}

/** Unfinished payout batches, failed ones that are due for a recheck, and payins and top-ups that are unsent or in doubt. Customers finish the rest. */
async function everyUnfinished(context: CoreContext): Promise<Result<Chosen>> {
  const { store } = context;
  const payouts = store.unfinishedBatches();
  for (const { batchId, state } of payouts) if (state === 'releasing') await queueReleased(context, batchId);
  const withWork = workNow(context);
  const known = new Set(payouts.map(({ batchId }) => batchId));
  const rechecked = withWork
    .filter(({ kind, batchId }) => kind === 'payout' && !known.has(batchId))
    .flatMap(({ batchId }) => store.findBatch(batchId) ?? []);
  const incoming = withWork
    .filter(({ kind, batchId }) => kind !== 'payout' && isUnresolved(store, batchId))
    .flatMap(({ batchId }) => store.findAnyBatch(batchId) ?? []);
  return succeed({ payouts: [...payouts, ...rechecked], incoming });
}

function isUnresolved(store: Store, batchId: string): boolean {
  return countIn(store.countByState(batchId), unresolvedStates) > 0;
}
