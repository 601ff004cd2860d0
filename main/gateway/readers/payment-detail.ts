import type { ReportedMoney } from '../../../contract/money/money.ts';
import type { PaymentDetail } from '../../core/ports/index.ts';
import type { Json, JsonObject } from '../exact-json.ts';
import { readMoney } from './money.ts';
import { readInstructions } from './paying-instructions.ts';
import { isObject, property, textProperty, unwrap } from './shape.ts';

const wrappers = ['payment', 'payout', 'payin', 'topUp', 'topup', 'paymentDetail', 'detail'];
// They hold money, but not what was requested.
const otherMoney = ['fee', 'paymentMethodResponse'];
const statusNames = ['status', 'paymentStatus', 'processStatus'];

/**
 * Interface: Payment detail. Money is taken from paymentRequested alone, or from beside it where there is none,
 * never from the fee or the method's response. Null when the answer shows nothing of a payment.
 */
export function readPaymentDetail(json: Json): PaymentDetail | null {
  const payment = unwrap(json, wrappers, isPayment, otherMoney);
  if (payment === null) return null;
  return {
    money: readRequested(payment),
    status: readProcess(payment, statusNames),
    createdAt: readProcess(payment, ['createdAt']),
    processedAt: readProcess(payment, ['processedAt']),
    isTest: readIsTest(payment),
    fee: readFee(payment),
    paymentMethodCode: readMethodCode(payment),
    instructions: readInstructions(property(payment, 'paymentMethodResponse')),
  };
}

function isPayment(object: JsonObject): boolean {
  return readRequested(object) !== null || readProcess(object, statusNames) !== null;
}

function readRequested(payment: JsonObject): ReportedMoney | null {
  const requested = property(payment, 'paymentRequested');
  if (isObject(requested)) return readMoney(property(requested, 'money')) ?? readMoney(requested);
  return readMoney(property(payment, 'money')) ?? readMoney(payment);
}

function readProcess(payment: JsonObject, names: readonly string[]): string | null {
  const process = property(payment, 'process');
  return (isObject(process) ? textProperty(process, names) : null) ?? textProperty(payment, names);
}

function readIsTest(payment: JsonObject): boolean | null {
  const process = property(payment, 'process');
  const value = (isObject(process) ? property(process, 'isTest') : undefined) ?? property(payment, 'isTest');
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
