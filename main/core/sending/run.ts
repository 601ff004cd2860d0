import type { AppError } from '../../../contract/errors.ts';
import { neverLeft } from '../../../contract/payments/problem-facts.ts';
import { afterCreate } from '../payments/after-create.ts';
import { askGateway, momentOf, timesOf, type Asking } from '../payments/ask.ts';
import { areWithin, later, usefulnessOf } from '../payments/decision.ts';
import { staysTrueMs } from '../payments/schedule.ts';
import type { Intent, StoredPayment } from '../ports/index.ts';
import { scopeFinder } from '../payments/scope.ts';
import { createWakeup, earliest, type Wakeup } from '../payments/wakeup.ts';
import { createAskedFirst, type AskedFirst } from './asked-first.ts';
import { createGatewayTime, type GatewayTime } from './gateway-time.ts';
import { createHealth, type Health } from './health.ts';
import { backInQueue, createLeftToOthers, notSentAgain, type LeftToOthers } from './not-sent-again.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { createResponseTracker, type ResponseTracker, type RunEnd } from './response-tracker.ts';
import { createInFlight, type InFlight } from './in-flight.ts';
import { createHeldNews } from './held-news.ts';
import type { RunContext, RunRequest } from './run-context.ts';
import { createSafeguards, type Safeguards } from './safeguards.ts';
import { createWorkLeft, type WorkLeft } from './work.ts';

const done: RunEnd = { outcome: 'done', error: null };

/**
 * The release engine: sends queued payments and polls accepted and unknown ones, until all are sent or final, the signal aborts, the
 * gateway has been silent for `silenceLimitMs`, or it refuses this merchant. A batch that may not be sent is paused, and the others
 * continue. Every intent is committed before its request is sent (I1). Requests in flight at the end are awaited and recorded. Rejects only
 * when the store cannot write.
 */
export function run(context: RunContext, request: RunRequest): Promise<RunEnd> {
  return new Run(context, request).untilEnd();
}

class Run {
  readonly #context: RunContext;
  readonly #request: RunRequest;
  readonly #health: Health = createHealth();
  readonly #wakeup: Wakeup;
  readonly #recorder: Recorder;
  readonly #asking: Asking;
  readonly #leftToOthers: LeftToOthers;
  readonly #safeguards: Safeguards;
  readonly #gatewayTime: GatewayTime;
  readonly #askedFirst: AskedFirst;
  readonly #reportHeld: () => void;
  readonly #responses: ResponseTracker;
  readonly #inFlight: InFlight;
  readonly #workLeft: WorkLeft;
  #end: RunEnd | null = null;
  #failure: { readonly cause: unknown } | null = null;

  constructor(context: RunContext, request: RunRequest) {
    const { store, clock, random, client, profile, onContradicted } = context;
    this.#context = context;
    this.#request = request;
    this.#safeguards = createSafeguards(context, request.batchIds);
    this.#gatewayTime = createGatewayTime(context, this.#health, request.batchIds);
    this.#askedFirst = createAskedFirst({ ...context, onWait: context.onSilence });
    this.#responses = createResponseTracker(context, this.#health, request);
    this.#reportHeld = createHeldNews(context.floors, context.onHeld);
    this.#wakeup = createWakeup(clock);
    this.#inFlight = createInFlight((failure) => {
      this.#failure ??= failure;
      this.#wakeup.wake();
    });
    this.#workLeft = createWorkLeft(context, request, this.#inFlight);
    this.#recorder = createRecorder(store, clock, (findings) => {
      context.floors.noteChange();
      this.#responses.note(findings);
      this.#notifyRecorded(findings);
    });
    this.#asking = {
      store,
      clock,
      random,
      client,
      profile,
      onContradicted,
      scopeOf: scopeFinder(store),
      record: (findings) => this.#recorder.record(findings),
    };
    this.#leftToOthers = createLeftToOthers(context, this.#asking);
  }

  async untilEnd(): Promise<RunEnd> {
    const leave = this.#request.workSignal?.listen(() => {
      this.#health.forgetWait();
      this.#context.floors.reread();
      this.#wakeup.wake();
    });
    try {
      return await this.#loop();
    } finally {
      leave?.();
    }
  }

  async #loop(): Promise<RunEnd> {
    for (;;) {
      try {
        const end = await this.#pass();
        if (end !== null) return end;
        await this.#wakeup.wait(this.#wakeAt(), this.#continues() ? this.#request.signal : null);
      } catch (cause) {
        // Await requests in flight and record them anyway.
        if (this.#inFlight.isIdle()) throw cause;
        this.#failure ??= { cause };
        await this.#wakeup.wait(null, null);
      }
    }
  }

  /** Starts all work that can be started. Returns how the run ends, once nothing is in flight, and null while it continues. */
  async #pass(): Promise<RunEnd | null> {
    const { signal } = this.#request;
    if (signal.aborted) this.#end ??= { outcome: 'stopped', error: null };
    if (this.#request.until === 'sent' && this.#workLeft.isSent()) this.#end ??= this.#heldOr(done);
    const setBackTo = this.#safeguards.checkClock();
    if (setBackTo !== null) {
      this.#responses.clockWasSetBack(setBackTo);
      this.#context.floors.reread();
    }
    if (this.#inFlight.isIdle()) this.#endBy(this.#responses.giveUp());
    if (this.#continues()) this.#refuse(await this.#safeguards.verifyRows());
    if (this.#continues()) await this.#askFirst();
    if (this.#continues()) await this.#context.floors.prepare(this.#inFlight.submissions(), signal);
    // The signal may have aborted while the rows or balances were read.
    if (this.#continues() && !signal.aborted) this.#launch();
    this.#reportHeld();
    if (!this.#inFlight.isIdle()) return null;
    if (this.#failure !== null) throw this.#failure.cause;
    if (this.#end !== null) return this.#end;
    return this.#workLeft.isFinished() && !this.#mustRereadBalance() ? this.#heldOr(done) : null;
  }

  #continues(): boolean {
    return this.#end === null && this.#failure === null;
  }

  #launch(): void {
    const { limits } = this.#context;
    if (!this.#health.isWell()) return this.#probe();
    if (this.#safeguards.needsFirstPoll()) {
      // A query may have its payment sent again.
      if (this.#inFlight.isIdle()) this.#askDue(1);
      if (this.#inFlight.isIdle()) this.#sendQueued(1);
      return;
    }
    const free = limits.submissions - this.#inFlight.submissions();
    // A claim is one commit for all its rows, so wait until half of the slots are free.
    if (free * 2 >= limits.submissions) this.#sendQueued(free);
    this.#askDue(limits.polls - this.#inFlight.questions().size);
  }

  /** Sends one poll at a time while the gateway is silent, or one payout if there is nothing to poll. */
  #probe(): void {
    const { store, clock } = this.#context;
    if (!this.#inFlight.isIdle() || clock.now() < this.#health.nextProbeAt()) return;
    this.#askDue(1);
    if (!this.#inFlight.isIdle()) return;
    if (
      this.#health.mayTryOne() ||
      store.nextDueAt(this.#request.batchIds(), this.#inFlight.questions()) === null
    )
      this.#sendQueued(1);
  }

  #sendQueued(most: number): void {
    const { store, clock, client, floors } = this.#context;
    if (!this.#gatewayTime.isKnown()) return;
    const batchIds = this.#notHeld();
    // Most passes only poll.
    if (!store.hasQueued(batchIds)) return;
    if (this.#safeguards.unverified(batchIds).length > 0) return this.#wakeup.wake();
    if (floors.isTooOld()) return this.#inFlight.submissions() > 0 ? undefined : this.#wakeup.wake();
    const mayClaim = (payment: StoredPayment): boolean =>
      floors.mayClaim(payment, () => this.#askedFirst.mayClaim(payment));
    const claimed = this.#safeguards.claim((encode) =>
      store.claimQueued(batchIds, most, clock.now(), encode, client.gatewayNow(), mayClaim),
    );
    if (!claimed.ok) return this.#refuse(claimed.error);
    if (claimed.value === 'paused') return this.#wakeup.wake();
    const intents = claimed.value;
    for (const intent of intents) {
      this.#inFlight.submit(intent.payment, () => this.#submit(intent));
    }
    if (intents.length > 0) this.#notifyRecorded(intents.map(({ payment }) => payment));
    // All rows read were cancelled, or wait: others may be behind them, and nothing else wakes the run.
    else if (store.hasQueued(this.#notHeld())) this.#wakeup.wake();
  }

  /** The batches without a row that is held by a floor or waits for an answer about another payout. */
  #notHeld(): string[] {
    const isHeld = (batchId: string): boolean =>
      this.#context.floors.isHeld(batchId) || this.#askedFirst.isHeld(batchId);
    return this.#request.batchIds().filter((batchId) => !isHeld(batchId));
  }

  /** Asks what must be known before rows are claimed. */
  async #askFirst(): Promise<void> {
    const { signal } = this.#request;
    const access = await this.#gatewayTime.learn(signal);
    const usefulness = access === null || access.ok ? 'useful' : usefulnessOf(access.error.code);
    if (access !== null) this.#endBy(this.#responses.track({ usefulness }, access));
    const heard = this.#continues() ? await this.#askedFirst.ask(signal) : null;
    if (heard !== null) this.#endBy(this.#responses.track(heard, heard.answer, heard.about));
  }

  #askDue(most: number): void {
    if (most <= 0) return;
    const { store, clock } = this.#context;
    const asked = this.#inFlight.questions();
    for (const payment of store.duePayments(this.#request.batchIds(), clock.now(), most, asked))
      this.#inFlight.ask(payment, () => this.#ask(payment));
  }

  #notifyRecorded(payments: readonly Pick<StoredPayment, 'paymentId'>[]): void {
    this.#context.onRecorded(this.#inFlight.batchesOf(payments.map(({ paymentId }) => paymentId)));
  }

  async #submit(intent: Intent): Promise<void> {
    const { clock, client } = this.#context;
    const { kind, idPayment } = intent.payment;
    const call = { kind, idPayment, body: intent.body, scope: this.#asking.scopeOf(intent.payment) };
    const claimedAt = timesOf(clock, client);
    const result = await client.call('createPayment', call, {
      priority: 'submission',
      signal: this.#request.signal,
      // What the gateway was asked before the claim may be hours old after a sleep.
      onDeparture: () => areWithin(staysTrueMs, claimedAt, timesOf(clock, client)),
    });
    const decision = afterCreate(intent, result, momentOf(this.#asking));
    this.#endBy(this.#responses.track(decision, result));
    await this.#recorder.record(decision.findings);
    if (decision.findings.some(({ to }) => to === 'accepted')) await this.#pollFirst(intent.payment);
  }

  /** Polls the first accepted payment of a run at once: `isTest` is in no other response, and polls come after all submissions. */
  async #pollFirst({ paymentId }: StoredPayment): Promise<void> {
    if (!this.#safeguards.needsFirstPoll() || !this.#continues() || !this.#safeguards.mayClaimMore()) return;
    const [payment] = this.#context.store.paymentsOf([paymentId]);
    if (payment?.state !== 'accepted') return;
    await this.#inFlight.askWithin(paymentId, () => this.#ask(payment, 'submission'));
  }

  async #ask(payment: StoredPayment, priority: 'polling' | 'submission' = 'polling'): Promise<void> {
    const { store, clock, client } = this.#context;
    const { signal } = this.#request;
    const { answer, contradicted, decision } = await askGateway(this.#asking, payment, { priority, signal });
    const isAnswered = answer.ok || answer.error.details.status !== undefined;
    this.#endBy(this.#responses.track(decision, answer, isAnswered ? payment.paymentId : null));
    this.#safeguards.noteAnswer(answer);
    this.#refuse(contradicted);
    if (!decision.sendAgain || answer.ok) return;
    const [unknown] = store.paymentsOf([payment.paymentId]);
    // A person may have decided meanwhile.
    if (unknown?.state !== 'unknown') return;
    const moment = momentOf(this.#asking);
    if (this.#isUnsent(unknown))
      return this.#recorder.record(backInQueue(store, unknown, answer.error, moment));
    const waits = await this.#askedFirst.askAgain(unknown, signal);
    if (waits !== null) {
      this.#endBy(this.#responses.track(waits, waits.answer, waits.about));
      return this.#recorder.record([later(unknown, unknown.problem, momentOf(this.#asking))]);
    }
    if (!this.#continues()) return;
    const left = await this.#leftToOthers(unknown, signal);
    if (left !== null || !this.#continues()) return this.#recorder.record(left ?? []);
    // It stays due, and is polled again once its batch is verified.
    if (this.#safeguards.unverified([unknown.batchId]).length > 0) return;
    const claimed = this.#safeguards.claim((encode) =>
      store.claimUnknown(unknown.paymentId, clock.now(), encode, client.gatewayNow()),
    );
    if (!claimed.ok) return this.#refuse(claimed.error);
    if (claimed.value !== null && claimed.value !== 'paused') return this.#submit(claimed.value);
    await this.#recorder.record(notSentAgain(store, unknown, momentOf(this.#asking)));
  }

  /** Whether no request for an unknown payment has left. A payin or top-up of which one was tried passes no floor, and need not queue again. */
  #isUnsent(payment: StoredPayment): boolean {
    if (payment.kind === 'payout' && neverLeft(payment)) return true;
    return this.#context.store.attemptsOf(payment.paymentId).length === 0;
  }

  #refuse(error: AppError | null): void {
    this.#endBy(error === null ? null : { outcome: 'refused', error });
  }

  #endBy(end: RunEnd | null): void {
    this.#end ??= end;
  }

  #heldOr(end: RunEnd): RunEnd {
    const error = this.#context.floors.problem();
    return error === null ? end : { outcome: 'held', error };
  }

  /** Whether the balance is read once more before the end, since payments changed after it was read. */
  #mustRereadBalance(): boolean {
    const { floors } = this.#context;
    if (!floors.isOutdated()) return false;
    floors.reread();
    return true;
  }

  /** When the next work is due, apart from what a request in flight will trigger. */
  #wakeAt(): number | null {
    const { store, limits } = this.#context;
    if (!this.#continues()) return null;
    const asked = this.#inFlight.questions();
    const isIdle = this.#inFlight.isIdle();
    const mayAsk = isIdle || (asked.size < limits.polls && !this.#safeguards.needsFirstPoll());
    const dueAt = mayAsk ? store.nextDueAt(this.#request.batchIds(), asked) : null;
    const lookAt = this.#inFlight.submissions() === 0 ? this.#context.floors.rereadAt() : null;
    const endsAt = isIdle ? this.#responses.givesUpAt() : null;
    const others = earliest(lookAt, this.#gatewayTime.nextAt(), this.#askedFirst.nextAt(), endsAt);
    if (this.#health.isWell()) return earliest(dueAt, others);
    return isIdle ? earliest(this.#probeAt(dueAt), others) : null;
  }

  /** When the next probe goes out, with a poll that is due at `dueAt`; null while there is nothing to probe with. */
  #probeAt(dueAt: number | null): number | null {
    const { store, clock } = this.#context;
    if (dueAt !== null) return Math.max(this.#health.nextProbeAt(), dueAt);
    const hasProbe =
      store.hasQueued(this.#notHeld()) ||
      store.duePayments(this.#request.batchIds(), clock.now(), 1, this.#inFlight.questions()).length > 0;
    return hasProbe ? this.#health.nextProbeAt() : null;
  }
}
