import type { Money } from '../../../contract/money.ts';
import type { Result } from '../../../contract/result.ts';
import type {
  Answer,
  CallOptions,
  CreatePayment,
  PaymentAccounts,
  ReadPayment,
} from '../../core/ports/index.ts';
import { pathOf } from '../addresses.ts';
import type { Caller } from '../caller.ts';
import { readAccounts } from '../readers/accounts.ts';
import { availableOptions, createPayment, readPayment } from './payments.ts';
import { exactScope, paymentSubject } from './scopes.ts';

/** Interface: Endpoints, POST /payins/!availablePaymentOptions. 406 is `gatewayRefused`: no option. */
export function availablePayinOptions(caller: Caller, money: Money, options: CallOptions) {
  return availableOptions(caller, 'payin', money, options);
}

/** Interface: Endpoints, POST /payins/{idPayin}, and Operation rules 1. Any 2xx is accepted, 409 a duplicate. */
export function createPayin(caller: Caller, request: Omit<CreatePayment, 'kind'>, options: CallOptions) {
  return createPayment(caller, { ...request, kind: 'payin' }, options);
}

/** Interface: Endpoints, GET /payins/{idPayin}; Payment detail. */
export function readPayin(caller: Caller, request: Omit<ReadPayment, 'kind'>, options: CallOptions) {
  return readPayment(caller, { ...request, kind: 'payin' }, options);
}

/** Interface: Endpoints, POST /payins/{idPayin}/!setExternalReference; External reference. 204 has no body. */
export function setExternalReference(
  caller: Caller,
  idPayin: string,
  body: Uint8Array,
  options: CallOptions,
): Promise<Result<Answer<null>>> {
  const path = pathOf('payins', idPayin, '!setExternalReference');
  const subject = { words: `the external reference of payin ${idPayin}`, details: {} };
  const scope = exactScope('POST', path);
  return caller.call({ method: 'POST', path, body, scope, subject, effect: 'change', value: null }, options);
}

/** Interface: Endpoints, GET /payins/{idPayin}/accounts; Payment accounts. */
export function readPayinAccounts(
  caller: Caller,
  idPayin: string,
  options: CallOptions,
): Promise<Result<Answer<PaymentAccounts>>> {
  const path = pathOf('payins', idPayin, 'accounts');
  const { words } = paymentSubject('payin', idPayin);
  const subject = { words: `the accounts of ${words}`, details: {} };
  const scope = exactScope('GET', path);
  return caller.call(
    { method: 'GET', path, body: null, scope, subject, effect: 'read', read: readAccounts },
    options,
  );
}
