import { hasInstructions, type PayingInstructions } from '../../../contract/receiving/incoming.ts';
import type { Json } from '../exact-json.ts';
import { readMoney } from './money.ts';
import { isObject, property, textProperty } from './shape.ts';

const accountNames = ['account', 'bankAccount', 'merchantAccount'];

/**
 * Interface: Payment detail, paymentMethodResponse of a payin: where to pay, until when, with which reference, and the return address. Each is read
 * from the account or from beside it; null if there is none of it.
 */
export function readInstructions(response: Json | undefined): PayingInstructions | null {
  if (!isObject(response)) return null;
  const account = accountNames.map((name) => property(response, name)).find(isObject) ?? null;
  const read = (names: readonly string[]): string | null =>
    (account === null ? null : textProperty(account, names)) ?? textProperty(response, names);
  const found: PayingInstructions = {
    bankName: read(['bankName', 'bank']),
    branchName: read(['branchName', 'bankBranch', 'branch']),
    accountName: read(['accountName', 'accountHolder']),
    accountNumber: read(['accountNumber', 'iban']),
    money: readMoney(property(response, 'money')) ?? readMoney(response),
    expireAt: textProperty(response, ['expireAt', 'expiresAt', 'expiry']),
    reference: textProperty(response, ['reference', 'paymentReference']),
    returnUrl: textProperty(response, ['returnUrl', 'returnURL', 'redirectUrl']),
  };
  return found.returnUrl !== null || hasInstructions(found) ? found : null;
}
