import { wholeLine } from '../../contract/text/one-line.ts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { ReportedMoney } from '../../contract/money/money.ts';
import type { PersonDecision } from '../../contract/payments/payment.ts';
import { moneyText } from '../../contract/text/numbers.ts';
import { kindText } from '../../contract/text/states.ts';
import { OrderId } from '../kit/OrderId.tsx';
import { useOvertaken } from '../kit/messages/useOvertaken.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import { useDecidePayment } from '../queries/payments.ts';
import type { NamedPayment } from './payment-address.ts';

type DecidablePayment = NamedPayment & {
  readonly money: ReportedMoney;
  readonly accountName: string;
  readonly decisions: readonly PersonDecision[];
};

/** Lets a person decide about one payment, if the core offers a decision; otherwise empty. */
export function DecideButton({ payment }: { readonly payment: DecidablePayment }) {
  const { kind, idPayment, profileName, batchId, money, accountName, decisions } = payment;
  const [isOpen, setOpen] = useState(false);
  const toast = useToast();
  const decide = useDecidePayment(() => {
    setOpen(false);
    toast.show('Decision saved.');
  });
  useOvertaken(
    { isOpen, isLeft: decisions.length > 0, isBusy: decide.isPending, close: () => setOpen(false) },
    `The ${kindText(kind)} changed meanwhile: there is nothing left to decide.`,
  );
  if (decisions.length === 0) return null;
  return (
    <>
      <Button size="small" variant="outlined" color="inherit" onClick={() => setOpen(true)}>
        Decide …
      </Button>
      {isOpen ? (
        <DecideDialog
          title={`Decide about this ${kindText(kind)}`}
          kind={kind}
          about={
            <>
              <Box sx={{ fontWeight: 600 }}>
                {moneyText(money)}
                {accountName === '' ? '' : ` · ${wholeLine(accountName)}`}
              </Box>
              <OrderId value={idPayment} />
            </>
          }
          decisions={decisions}
          isBusy={decide.isPending}
          onDecide={(decision) => decide.mutate({ kind, idPayment, profileName, batchId, decision })}
          onCancel={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
