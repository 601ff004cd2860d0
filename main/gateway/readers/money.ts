import { plainDecimal } from '../../../contract/money/decimal.ts';
import type { ReportedMoney } from '../../../contract/money/money.ts';
import { ReportedAmount } from '../../../contract/money/money.ts';
import type { Json } from '../exact-json.ts';
import { codeProperty, isObject, property, textOf } from './shape.ts';

const currencyNames = ['currencyCode', 'currency', 'currencyIsoCode', 'isoCode', 'ccy'];
const innerCurrencyNames = ['currencyCode', 'code', 'isoCode', 'id'];

/** An amount, whether it came as a number or as a text; null when it is no exact decimal. */
export function readAmount(json: Json | undefined): string | null {
  const text = textOf(json);
  if (text === null) return null;
  const plain = plainDecimal(text);
  return plain !== null && ReportedAmount.safeParse(plain).success ? plain : null;
}

/** The currency code beside an amount: a text or an object that holds one. */
export function readCurrencyCode(json: Json | undefined): string | null {
  return isObject(json) ? codeProperty(json, currencyNames, innerCurrencyNames) : null;
}

/** Money (interface: Money) of an object that has both an amount and a currency code. */
export function readMoney(json: Json | undefined): ReportedMoney | null {
  if (!isObject(json)) return null;
  const amount = readAmount(property(json, 'amount')) ?? readAmount(property(json, 'value'));
  const currencyCode = readCurrencyCode(json);
  return amount === null || currencyCode === null ? null : { amount, currencyCode };
}
