import type { AppError } from '../../../contract/errors.ts';
import type { RunOutcome } from '../../../contract/operations.ts';
import type { PaymentState } from '../../../contract/payment.ts';
import type { Result } from '../../../contract/result.ts';
import { afterCreate, afterRead, type Decision, type Moment } from '../decide.ts';
import type {
  Clock,
  Encode,
  GatewayClient,
  Intent,
  Random,
  Store,
  StoredPayment,
  TokenScope,
} from '../ports.ts';
import { scopeFinder } from '../scope.ts';
import { createAlarm, type Alarm } from './alarm.ts';
import { createHealth, type Health } from './health.ts';
import { createRecorder, type Recorder } from './recorder.ts';

export type RunLimits = {
  /** Most payouts whose intent is committed and whose answer is not recorded. */
  readonly submissions: number;
  /** Most questions under way. */
  readonly polls: number;
};

export type RunParts = {
  readonly store: Store;
  readonly client: GatewayClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly encode: Encode;
  readonly limits: RunLimits;
  /** Hears of every payment whose findings or intent were committed. */
  readonly onRecorded: (paymentIds: readonly number[]) => void;
  /** Hears in a sentence when the gateway falls silent and when it answers again. */
  readonly onGateway: (message: string) => void;
};

export type RunRequest = {
  /** Released batches of one profile. */
  readonly batchIds: readonly string[];
  readonly until: 'sent' | 'final';
  readonly silenceLimitMs: number;
  readonly signal: AbortSignal;
};

export type RunEnd = { readonly outcome: RunOutcome; readonly error: AppError | null };

const done: RunEnd = { outcome: 'done', error: null };

/**
 * The release engine: sends what is queued and asks about what is accepted or unknown, until all is sent or final, the
 * signal aborts, the gateway has been silent for `silenceLimitMs`, or it refuses this merchant. Every intent is
 * committed before its request leaves (I1); what is under way when it ends is waited for and recorded. Rejects only
 * when the store cannot write.
 */
export function run(parts: RunParts, request: RunRequest): Promise<RunEnd> {
  return new Run(parts, request).untilEnd();
}

class Run {
  readonly #parts: RunParts;
  readonly #request: RunRequest;
  readonly #health: Health = createHealth();
  readonly #alarm: Alarm;
  readonly #recorder: Recorder;
  readonly #scopeOf: (payment: StoredPayment) => TokenScope;
  /** Payments that are being asked about. */
  readonly #asking = new Set<number>();
  /** How many payouts are being sent. */
  #sending = 0;
  #end: RunEnd | null = null;
  #failure: { readonly cause: unknown } | null = null;

  constructor(parts: RunParts, request: RunRequest) {
    const { store, clock } = parts;
    this.#parts = parts;
    this.#request = request;
    this.#alarm = createAlarm(clock);
    this.#recorder = createRecorder(store, clock, (findings) =>
      parts.onRecorded(findings.map(({ paymentId }) => paymentId)),
    );
    this.#scopeOf = scopeFinder((batchId, tokenChunk) => store.orderIdsOfChunk(batchId, tokenChunk));
  }

  async untilEnd(): Promise<RunEnd> {
    const { signal } = this.#request;
    for (;;) {
      if (signal.aborted) this.#end ??= { outcome: 'stopped', error: null };
      if (this.#request.until === 'sent' && this.#isSent()) this.#end ??= done;
      if (this.#goesOn()) this.#launch();
      if (this.#isIdle()) {
        if (this.#failure !== null) throw this.#failure.cause;
        if (this.#end !== null) return this.#end;
        if (this.#isFinished()) return done;
      }
      await this.#alarm.wait(this.#wakeAt(), this.#goesOn() ? signal : null);
    }
  }

  #goesOn(): boolean {
    return this.#end === null && this.#failure === null;
  }

  #isIdle(): boolean {
    return this.#sending === 0 && this.#asking.size === 0;
  }

  #launch(): void {
    const { limits } = this.#parts;
    if (!this.#health.isWell()) return this.#probe();
    const free = limits.submissions - this.#sending;
    // Claims share a commit, so they wait until a handful of places are free.
    if (free * 2 >= limits.submissions) this.#sendQueued(free);
    if (this.#asking.size < limits.polls) this.#askDue(limits.polls - this.#asking.size);
  }

  /** While the gateway is silent a single question goes out at a time; if there is none to ask, a single payout. */
  #probe(): void {
    const { store, clock } = this.#parts;
    if (!this.#isIdle() || clock.now() < this.#health.nextProbeAt()) return;
    this.#askDue(1);
    if (this.#isIdle() && store.nextDueAt(this.#request.batchIds, this.#asking) === null) this.#sendQueued(1);
  }

  #sendQueued(most: number): void {
    const { store, clock, encode, onRecorded } = this.#parts;
    const intents = store.claimQueued(this.#request.batchIds, most, clock.now(), encode);
    if (intents.length > 0) onRecorded(intents.map(({ payment }) => payment.paymentId));
    for (const intent of intents) {
      this.#sending += 1;
      this.#start(this.#submit(intent), () => {
        this.#sending -= 1;
      });
    }
  }

  #askDue(most: number): void {
    const { store, clock } = this.#parts;
    for (const payment of store.duePayments(this.#request.batchIds, clock.now(), most, this.#asking)) {
      this.#asking.add(payment.paymentId);
      this.#start(this.#ask(payment), () => this.#asking.delete(payment.paymentId));
    }
  }

  #start(work: Promise<void>, finished: () => void): void {
    void work
      .catch((cause: unknown) => {
        this.#failure ??= { cause };
      })
      .finally(() => {
        finished();
        this.#alarm.ring();
      });
  }

  async #submit(intent: Intent): Promise<void> {
    const { kind, idPayment } = intent.payment;
    const call = { kind, idPayment, body: intent.body, scope: this.#scopeOf(intent.payment) };
    const result = await this.#parts.client.createPayment(call, {
      priority: 'submission',
      signal: this.#request.signal,
    });
    await this.#conclude(afterCreate(intent, result, this.#moment()), result);
  }

  async #ask(payment: StoredPayment): Promise<void> {
    const { store, client, clock, encode } = this.#parts;
    const { kind, idPayment } = payment;
    const call = { kind, idPayment, scope: this.#scopeOf(payment) };
    const result = await client.readPayment(call, { priority: 'polling', signal: this.#request.signal });
    const decision = afterRead(payment, result, this.#moment());
    await this.#conclude(decision, result);
    if (!decision.sendAgain || !this.#goesOn()) return;
    const intent = store.claimUnknown(payment.paymentId, clock.now(), encode);
    if (intent !== null) await this.#submit(intent);
  }

  /** Takes note of what a decision says of the gateway, and records what it found. */
  async #conclude({ usefulness, findings }: Decision, result: Result<unknown>): Promise<void> {
    const { clock, onGateway } = this.#parts;
    const error = result.ok ? null : result.error;
    const wasWell = this.#health.isWell();
    this.#health.hear(usefulness, clock.now());
    const isWell = this.#health.isWell();
    if (wasWell && !isWell)
      onGateway('The gateway gives no useful answer. Bursar keeps asking; nothing is sent twice.');
    if (!wasWell && isWell) onGateway('The gateway answers again.');
    if (usefulness === 'refused') this.#end ??= { outcome: 'refused', error };
    if (this.#health.silentForMs(clock.now()) >= this.#request.silenceLimitMs)
      this.#end ??= { outcome: 'silent', error };
    await this.#recorder.record(findings);
  }

  #moment(): Moment {
    return { now: this.#parts.clock.now(), fraction: this.#parts.random.fraction() };
  }

  /** Whether every payout has left and is known to have arrived or not. */
  #isSent(): boolean {
    return this.#sending === 0 && this.#hasNone('queued', 'sending', 'unknown');
  }

  /** Whether nothing is queued and nothing waits to be asked about; what needs a person waits for nobody here. */
  #isFinished(): boolean {
    const { batchIds } = this.#request;
    return this.#hasNone('queued') && this.#parts.store.nextDueAt(batchIds, this.#asking) === null;
  }

  #hasNone(...states: readonly PaymentState[]): boolean {
    const { store } = this.#parts;
    return this.#request.batchIds.every((batchId) => {
      const byState = store.countByState(batchId);
      return states.every((state) => (byState[state] ?? 0) === 0);
    });
  }

  /** When something is to be done that no running request will call for. */
  #wakeAt(): number | null {
    const { store, limits } = this.#parts;
    if (!this.#goesOn()) return null;
    const dueAt =
      this.#asking.size < limits.polls ? store.nextDueAt(this.#request.batchIds, this.#asking) : null;
    if (this.#health.isWell()) return dueAt;
    return this.#isIdle() ? Math.max(this.#health.nextProbeAt(), dueAt ?? 0) : null;
  }
}
