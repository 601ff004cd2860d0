import { useMutation } from '@tanstack/react-query';
import type { PersonDecision } from '../../contract/payments/payment.ts';
import type { CallError } from '../call-error.ts';
import type { NamedPayment } from '../payments/payment-address.ts';
import { call } from './wire/call.ts';
import { useDeclined } from './wire/declined.ts';

type ReadPayment = {
  readonly batchId: string;
  readonly events: readonly { readonly sequence: number }[];
};

/** Whether an answer about a payment was read before the one that is shown: each change of a payment is an event. */
export function isReadBefore(answer: ReadPayment, shown: ReadPayment): boolean {
  const last = ({ events }: ReadPayment) => events.at(-1)?.sequence ?? 0;
  return answer.batchId === shown.batchId && last(answer) < last(shown);
}

/** Saves a person's decision about a payment of any kind. */
export function useDecidePayment(onDone: () => void) {
  return useMutation<unknown, CallError, NamedPayment & { readonly decision: PersonDecision }>({
    mutationFn: ({ kind, idPayment, ...which }) =>
      kind === 'payout'
        ? call('payouts.decide', { idPayout: idPayment, ...which })
        : call('incoming.decide', { kind, idPayment, ...which }),
    onSuccess: onDone,
    onError: useDeclined(),
  });
}
