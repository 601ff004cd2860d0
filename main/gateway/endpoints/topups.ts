import type { Money } from '../../../contract/money.ts';
import type { CallOptions, CreatePayment, ReadPayment } from '../../core/ports/index.ts';
import type { Caller } from '../caller.ts';
import { availableOptions, createPayment, readPayment } from './payments.ts';

/** Interface: Endpoints, POST /topups/!availablePaymentOptions. 406 is `gatewayRefused`: no option. */
export function availableTopUpOptions(caller: Caller, money: Money, options: CallOptions) {
  return availableOptions(caller, 'topup', money, options);
}

/** Interface: Endpoints, POST /topups/{idTopUp}, and Operation rules 1. Any 2xx is accepted, 409 a duplicate. */
export function createTopUp(caller: Caller, request: Omit<CreatePayment, 'kind'>, options: CallOptions) {
  return createPayment(caller, { ...request, kind: 'topup' }, options);
}

/** Interface: Endpoints, GET /topups/{idTopUp}; Payment detail. */
export function readTopUp(caller: Caller, request: Omit<ReadPayment, 'kind'>, options: CallOptions) {
  return readPayment(caller, { ...request, kind: 'topup' }, options);
}
