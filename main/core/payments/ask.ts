import { fail, type Result } from '../../../contract/result.ts';
import { kindText } from '../../../contract/text/states.ts';
import { clientOf, type CoreContext } from '../context.ts';
import type {
  Answer,
  CallOptions,
  Finding,
  GatewayClient,
  PaymentDetail,
  StoredPayment,
  TokenScope,
} from '../ports/index.ts';
import { afterRead } from './after-read.ts';
import { type Decision, type Moment } from './decision.ts';
import { recordedEvent } from './recorded-event.ts';
import { scopeFinder } from './scope.ts';

/** What asking the gateway about one payment stands on. */
export type AskContext = Pick<CoreContext, 'store' | 'gateway' | 'clock' | 'random' | 'emit'>;

/** Whom to ask, and where to record what follows. */
export type Asking = Pick<AskContext, 'clock' | 'random'> & {
  readonly client: GatewayClient;
  readonly scopeOf: (payment: StoredPayment) => TokenScope;
  /** Commits findings; may leave out what no longer fits the payment's state. */
  readonly record: (findings: readonly Finding[]) => Promise<void> | void;
};

type Asked = { readonly answer: Result<Answer<PaymentDetail>>; readonly decision: Decision };

/** Now, and as the gateway's clock has it. */
export function momentOf({ clock, random, client }: Pick<Asking, 'clock' | 'random' | 'client'>): Moment {
  return { now: clock.now(), fraction: random.fraction(), gatewayNow: client.gatewayNow() };
}

/**
 * The one way to ask the gateway about a payment: GET, decide, record what it learned. Nothing is ever sent from here; whether the
 * same bytes have to leave again is in the decision. `choose` may hold back findings of a caller that only brings a question forward.
 */
export async function askGateway(
  asking: Asking,
  payment: StoredPayment,
  options: CallOptions,
  choose: (decision: Decision) => readonly Finding[] = ({ findings }) => findings,
): Promise<Asked> {
  const { kind, idPayment } = payment;
  const call = { kind, idPayment, scope: asking.scopeOf(payment) };
  const answer = await asking.client.call('readPayment', call, options);
  const decision = afterRead(payment, answer, momentOf(asking));
  await asking.record(choose(decision));
  return { answer, decision };
}

/** Asking about a payment outside a run: findings are recorded at once and told; `notFound` where its profile was removed. */
export function askingAbout(
  { store, gateway, clock, random, emit }: AskContext,
  payment: StoredPayment,
): Result<Asking> {
  const { kind, idPayment, batchId, profileName } = payment;
  const profile = store.findProfile(profileName);
  if (profile === null)
    return fail(
      'notFound',
      `The profile ${profileName} of ${kindText(kind)} ${idPayment} was removed, so the gateway cannot be asked. Add the profile again to ask.`,
      kind === 'payout' ? { idPayout: idPayment } : {},
    );
  const record = (findings: readonly Finding[]): void => {
    if (findings.length === 0) return;
    store.record(findings, clock.now());
    if (kind === 'payout') emit({ kind: 'payout', id: idPayment });
    emit(recordedEvent(store, batchId));
  };
  const scopeOf = scopeFinder((id, tokenChunk) => store.orderIdsOfChunk(id, tokenChunk));
  return { ok: true, value: { clock, random, client: clientOf(gateway, profile), scopeOf, record } };
}
