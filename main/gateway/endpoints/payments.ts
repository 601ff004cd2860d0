import type { PaymentKind } from '../../../contract/payment.ts';
import type { Money } from '../../../contract/money.ts';
import type { Result } from '../../../contract/result.ts';
import type {
  Answer,
  CallOptions,
  CreatePayment,
  PaymentDetail,
  PaymentOption,
  ReadPayment,
} from '../../core/ports/index.ts';
import { pathOf } from '../addresses.ts';
import type { Caller } from '../caller.ts';
import { encodePaymentRequested } from '../payment-body.ts';
import { readOptions } from '../readers/options.ts';
import { readPaymentDetail } from '../readers/payment-detail.ts';
import { exactScope, paymentSubject, resources } from './scopes.ts';

/** What the operations of payouts, payins and top-ups have in common; each has its own function elsewhere. */

export function createPayment(
  caller: Caller,
  { kind, idPayment, body, scope }: CreatePayment,
  options: CallOptions,
): Promise<Result<Answer<null>>> {
  const path = pathOf(resources[kind], idPayment);
  const subject = paymentSubject(kind, idPayment);
  return caller.call({ method: 'POST', path, body, scope, subject, effect: 'change', value: null }, options);
}

export function readPayment(
  caller: Caller,
  { kind, idPayment, scope }: ReadPayment,
  options: CallOptions,
): Promise<Result<Answer<PaymentDetail>>> {
  const path = pathOf(resources[kind], idPayment);
  const subject = paymentSubject(kind, idPayment);
  return caller.call(
    { method: 'GET', path, body: null, scope, subject, effect: 'read', read: readPaymentDetail },
    options,
  );
}

export function availableOptions(
  caller: Caller,
  kind: PaymentKind,
  money: Money,
  options: CallOptions,
): Promise<Result<Answer<PaymentOption[]>>> {
  const path = pathOf(resources[kind], '!availablePaymentOptions');
  const subject = {
    words: `the ${kind === 'topup' ? 'top-up' : kind} options for ${money.amount} ${money.currencyCode}`,
    details: {},
  };
  const body = encodePaymentRequested(money);
  const scope = exactScope('POST', path);
  return caller.call(
    { method: 'POST', path, body, scope, subject, effect: 'read', read: readOptions },
    options,
  );
}
