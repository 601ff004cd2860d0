import { useMutation } from '@tanstack/react-query';
import type { PaymentKind, PersonDecision } from '../../contract/payments/payment.ts';
import type { CallError } from '../call-error.ts';
import { call } from './wire/call.ts';
import { useDeclined } from './wire/declined.ts';

type Decided = {
  readonly kind: PaymentKind;
  readonly idPayment: string;
  readonly profileName: string;
  readonly batchId: string;
  readonly decision: PersonDecision;
};

/** Saves a person's decision about a payment of any kind. */
export function useDecide(onDone: () => void) {
  return useMutation<unknown, CallError, Decided>({
    mutationFn: ({ kind, idPayment, ...which }) =>
      kind === 'payout'
        ? call('payouts.decide', { idPayout: idPayment, ...which })
        : call('incoming.decide', { kind, idPayment, ...which }),
    onSuccess: onDone,
    onError: useDeclined(),
  });
}
