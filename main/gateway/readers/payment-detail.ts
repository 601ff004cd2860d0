import { minuteMs } from '../../../contract/duration.ts';
import type { ReportedMoney } from '../../../contract/money/money.ts';
import { gatewayTimeOf } from '../../../contract/payments/gateway-time.ts';
import type { PaymentKind } from '../../../contract/payments/payment.ts';
import type { PaymentDetail } from '../../core/ports/index.ts';
import type { Json, JsonObject } from '../exact-json.ts';
import { hasUnreadableAmount, readMoney } from './money.ts';
import { readInstructions } from './paying-instructions.ts';
import { isObject, property, textOf, textProperty, unwrap } from './shape.ts';

const wrappers = ['payment', 'payout', 'payin', 'topUp', 'topup', 'paymentDetail', 'detail'];
// They contain money, but not the requested amount.
const otherMoney = ['fee', 'paymentMethodResponse'];
const statusNames = ['status', 'paymentStatus', 'processStatus'];
const longestUnreadable = 100;
const timeNames = ['createdAt', 'processedAt'] as const;
/** Programs write their earliest time (of the years 1, 1601, 1753, 1900 or 1970) where there is none. */
const earliestTime = Date.UTC(1971);
/** How far the clocks of one gateway may differ. More would let a payout be retried whose end the gateway only expects. */
const clockErrorMs = 10 * minuteMs;
const idNames = { payout: 'idPayout', payin: 'idPayin', topup: 'idTopUp' } as const;

/**
 * Interface: Payment detail. The amount is read from paymentRequested only, or from beside it if there is none,
 * never from the fee or the method's response. Null if the answer shows nothing of a payment, names another payment than the requested one, or
 * has an unreadable amount: ignoring it would hide that the gateway holds a different one. `now`: milliseconds since 1970, by the gateway's clock if known.
 */
export function readPaymentDetail(
  json: Json,
  asked: { readonly kind: PaymentKind; readonly idPayment: string },
  now: number,
): PaymentDetail | null {
  const payment = unwrap(json, wrappers, isPayment, otherMoney);
  if (payment === null || isOther(payment, asked)) return null;
  const money = readRequested(payment);
  if (money === null && requestedPlaces(payment).some(hasUnreadableAmount)) return null;
  const process = processOf(payment);
  const status = textProperty(process, statusNames);
  const unreadable = status === null ? unreadableStatus(process) : null;
  return {
    money,
    status,
    ...(unreadable === null ? {} : { unreadableStatus: unreadable }),
    createdAt: readTime(process, 'createdAt'),
    processedAt: readProcessedAt(process, now),
    isTest: readIsTest(process),
    fee: readFee(payment),
    paymentMethodCode: readMethodCode(payment),
    instructions: readInstructions(property(payment, 'paymentMethodResponse')),
  };
}

/** The interface's status is a text. What stands in its place decides nothing, but is no missing status. */
function unreadableStatus(process: JsonObject): string | null {
  const value = statusNames
    .map((name) => property(process, name))
    .find((each) => each != null && each !== '');
  return value === undefined ? null : JSON.stringify(value).slice(0, longestUnreadable);
}

/** A status alone is not a payment: envelopes and intermediaries have their own status. */
function isPayment(object: JsonObject): boolean {
  if (readRequested(object) !== null) return true;
  const process = processOf(object);
  const isProcess = process !== object || timeNames.some((name) => readTime(process, name) !== null);
  return isProcess && textProperty(process, statusNames) !== null;
}

/** Whether the answer names another order ID, as a cached answer for another query would. */
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

/** Where the requested amount may be. */
function requestedPlaces(payment: JsonObject): (Json | undefined)[] {
  const requested = property(payment, 'paymentRequested');
  const holder = isObject(requested) ? requested : payment;
  return [property(holder, 'money'), holder];
}

/** If the answer has a process, everything beside it is about something else. */
function processOf(payment: JsonObject): JsonObject {
  const process = property(payment, 'process');
  return isObject(process) ? process : payment;
}

/** A time; null for a placeholder, such as `0`, `-` or a date long ago: a payment with a `processedAt` counts as finished. */
function readTime(process: JsonObject, name: (typeof timeNames)[number]): string | null {
  const text = textProperty(process, [name]);
  return text === null || !/[1-9]/.test(text) || gatewayTimeOf(text) < earliestTime ? null : text;
}

/**
 * A time ahead is when the end is expected, or stands for never: programs write their latest time, such as of the year 9999, too. The payment has
 * been created: a `Date` that is behind that is wrong, or the gateway writes local time as UTC.
 */
function readProcessedAt(process: JsonObject, now: number): string | null {
  const text = readTime(process, 'processedAt');
  const createdAt = gatewayTimeOf(readTime(process, 'createdAt') ?? '') || now;
  return text !== null && gatewayTimeOf(text) - Math.max(now, createdAt) > clockErrorMs ? null : text;
}

/** Numbers are texts here. A flag that is not recognised would let a run go on in the wrong environment. */
function readIsTest(process: JsonObject): boolean | null {
  const value = property(process, 'isTest');
  const flag = typeof value === 'boolean' ? String(value) : textOf(value)?.toLowerCase();
  if (flag === 'true' || flag === '1') return true;
  return flag === 'false' || flag === '0' ? false : null;
}

function readFee(payment: JsonObject): ReportedMoney | null {
  const fee = property(payment, 'fee');
  return readMoney(fee) ?? (isObject(fee) ? readMoney(property(fee, 'money')) : null);
}

function readMethodCode(payment: JsonObject): string | null {
  const response = property(payment, 'paymentMethodResponse');
  return isObject(response) ? textProperty(response, ['paymentMethodCode', 'methodCode']) : null;
}
