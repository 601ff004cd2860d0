import type { PaymentAccount } from '../../../contract/receiving/incoming.ts';
import type { PaymentAccounts } from '../../core/ports/index.ts';
import type { Json, JsonObject } from '../exact-json.ts';
import { isObject, property, textOf, textProperty, unwrap } from './shape.ts';

const fieldNames = [
  'accountName',
  'accountNumber',
  'accountType',
  'bankCode',
  'bankName',
  'bankBranch',
  'bankCity',
  'bankProvince',
] as const;

const requestNames = ['customerAccountRequest', 'accountRequest', 'requestAccount', 'request'];
const processNames = ['customerAccountProcess', 'accountProcess', 'processAccount', 'process'];
const namesInInterface = ['customerAccountRequest', 'customerAccountProcess'];
const wrappers = ['accounts', 'paymentAccountDetail', 'paymentAccounts', 'customerAccount'];

/**
 * Interface: Payment accounts. Null if neither account is present, not even as null, which says that there is none yet. A bare account counts
 * as the one of the request.
 */
export function readAccounts(json: Json): PaymentAccounts | null {
  const found = unwrap(json, wrappers, (object) => isAccount(object) || hasAccounts(object));
  if (found === null) return null;
  if (!hasAccounts(found))
    return { customerAccountRequest: readAccount(found), customerAccountProcess: null };
  return {
    customerAccountRequest: readNamed(found, requestNames),
    customerAccountProcess: readNamed(found, processNames),
  };
}

function hasAccounts(object: JsonObject): boolean {
  return (
    [...requestNames, ...processNames].some((name) => isObject(property(object, name))) ||
    namesInInterface.some((name) => property(object, name) === null)
  );
}

function isAccount(object: JsonObject): boolean {
  return textProperty(object, fieldNames) !== null;
}

function readNamed(object: JsonObject, names: readonly string[]): PaymentAccount | null {
  const account = names.map((name) => property(object, name)).find(isObject);
  return account === undefined ? null : readAccount(account);
}

function readAccount(object: JsonObject): PaymentAccount {
  const read = (name: (typeof fieldNames)[number]): string | null => textOf(property(object, name));
  return {
    accountName: read('accountName'),
    accountNumber: read('accountNumber'),
    accountType: read('accountType'),
    bankCode: read('bankCode'),
    bankName: read('bankName'),
    bankBranch: read('bankBranch'),
    bankCity: read('bankCity'),
    bankProvince: read('bankProvince'),
  };
}
