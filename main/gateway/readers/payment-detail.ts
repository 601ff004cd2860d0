import type { ReportedMoney } from '../../../contract/money/money.ts';
import type { PaymentKind } from '../../../contract/payments/payment.ts';
import type { PaymentDetail } from '../../core/ports/index.ts';
import type { Json, JsonObject } from '../exact-json.ts';
import { hasUnreadableAmount, readMoney } from './money.ts';
import { readInstructions } from './paying-instructions.ts';
import { isObject, property, textProperty, unwrap } from './shape.ts';

const wrappers = ['payment', 'payout', 'payin', 'topUp', 'topup', 'paymentDetail', 'detail'];
// They hold money, but not what was requested.
const otherMoney = ['fee', 'paymentMethodResponse'];
const statusNames = ['status', 'paymentStatus', 'processStatus'];
const idNames = { payout: 'idPayout', payin: 'idPayin', topup: 'idTopUp' } as const;

/**
 * Interface: Payment detail. Money is taken from paymentRequested alone, or from beside it where there is none,
 * never from the fee or the method's response. Null when the answer shows nothing of a payment, names another one than was asked for, or
 * has an amount that cannot be read: passed over, it would hide that the gateway holds another one.
 */
export function readPaymentDetail(
  json: Json,
  asked: { readonly kind: PaymentKind; readonly idPayment: string },
): PaymentDetail | null {
  const payment = unwrap(json, wrappers, isPayment, otherMoney);
  if (payment === null || isOther(payment, asked)) return null;
  const money = readRequested(payment);
  if (money === null && requestedPlaces(payment).some(hasUnreadableAmount)) return null;
  const process = processOf(payment);
  return {
    money,
    status: textProperty(process, statusNames),
    createdAt: textProperty(process, ['createdAt']),
    processedAt: textProperty(process, ['processedAt']),
    isTest: readIsTest(process),
    fee: readFee(payment),
    paymentMethodCode: readMethodCode(payment),
    instructions: readInstructions(property(payment, 'paymentMethodResponse')),
  };
}

/** A status alone is none: what wraps a payment, or stands between us and the gateway, has one of its own. */
function isPayment(object: JsonObject): boolean {
  if (readRequested(object) !== null) return true;
  const process = processOf(object);
  const isProcess = process !== object || textProperty(process, ['createdAt', 'processedAt']) !== null;
  return isProcess && textProperty(process, statusNames) !== null;
}

/** Whether the answer names another order ID, as one does that was kept for another question. */
function isOther(
  payment: JsonObject,
  { kind, idPayment }: { readonly kind: PaymentKind; readonly idPayment: string },
): boolean {
  const response = property(payment, 'paymentMethodResponse');
  const named = [response, payment].flatMap((object) =>
    isObject(object) ? (textProperty(object, [idNames[kind]]) ?? []) : [],
  );
  return named.some((id) => id !== idPayment);
}

function readRequested(payment: JsonObject): ReportedMoney | null {
  for (const place of requestedPlaces(payment)) {
    const money = readMoney(place);
    if (money !== null) return money;
  }
  return null;
}

/** Where the money that was requested may stand. */
function requestedPlaces(payment: JsonObject): (Json | undefined)[] {
  const requested = property(payment, 'paymentRequested');
  const holder = isObject(requested) ? requested : payment;
  return [property(holder, 'money'), holder];
}

/** Where the answer has a process, what stands beside that is about something else. */
function processOf(payment: JsonObject): JsonObject {
  const process = property(payment, 'process');
  return isObject(process) ? process : payment;
}

function readIsTest(process: JsonObject): boolean | null {
  const value = property(process, 'isTest');
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : null;
}

function readFee(payment: JsonObject): ReportedMoney | null {
  const fee = property(payment, 'fee');
  return readMoney(fee) ?? (isObject(fee) ? readMoney(property(fee, 'money')) : null);
}

function readMethodCode(payment: JsonObject): string | null {
  const response = property(payment, 'paymentMethodResponse');
  return isObject(response) ? textProperty(response, ['paymentMethodCode', 'methodCode']) : null;
}
