import type { IncomingDetail } from '../../../../contract/receiving/incoming.ts';
import type { ParsedInput } from '../../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import { kindText } from '../../../../contract/text/states.ts';
import { afterRead } from '../../payments/after-read.ts';
import { askNow, contradictedBy, momentOf } from '../../payments/ask.ts';
import type { CoreContext } from '../../context/context.ts';
import { chooseProfile, clientOf } from '../../context/subject.ts';
import { refreshPayment } from '../../payments/refresh.ts';
import type { StoredPayment } from '../../ports/index.ts';
import { incomingScope } from '../../payments/scope.ts';
import { addIncoming } from './add.ts';
import { toIncomingDetail } from './detail.ts';

/** An existing payment; if Bursar had stopped checking it, it is polled again. */
async function knownAlready(
  context: CoreContext,
  known: StoredPayment,
  signal: AbortSignal,
): Promise<Result<IncomingDetail>> {
  const { store } = context;
  if (known.state === 'cancelled') {
    const refreshed = await refreshPayment(context, known, signal);
    if (!refreshed.ok) return refreshed;
  }
  const [payment = known] = store.paymentsOf([known.paymentId]);
  return succeed(toIncomingDetail(store, payment));
}

/** Looks up an order ID that was created elsewhere and follows it from now on (operation `incoming.follow`); nothing is ever sent for it. */
export async function followIncoming(
  context: CoreContext,
  { kind, idPayment, profileName, note }: ParsedInput<'incoming.follow'>,
  signal: AbortSignal,
): Promise<Result<IncomingDetail>> {
  const { store, gateway, clock, random, emit, onContradicted } = context;
  const profile = chooseProfile(store, profileName);
  if (!profile.ok) return profile;
  const known = store.findIncoming(kind, idPayment, profile.value.keyId);
  if (known !== null) return knownAlready(context, known, signal);
  const client = clientOf(gateway, profile.value);
  const { answer, askedAt } = await askNow(
    { client, clock },
    { kind, idPayment, scope: incomingScope({ kind, idPayment, origin: 'followed' }) },
    { priority: 'interactive', signal },
  );
  if (!answer.ok && answer.error.code === 'gatewayNotFound')
    return fail(
      'gatewayNotFound',
      `${answer.error.message} Check the order ID, and whether it is a payin or a top-up.`,
      answer.error.details,
    );
  if (!answer.ok) return answer;
  const { money, paymentMethodCode } = answer.value.value;
  if (money === null)
    return fail(
      'gatewayAnswerUnreadable',
      `The gateway's answer has no amount for ${kindText(kind)} ${idPayment}, so Bursar cannot follow it.`,
      { raw: answer.value.raw },
    );
  // Another window may have been faster.
  const beside = store.findIncoming(kind, idPayment, profile.value.keyId);
  if (beside !== null) return succeed(toIncomingDetail(store, beside));
  const content = {
    kind,
    idPayment,
    money,
    paymentMethodCode: paymentMethodCode ?? '',
    paymentOperatorCode: '',
    accountName: '',
    accountNumber: '',
    emailAddress: '',
    returnUrl: '',
    note,
  };
  const now = clock.now();
  const payment = addIncoming(context, profile.value, content, { origin: 'followed', awaitedUntil: now });
  contradictedBy({ profile: profile.value, onContradicted }, payment.batchId, answer);
  store.record(afterRead(payment, answer, momentOf({ clock, random, client }), askedAt).findings, now);
  emit({ kind: 'incoming', id: idPayment });
  return succeed(
    toIncomingDetail(store, store.findIncoming(kind, idPayment, profile.value.keyId) ?? payment),
  );
}
