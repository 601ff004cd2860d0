import type { CodeListName } from '../../../contract/reference.ts';
import type { Result } from '../../../contract/result.ts';
import type { Answer, CallOptions, CodeItem } from '../../core/ports/index.ts';
import type { Caller } from '../caller.ts';
import { currencyList, methodList, operatorList, readCodeList, segmentList } from '../readers/code-list.ts';
import type { CodeListShape } from '../readers/code-list.ts';
import { exactScope } from './scopes.ts';

/** Interface: Endpoints, GET /currencies: those available to the merchant. */
export function listCurrencies(caller: Caller, options: CallOptions) {
  return readList(caller, '/currencies', 'the list of currencies', currencyList, options);
}

/** Interface: Endpoints, GET /segments: the customer segments. */
export function listSegments(caller: Caller, options: CallOptions) {
  return readList(caller, '/segments', 'the list of customer segments', segmentList, options);
}

/** Interface: Endpoints, GET /payment-operators. */
export function listPaymentOperators(caller: Caller, options: CallOptions) {
  return readList(caller, '/payment-operators', 'the list of payment operators', operatorList, options);
}

/** Interface: Endpoints, GET /payment-methods; its answer and error statuses are not shown. */
export function listPaymentMethods(caller: Caller, options: CallOptions) {
  return readList(caller, '/payment-methods', 'the list of payment methods', methodList, options);
}

/** Interface: Endpoints, one of the lists above by its name in the contract. */
export function listCodes(caller: Caller, list: CodeListName, options: CallOptions) {
  switch (list) {
    case 'currencies':
      return listCurrencies(caller, options);
    case 'segments':
      return listSegments(caller, options);
    case 'operators':
      return listPaymentOperators(caller, options);
    case 'methods':
      return listPaymentMethods(caller, options);
  }
}

function readList(
  caller: Caller,
  path: string,
  about: string,
  shape: CodeListShape,
  options: CallOptions,
): Promise<Result<Answer<CodeItem[]>>> {
  const scope = exactScope('GET', path);
  const subject = { words: `the question for ${about}`, details: {} };
  return caller.call(
    {
      method: 'GET',
      path,
      body: null,
      scope,
      subject,
      effect: 'read',
      read: (json) => readCodeList(json, shape),
    },
    options,
  );
}
