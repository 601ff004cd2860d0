import {
  IncomingKind,
  type IncomingDetail,
  type IncomingSummary,
} from '../../../../contract/receiving/incoming.ts';
import { fail, type Failure } from '../../../../contract/result.ts';
import { kindText } from '../../../../contract/text/states.ts';
import { isoTime, toPaymentLife } from '../../payments/convert.ts';
import type { Store, StoredPayment } from '../../ports/index.ts';

/** A payin or top-up in a list. */
export function toIncomingSummary(
  store: Pick<Store, 'findAnyBatch'>,
  payment: StoredPayment,
): IncomingSummary {
  const { kind, origin, idPayment, batchId, profileName, amount, currencyCode, state, gatewayStatus, fee } =
    payment;
  const batch = store.findAnyBatch(batchId);
  if (batch === null || origin === null) throw new Error(`${idPayment} is not a payin or top-up`);
  return {
    kind: IncomingKind.parse(kind),
    origin,
    idPayment,
    batchId,
    profileName,
    environment: batch.environment,
    money: { amount, currencyCode },
    state,
    gatewayStatus,
    fee,
    paymentMethodCode: payment.paymentMethodCode,
    paymentOperatorCode: payment.paymentOperatorCode,
    accountName: payment.accountName,
    accountNumber: payment.accountNumber,
    emailAddress: payment.emailAddress,
    note: payment.reference,
    createdAt: isoTime(payment.createdAt),
    updatedAt: isoTime(payment.updatedAt),
  };
}

/** A payin or top-up with its history and the gateway's latest response, all from the store. */
export function toIncomingDetail(store: Store, payment: StoredPayment): IncomingDetail {
  const { paymentId, callbackUrl, returnUrl, state, awaitedUntil } = payment;
  const reading = store.readingOf(paymentId);
  return {
    ...toIncomingSummary(store, payment),
    callbackUrl,
    returnUrl,
    awaitedUntil: state === 'awaited' && awaitedUntil !== null ? isoTime(awaitedUntil) : null,
    instructions: reading?.instructions ?? null,
    lastAnswer: reading === null ? null : { at: isoTime(reading.askedAt), raw: reading.raw },
    ...toPaymentLife(store, payment),
  };
}

export function noIncoming(kind: IncomingKind, idPayment: string): Failure {
  return fail(
    'notFound',
    `There is no ${kindText(kind)} with the order ID ${idPayment} here. One that was created elsewhere can be followed.`,
  );
}
