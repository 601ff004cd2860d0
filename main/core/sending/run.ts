import type { AppError } from '../../../contract/errors.ts';
import type { RunOutcome } from '../../../contract/operations.ts';
import type { PaymentState } from '../../../contract/payment.ts';
import type { Result } from '../../../contract/result.ts';
import { afterCreate, afterRead, heldBack, type Decision, type Moment } from '../payments/decide.ts';
import type {
  Clock,
  Encode,
  GatewayClient,
  Intent,
  Random,
  Store,
  StoredPayment,
  TokenScope,
} from '../ports/index.ts';
import { scopeFinder } from '../payments/scope.ts';
import { createAlarm, type Alarm } from './wakeup.ts';
import type { Bell } from './signal.ts';
import { createHealth, type Health } from './health.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { hasWork } from './work.ts';

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
  /** Hears of every batch with payments whose findings or intents were committed. */
  readonly onRecorded: (batchIds: ReadonlySet<string>) => void;
  /** Hears why when the gateway falls silent, and null when it answers again. */
  readonly onSilence: (error: AppError | null) => void;
};

export type RunRequest = {
  /** Released batches of one profile, asked for again whenever something changes. */
  readonly batchIds: () => readonly string[];
  readonly until: 'sent' | 'final';
  readonly silenceLimitMs: number;
  readonly signal: AbortSignal;
  /** Rings when there may be more to do; a silent gateway is then asked at once. Null: nobody rings. */
  readonly bell: Bell | null;
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
  /** The batch of each payment that is under way. */
  readonly #batchOf = new Map<number, string>();
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
      this.#tell(findings.map(({ paymentId }) => paymentId)),
    );
    this.#scopeOf = scopeFinder((batchId, tokenChunk) => store.orderIdsOfChunk(batchId, tokenChunk));
  }

  async untilEnd(): Promise<RunEnd> {
    const leave = this.#request.bell?.listen(() => {
      this.#health.forgetWait();
      this.#alarm.ring();
    });
    try {
      return await this.#goOn();
    } finally {
      leave?.();
    }
  }

  async #goOn(): Promise<RunEnd> {
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
    if (this.#isIdle() && store.nextDueAt(this.#request.batchIds(), this.#asking) === null)
      this.#sendQueued(1);
  }

  #sendQueued(most: number): void {
    const { store, clock, encode } = this.#parts;
    const intents = store.claimQueued(this.#request.batchIds(), most, clock.now(), encode);
    for (const intent of intents) {
      this.#sending += 1;
      this.#start(intent.payment, this.#submit(intent), () => {
        this.#sending -= 1;
      });
    }
    if (intents.length > 0) this.#tell(intents.map(({ payment }) => payment.paymentId));
  }

  #askDue(most: number): void {
    const { store, clock } = this.#parts;
    for (const payment of store.duePayments(this.#request.batchIds(), clock.now(), most, this.#asking)) {
      this.#asking.add(payment.paymentId);
      this.#start(payment, this.#ask(payment), () => this.#asking.delete(payment.paymentId));
    }
  }

  #start({ paymentId, batchId }: StoredPayment, work: Promise<void>, finished: () => void): void {
    this.#batchOf.set(paymentId, batchId);
    void work
      .catch((cause: unknown) => {
        this.#failure ??= { cause };
      })
      .finally(() => {
        finished();
        this.#batchOf.delete(paymentId);
        this.#alarm.ring();
      });
  }

  #tell(paymentIds: readonly number[]): void {
    const batchIds = paymentIds.map((paymentId) => this.#batchOf.get(paymentId));
    this.#parts.onRecorded(new Set(batchIds.filter((batchId) => batchId !== undefined)));
  }

  async #submit(intent: Intent): Promise<void> {
    const { kind, idPayment } = intent.payment;
    const call = { kind, idPayment, body: intent.body, scope: this.#scopeOf(intent.payment) };
    const result = await this.#parts.client.call('createPayment', call, {
      priority: 'submission',
      signal: this.#request.signal,
    });
    await this.#conclude(afterCreate(intent, result, this.#moment()), result);
  }

  async #ask(payment: StoredPayment): Promise<void> {
    const { store, client, clock, encode } = this.#parts;
    const { kind, idPayment } = payment;
    const call = { kind, idPayment, scope: this.#scopeOf(payment) };
    const result = await client.call('readPayment', call, {
      priority: 'polling',
      signal: this.#request.signal,
    });
    const decision = afterRead(payment, result, this.#moment());
    await this.#conclude(decision, result);
    if (!decision.sendAgain || !this.#goesOn()) return;
    const intent = store.claimUnknown(payment.paymentId, clock.now(), encode);
    if (intent !== null) return this.#submit(intent);
    if (store.isPaused(payment.batchId)) await this.#recorder.record([heldBack(payment, this.#moment())]);
  }

  /** Takes note of what a decision says of the gateway, and records what it found. */
  async #conclude({ usefulness, findings }: Decision, result: Result<unknown>): Promise<void> {
    const { clock, onSilence } = this.#parts;
    const error = result.ok ? null : result.error;
    const wasWell = this.#health.isWell();
    this.#health.hear(usefulness, clock.now());
    const isWell = this.#health.isWell();
    if (wasWell !== isWell) onSilence(isWell ? null : error);
    if (usefulness === 'refused') this.#end ??= { outcome: 'refused', error };
    if (this.#health.silentForMs(clock.now()) >= this.#request.silenceLimitMs)
      this.#end ??= { outcome: 'silent', error };
    await this.#recorder.record(findings);
  }

  #moment(): Moment {
    return { now: this.#parts.clock.now(), fraction: this.#parts.random.fraction() };
  }

  /** Whether every payout that nobody holds back has left and is known to have arrived or not. */
  #isSent(): boolean {
    const { store } = this.#parts;
    const sendable = this.#request.batchIds().filter((batchId) => !store.isPaused(batchId));
    return this.#sending === 0 && sendable.every((id) => this.#hasNone(id, 'queued', 'sending', 'unknown'));
  }

  /** Whether nothing is left to do; what needs a person, or is held back by one, waits for nobody here. */
  #isFinished(): boolean {
    return this.#request.batchIds().every((batchId) => !hasWork(this.#parts.store, batchId));
  }

  #hasNone(batchId: string, ...states: readonly PaymentState[]): boolean {
    const byState = this.#parts.store.countByState(batchId);
    return states.every((state) => (byState[state] ?? 0) === 0);
  }

  /** When something is to be done that no running request will call for. */
  #wakeAt(): number | null {
    const { store, limits } = this.#parts;
    if (!this.#goesOn()) return null;
    const dueAt =
      this.#asking.size < limits.polls ? store.nextDueAt(this.#request.batchIds(), this.#asking) : null;
    if (this.#health.isWell()) return dueAt;
    return this.#isIdle() ? Math.max(this.#health.nextProbeAt(), dueAt ?? 0) : null;
  }
}
