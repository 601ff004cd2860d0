import type { Money } from '../../../contract/money.ts';
import type { CallOptions, CreatePayment, ReadPayment } from '../../core/ports/index.ts';
import type { Caller } from '../caller.ts';
import { availableOptions, createPayment, readPayment } from './payments.ts';

/** Interface: Endpoints, POST /payouts/!availablePaymentOptions. 406 is `gatewayRefused`: no option. */
export function availablePayoutOptions(caller: Caller, money: Money, options: CallOptions) {
  return availableOptions(caller, 'payout', money, options);
}

/** Interface: Endpoints, POST /payouts/{idPayout}, and Operation rules 1. Any 2xx is accepted, 409 a duplicate. */
export function createPayout(caller: Caller, request: Omit<CreatePayment, 'kind'>, options: CallOptions) {
  return createPayment(caller, { ...request, kind: 'payout' }, options);
}

/** Interface: Endpoints, GET /payouts/{idPayout}; Payment detail. */
export function readPayout(caller: Caller, request: Omit<ReadPayment, 'kind'>, options: CallOptions) {
  return readPayment(caller, { ...request, kind: 'payout' }, options);
}
