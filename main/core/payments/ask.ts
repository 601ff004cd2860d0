import type { AppError } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { kindText } from '../../../contract/text/states.ts';
import type { CoreContext } from '../context/context.ts';
import { clientOf, profileOf } from '../context/subject.ts';
import type {
  Answer,
  CallOptions,
  Clock,
  Finding,
  GatewayClient,
  GatewayInput,
  PaymentDetail,
  Store,
  StoredPayment,
  StoredProfile,
  TokenScope,
} from '../ports/index.ts';
import { afterRead } from './after-read.ts';
import type { Decision, Moment, Times } from './decision.ts';
import { scopeFinder } from './scope.ts';

/** The parts of the core that polling a payment needs. */
export type AskContext = Pick<
  CoreContext,
  'store' | 'gateway' | 'clock' | 'random' | 'emit' | 'onContradicted'
>;

/** Whom to ask, and what stops a profile that an answer contradicts. */
export type Reading = Pick<AskContext, 'clock' | 'onContradicted'> & {
  readonly client: GatewayClient;
  readonly profile: StoredProfile;
};

/** One poll: the client to call, the token scope, and where to record the result. */
export type Asking = Reading &
  Pick<AskContext, 'random'> & {
    readonly scopeOf: (payment: StoredPayment) => TokenScope;
    readonly store: Pick<Store, 'paymentsOf'>;
    /** Commits findings; may drop those that no longer fit the payment's state. */
    readonly record: (findings: readonly Finding[]) => Promise<void> | void;
  };

type Read = {
  readonly answer: Result<Answer<PaymentDetail>>;
  /** When the question left, by the clock of this computer. */
  readonly askedAt: number;
  /** The error if process.isTest contradicts the environment of the profile, whose batches are paused then. */
  readonly contradicted: AppError | null;
};

type Asked = Read & { readonly decision: Decision };

/** The current time, by this computer and by the gateway's clock. */
export function timesOf(clock: Pick<Clock, 'now'>, client: Pick<GatewayClient, 'gatewayNow'>): Times {
  return { now: clock.now(), gatewayNow: client.gatewayNow() };
}

/** The same, with the jitter of what is decided now. */
export function momentOf({ clock, random, client }: Pick<Asking, 'clock' | 'random' | 'client'>): Moment {
  return { ...timesOf(clock, client), fraction: random.fraction() };
}

/**
 * The only way to read a payment that is of this profile, or would be, except the first time that a payment is followed: one GET. An answer that contradicts the environment of the profile
 * stops the profile before anything else happens.
 */
export async function readAt(
  reading: Reading,
  batchId: string,
  call: GatewayInput<'readPayment'>,
  options: CallOptions,
): Promise<Read> {
  const { answer, askedAt } = await askNow(reading, call, options);
  return { answer, askedAt, contradicted: contradictedBy(reading, batchId, answer) };
}

/** One GET, with when it left: it may wait for its turn, and its answer may be late. */
export async function askNow(
  { client, clock }: Pick<Reading, 'client' | 'clock'>,
  call: GatewayInput<'readPayment'>,
  options: CallOptions,
): Promise<Pick<Read, 'answer' | 'askedAt'>> {
  let askedAt = clock.now();
  const onDeparture = (): boolean => {
    askedAt = clock.now();
    return true;
  };
  const answer = await client.call('readPayment', call, { ...options, onDeparture });
  return { answer, askedAt };
}

/** Stops the profile if this answer contradicts its environment, and returns the error then; for an answer that came before there was a batch. */
export function contradictedBy(
  { profile, onContradicted }: Pick<Reading, 'profile' | 'onContradicted'>,
  batchId: string,
  answer: Read['answer'],
): AppError | null {
  const isTest = answer.ok ? answer.value.value.isTest : null;
  const isAsExpected = isTest === null || isTest === (profile.environment === 'sandbox');
  return isAsExpected ? null : (onContradicted?.(profile, batchId) ?? null);
}

/**
 * The only way to poll a payment: GET, decide, record. It never sends; the decision says whether the same bytes must be sent again.
 * `choose` lets a caller that polls ahead of schedule drop some findings; `about` is the payment as it is recorded when the answer arrives.
 */
export async function askGateway(
  asking: Asking,
  payment: StoredPayment,
  options: CallOptions,
  choose: (decision: Decision, about: StoredPayment) => readonly Finding[] = ({ findings }) => findings,
): Promise<Asked> {
  const { kind, idPayment, batchId } = payment;
  const call = { kind, idPayment, scope: asking.scopeOf(payment) };
  const { answer, askedAt, contradicted } = await readAt(asking, batchId, call, options);
  const [now = payment] = asking.store.paymentsOf([payment.paymentId]);
  // A request that left meanwhile may have taken effect: what was known before it does not count. Nor does an answer about another state, unless a
  // person decided meanwhile that it was not accepted. The gateway has it then, and nothing would ask about it again.
  const isCurrent = now.state === payment.state || (answer.ok && now.state === 'rejected');
  const about = isCurrent ? now : payment;
  const decision = afterRead(about, answer, momentOf(asking), askedAt);
  await asking.record(choose(decision, about));
  return { answer, askedAt, contradicted, decision };
}

/** Polls a payment outside a run. Findings are recorded at once and emitted; `notFound` if its profile was removed. */
export function askingAbout(
  { store, gateway, clock, random, emit, onContradicted }: AskContext,
  payment: StoredPayment,
): Result<Asking> {
  const { kind, idPayment, batchId } = payment;
  const found = profileOf(store, payment, ` of ${kindText(kind)} ${idPayment}`);
  if (!found.ok)
    return fail(
      found.error.code,
      `${found.error.message} So Bursar cannot ask the gateway. Add the profile again to ask.`,
      kind === 'payout' ? { idPayout: idPayment } : {},
    );
  const profile = found.value;
  const record = (findings: readonly Finding[]): void => {
    if (findings.length === 0) return;
    store.record(findings, clock.now());
    if (kind === 'payout') emit({ kind: 'payout', id: idPayment });
    emit(recordedEvent(store, batchId));
  };
  const scopeOf = scopeFinder(store);
  const client = clientOf(gateway, profile);
  return succeed({
    store,
    clock,
    random,
    client,
    profile,
    scopeOf,
    record,
    onContradicted,
  });
}

/** Event emitted after a batch change is committed; for a payin or top-up it carries the order ID. */
export function recordedEvent(store: Pick<Store, 'incomingOfBatch'>, batchId: string): AppEvent {
  const incoming = store.incomingOfBatch(batchId);
  return incoming === null ? { kind: 'batch', id: batchId } : { kind: 'incoming', id: incoming.idPayment };
}
