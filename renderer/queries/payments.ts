import { useMutation } from '@tanstack/react-query';
import type { PaymentKind, PersonDecision } from '../../contract/payments/payment.ts';
import { call, useAct, type CallError } from '../api.ts';
import { useToast } from '../kit/messages/useToast.tsx';

type Decided = {
  readonly kind: PaymentKind;
  readonly idPayment: string;
  readonly profileName: string;
  readonly decision: PersonDecision;
};

/** Records what a person decided about a payment of any kind. */
export function useDecide(onDone: () => void) {
  const toast = useToast();
  return useMutation<unknown, CallError, Decided>({
    mutationFn: ({ kind, idPayment, profileName, decision }) =>
      kind === 'payout'
        ? call('payouts.decide', { idPayout: idPayment, profileName, decision })
        : call('incoming.decide', { kind, idPayment, profileName, decision }),
    onSuccess: onDone,
    onError: (error) => toast.error(error),
  });
}

/** Records one decision about every payout of a batch that was sent outside Bursar. */
export function useDecideBatch(onDone: (decidedRows: number) => void) {
  return useAct('batches.decide', { onDone: ({ decidedRows }) => onDone(decidedRows) });
}
