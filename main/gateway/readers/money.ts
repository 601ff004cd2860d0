import { plainDecimal } from '../../../contract/money/decimal.ts';
import { ReportedAmount, type ReportedMoney } from '../../../contract/money/money.ts';
import type { Json } from '../exact-json.ts';
import { codeProperty, isObject, property, textOf } from './shape.ts';

const currencyNames = ['currencyCode', 'currency', 'currencyIsoCode', 'isoCode', 'ccy'];
const innerCurrencyNames = ['currencyCode', 'code', 'isoCode', 'id'];

/** An amount, given as a number or a text; null if it is not an exact decimal. */
export function readAmount(json: Json | undefined): string | null {
  const text = textOf(json);
  if (text === null) return null;
  const plain = plainDecimal(text);
  return plain !== null && ReportedAmount.safeParse(plain).success ? plain : null;
}

/** The currency code beside an amount: a text or an object that contains one. */
export function readCurrencyCode(json: Json | undefined): string | null {
  return isObject(json) ? codeProperty(json, currencyNames, innerCurrencyNames) : null;
}

const amountNames = ['amount', 'value'];

/** Whether there is an amount whose meaning is unknown: not an exact decimal, such as `7,00`, or without a currency. */
export function hasUnreadableAmount(json: Json | undefined): boolean {
  if (!isObject(json)) return false;
  const amounts = amountNames.map((name) => property(json, name)).filter((each) => textOf(each) !== null);
  if (amounts.length === 0) return false;
  return readCurrencyCode(json) === null || amounts.every((each) => readAmount(each) === null);
}

/** Money (interface: Money) of an object that has both an amount and a currency code. */
export function readMoney(json: Json | undefined): ReportedMoney | null {
  if (!isObject(json)) return null;
  const amount = amountNames.map((name) => readAmount(property(json, name))).find((each) => each !== null);
  const currencyCode = readCurrencyCode(json);
  return amount === undefined || currencyCode === null ? null : { amount, currencyCode };
}
