import type { StoredPayment } from '../../main/core/ports/index.ts';
import type { Entry } from '../book/book.ts';
import { BrokenInvariant } from './checks/broken.ts';
import type { PayOnce } from './checks/pay-once.ts';
import type { Approvers } from './people/approvals.ts';
import type { merchants } from './people/profile.ts';
import type { Computer } from './computer.ts';
import { isPausedByOthers, type Scenario } from './scenario.ts';
import type { SeededRandom } from './seeded-random.ts';
import { openStates, stuckWords } from './checks/stuck.ts';
import type { VirtualClock } from './virtual-clock.ts';

const secondMs = 1000;
const silenceLimitMs = 600_000;
const dayMs = 86_400 * secondMs;
const lookEveryMs = 10_000;
/** A gateway that answers three questions of ten keeps a row that needs five answers waiting for hundreds of runs. */
const mostRuns = 2000;
const longestUnpausedMs = 1500;
const longestPausedMs = 4000;

export type RunParts = {
  readonly computer: Computer;
  readonly time: VirtualClock;
  readonly random: SeededRandom;
  readonly scenario: Scenario;
  /** The profile with which the person works; null: there is only one. */
  readonly profileName: keyof typeof merchants | null;
  /** What the gateway holds of a payout, as its people tell. */
  readonly entryOf: (payout: Pick<StoredPayment, 'idPayment' | 'profileName'>) => Entry | null;
  /** When everything began. */
  readonly startedAt: number;
};

export type PersonParts = RunParts & {
  readonly payOnce: PayOnce;
  /** Who approves what is released; null: nobody has to. */
  readonly approvers: Approvers | null;
};

/** Runs until everything is final; a person decides about what is left to one. */
export function runToEnd(parts: RunParts): Promise<void> {
  return parts.scenario.isInBackground ? runInBackground(parts) : runInForeground(parts, null);
}

/** Runs these batches until everything is final; null: all of them. */
export async function runInForeground(parts: RunParts, batchIds: string[] | null): Promise<void> {
  const { computer, time } = parts;
  let last = '';
  for (let run = 0; run < mostRuns; run += 1) {
    const input = { batchIds, until: 'final', silenceLimitMs } as const;
    const result = await computer.call('batches.run', input);
    if (result === 'crashed') continue;
    if (!result.ok)
      throw new Error(
        `run: ${result.error.code} ${result.error.message} ${result.error.details.cause ?? ''}`,
      );
    last = `${result.value.outcome} ${result.value.message ?? ''}`;
    if (result.value.outcome !== 'done') await time.sleep(silenceLimitMs);
    else if (!isOpen(parts)) return;
    else await decide(parts);
    // What somebody else's run at this computer has in flight, or what is paused until a person knows better, is no work of this one.
    if (isPausedByOthers(parts.scenario)) await time.sleep(lookEveryMs);
  }
  throw new Error(`never lost: it does not become final: ${last} ${stuckWords(computer)}`);
}

/** Whether something of a batch may still be sent, so that it can be paused. */
function isUnsent({
  draft = 0,
  queued = 0,
  sending = 0,
  unknown = 0,
}: ReturnType<Computer['store']['countByState']>): boolean {
  return draft + queued + sending + unknown > 0;
}

/** A row that waits may be cancelled while its batch is paused, because others have paid it. */
function countNotSent({ store }: Computer, batchId: string): number {
  const { queued = 0, cancelled = 0 } = store.countByState(batchId);
  return queued + cancelled;
}

/** The runner of whatever process is alive sends, while a person pauses and resumes; a crash ends neither the work nor a pause. */
async function runInBackground(parts: RunParts): Promise<void> {
  const { computer, time, random, scenario } = parts;
  await computer.insist('runner.start', {});
  for (let pauses = scenario.pauses; pauses > 0; pauses -= 1) {
    await time.sleep(random.below(longestUnpausedMs));
    const unfinished = computer.store.unfinishedBatches();
    if (unfinished.length === 0) break;
    const unsent = unfinished.find(({ batchId: each }) => isUnsent(computer.store.countByState(each)));
    if (unsent === undefined) continue;
    const { batchId } = unsent;
    await computer.insist('batches.pause', { batchId });
    const notSent = countNotSent(computer, batchId);
    await time.sleep(random.below(longestPausedMs));
    await computer.insist('runner.start', {});
    await time.sleep(secondMs);
    if (countNotSent(computer, batchId) < notSent) throw new BrokenInvariant('a paused batch was sent from');
    await computer.insist('batches.resume', { batchId });
  }
  for (let looks = 0; isOpen(parts); looks += 1) {
    if (looks > 2000)
      throw new Error(`never lost: it does not become final in the background: ${stuckWords(computer)}`);
    await computer.insist('runner.start', {});
    await time.sleep(lookEveryMs * 2 ** Math.min(Math.floor(looks / 20), 6));
    await decide(parts);
  }
  await computer.call('runner.stop', {});
}

function isOpen({ computer: { store } }: RunParts): boolean {
  return store
    .unfinishedBatches()
    .some(({ batchId }) => openStates.some((state) => (store.countByState(batchId)[state] ?? 0) > 0));
}

/** A person who is left something asks the gateway's people, and decides by what they say. */
async function decide({ computer, time, startedAt, entryOf }: RunParts): Promise<void> {
  const { store } = computer;
  for (const { batchId } of store.unfinishedBatches())
    for (const payment of store.rowsOfBatch(batchId, 0, 1000)) {
      const { idPayment, profileName, state, dueAt, gatewaySentAt, problem } = payment;
      if (state !== 'unknown' || dueAt !== null || store.isPaused(batchId)) continue;
      // What was first claimed before any answer had told the gateway's clock is as old as the computer's clock says.
      const isTimed = gatewaySentAt !== null;
      if (isTimed && problem?.code !== 'perhapsRetried' && time.now() - startedAt < dayMs)
        throw new BrokenInvariant(`${idPayment} is left to a person because of the clock alone`);
      const decision = entryOf(payment) !== null ? 'sendAgain' : 'notAccepted';
      if (decision === 'notAccepted') computer.watch.giveUp(idPayment);
      await computer.call('payouts.decide', { idPayout: idPayment, profileName, decision });
    }
}

/** How long a Bursar runs for what became of a failed payment, three months in all, which end once it knows. */
const looksBackMs = [dayMs / 24, dayMs / 4, dayMs, 7 * dayMs, ...Array.from({ length: 13 }, () => 7 * dayMs)];

/** What failed, or is in conflict, may still become SUCCESS: a Bursar that runs for three months sees it. */
export async function lookBack(computer: Computer, time: VirtualClock): Promise<void> {
  await computer.insist('batches.run', { batchIds: null, until: 'final', silenceLimitMs });
  for (const waitMs of looksBackMs) {
    if (!computer.watch.isBehind()) break;
    await computer.insist('runner.start', {});
    await time.sleep(waitMs);
  }
  await computer.call('runner.stop', {});
}
