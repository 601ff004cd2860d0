import type { PaymentState } from '../../../contract/payment.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { afterRead } from '../payments/decide.ts';
import { kindWord } from '../receiving/incoming/detail.ts';
import { clientOf, type CoreParts } from '../context.ts';
import type { Answer, CallOptions, Finding, PaymentDetail, StoredPayment } from '../ports/index.ts';
import { recordedEvent } from '../payments/recorded-event.ts';
import { scopeFinder } from '../payments/scope.ts';

/** States in which the gateway may know the payment. In `sending` its answer is on the way already. */
const askable: ReadonlySet<PaymentState> = new Set([
  'awaited',
  'accepted',
  'unknown',
  'paid',
  'failed',
  'conflict',
]);

/** What asking the gateway about one payment stands on. */
export type AskingParts = Pick<CoreParts, 'store' | 'gateway' | 'clock' | 'random' | 'emit'>;

/** One GET of a payment, with a token of its batch; `notFound` where its profile was removed. */
export async function readFromGateway(
  { store, gateway }: Pick<AskingParts, 'store' | 'gateway'>,
  payment: StoredPayment,
  options: CallOptions,
): Promise<Result<Answer<PaymentDetail>>> {
  const { kind, idPayment, profileName } = payment;
  const profile = store.findProfile(profileName);
  if (profile === null)
    return fail(
      'notFound',
      `The profile ${profileName} of ${kindWord(kind)} ${idPayment} was removed, so the gateway cannot be asked. Add the merchant again to ask.`,
      kind === 'payout' ? { idPayout: idPayment } : {},
    );
  const scopeOf = scopeFinder((batch, tokenChunk) => store.orderIdsOfChunk(batch, tokenChunk));
  return clientOf(gateway, profile).call(
    'readPayment',
    { kind, idPayment, scope: scopeOf(payment) },
    options,
  );
}

/** Records what was found of a payment, and tells of it; nothing where nothing was. */
export function keepFindings(
  { store, emit }: Pick<AskingParts, 'store' | 'emit'>,
  { kind, idPayment, batchId }: StoredPayment,
  findings: readonly Finding[],
  now: number,
): void {
  if (findings.length === 0) return;
  store.record(findings, now);
  if (kind === 'payout') emit({ kind: 'payout', id: idPayment });
  emit(recordedEvent(store, batchId));
}

/**
 * Asks the gateway about a payment now and records what a run would record; nothing is ever sent from here (operations `payouts.refresh` and
 * `incoming.refresh`). A run that asks at the same moment may be faster: what was found then no longer fits the state and is left out.
 */
export async function refreshPayment(
  parts: AskingParts,
  payment: StoredPayment,
  signal: AbortSignal,
): Promise<Result<null>> {
  if (!askable.has(payment.state)) return succeed(null);
  const answer = await readFromGateway(parts, payment, { priority: 'interactive', signal });
  if (!answer.ok && (answer.error.code === 'stopped' || answer.error.code === 'notFound')) return answer;
  const moment = { now: parts.clock.now(), fraction: parts.random.fraction() };
  keepFindings(parts, payment, findingsOf(payment, answer, moment), moment.now);
  const isNeverHeard = !answer.ok && answer.error.code === 'gatewayNotFound' && isNotSureThere(payment);
  return answer.ok || isNeverHeard ? succeed(null) : answer;
}

function findingsOf(
  payment: StoredPayment,
  answer: Result<Answer<PaymentDetail>>,
  moment: { now: number; fraction: number },
): readonly Finding[] {
  if (payment.state === 'accepted' || isNotSureThere(payment)) {
    const { findings, sendAgain } = afterRead(payment, answer, moment);
    return sendAgain ? [dueNow(payment, moment.now)] : findings;
  }
  if (!answer.ok || payment.state === 'conflict') return [];
  const { raw, value } = answer.value;
  const { status, fee, instructions } = value;
  return [
    {
      ...same(payment),
      gatewayStatus: status ?? payment.gatewayStatus,
      fee: fee ?? payment.fee,
      dueAt: null,
      ...(payment.origin === null ? {} : { reading: { at: moment.now, raw, instructions } }),
    },
  ];
}

/** Whether that the gateway does not know it is no surprise. */
function isNotSureThere({ state }: StoredPayment): boolean {
  return state === 'unknown' || state === 'awaited';
}

/** The gateway never heard of it: the next run sends the same bytes again, with their intent first (invariant I1). */
function dueNow(payment: StoredPayment, now: number): Finding {
  return { ...same(payment), dueAt: now };
}

function same({ paymentId, state, problem, polls }: StoredPayment): Omit<Finding, 'dueAt'> {
  return { paymentId, from: state, to: state, cause: 'asked', detail: null, problem, polls };
}
