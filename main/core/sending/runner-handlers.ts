import { isLeftToSend, waitingIn } from '../../../contract/batches/waiting.ts';
import { countIn, inDoubtStates } from '../../../contract/payments/payment.ts';
import type { OperationOutput } from '../../../contract/operations.ts';
import { fail, succeed } from '../../../contract/result.ts';
import type { CoreContext, Handlers } from '../context/context.ts';
import { noBatch, profileOfBatch } from '../context/subject.ts';
import { refuseContradicted } from '../batches/contradicted.ts';
import { isoTime, toBatchSummary } from '../payments/convert.ts';
import type { StoredSchedule, Store } from '../ports/index.ts';
import { actorStore, madeBy } from '../settings/actor.ts';
import { runBatches } from './run-batches.ts';
import type { Runner } from './runner.ts';

/** Starts after the background runner, ends before it stops, and is awaited after that. */
type Companion = {
  begin(): Promise<void>;
  end(): Promise<void>;
  settled(): Promise<void>;
  /** The scheduled releases that it will carry out by itself, earliest first. */
  toCome(): Pick<StoredSchedule, 'scheduledFor'>[];
};

/** Handlers that start and stop the background runner, and pause and resume batches. */
export function runnerHandlers(context: CoreContext, runner: Runner, companion: Companion) {
  return {
    'runner.start': async () => {
      await runner.start();
      await companion.begin();
      return succeed({});
    },
    'runner.stop': async () => {
      await companion.end();
      await runner.stop();
      await companion.settled();
      return succeed({});
    },
    'runner.state': () => succeed(runner.state()),
    'runner.unsent': () =>
      succeed(
        runner.isRunning()
          ? unsentOf(context.store, companion)
          : { count: 0, beingSent: 0, scheduledFor: [] },
      ),
    'batches.run': (input, call) => runBatches(context, runner, input, call.signal),
    'batches.pause': ({ batchId }, call) => setPaused(madeBy(context, call), batchId, true),
    'batches.resume': ({ batchId }, call) => setPaused(madeBy(context, call), batchId, false),
  } satisfies Partial<Handlers>;
}

/** Idempotent. Fails for a batch that is not released, and a pause fails if the batch has nothing left that Bursar may send. */
function setPaused(
  context: CoreContext,
  batchId: string,
  isPaused: boolean,
): ReturnType<Handlers['batches.pause']> {
  const { store, clock, emit } = context;
  const batch = store.findBatch(batchId);
  if (batch === null) return noBatch(batchId);
  if (batch.state !== 'releasing' && batch.state !== 'released')
    return fail(
      'notReleasable',
      `Batch ${batchId} is not released, so nothing of it is being sent that could be paused or resumed.`,
      { batchId },
    );
  if (isPaused && !batch.isPaused && !isLeftToSend({ byState: store.countByState(batchId) }))
    return fail(
      'notReleasable',
      `Nothing of batch ${batchId} is left to send, so there is nothing to pause.`,
      { batchId },
    );
  const profile = profileOfBatch(store, batch);
  if (!isPaused && batch.isPaused && profile.ok) {
    const contradicted = refuseContradicted(context, profile.value, { batchId, next: 'resume' });
    if (contradicted !== null) return contradicted;
  }
  if (actorStore(context).setPaused(batchId, isPaused, clock.now())) emit({ kind: 'batch', id: batchId });
  return succeed(toBatchSummary(store, store.findBatch(batchId) ?? batch));
}

/**
 * What would wait if Bursar were closed (operation `runner.unsent`). Unsent payouts of paused batches do not count, nor do payouts that
 * the gateway accepted: Bursar only polls those.
 */
function unsentOf(store: Store, companion: Pick<Companion, 'toCome'>): OperationOutput<'runner.unsent'> {
  let count = store.countUnsentIncoming();
  let beingSent = 0;
  for (const { batchId, isPaused, state } of store.unfinishedBatches()) {
    const byState = store.countByState(batchId);
    const waiting = isPaused ? 0 : waitingIn({ state, byState });
    count += countIn(byState, inDoubtStates) + waiting;
    beingSent += countIn(byState, ['sending']) + waiting;
  }
  const scheduledFor = companion.toCome().map((schedule) => isoTime(schedule.scheduledFor));
  return { count, beingSent, scheduledFor };
}
