import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState, type ReactNode } from 'react';
import { RadioField } from '../kit/fields/RadioField.tsx';
import { FormDialog } from '../kit/messages/FormDialog.tsx';
import type { PaymentKind, PersonDecision } from '../../contract/payments/payment.ts';
import { beforeDecidingText, decisionLabel, decisionOffer } from '../../contract/text/decision.ts';

type DecideDialogProps<Decision extends PersonDecision> = {
  readonly title: string;
  readonly kind: PaymentKind;
  /** The subject: the payment, or how many. */
  readonly about: ReactNode;
  /** The decisions that the core allows now. */
  readonly decisions: readonly Decision[];
  readonly isBusy: boolean;
  readonly onDecide: (decision: Decision) => void;
  readonly onCancel: () => void;
};

/** The one dialog in which a person decides about payments that Bursar cannot resolve itself. Nothing is preselected. */
export function DecideDialog<Decision extends PersonDecision>(props: DecideDialogProps<Decision>) {
  const { title, kind, about, decisions, isBusy, onDecide, onCancel } = props;
  const [ticked, setTicked] = useState<Decision | null>(null);
  // The payment may have changed since.
  const chosen = ticked !== null && decisions.includes(ticked) ? ticked : null;
  const id = useId();
  return (
    <FormDialog onClose={isBusy ? undefined : onCancel} maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <div>{about}</div>
        <Alert severity="warning">{beforeDecidingText}</Alert>
        <RadioField
          label={title}
          isUnlabelled
          value={chosen}
          choices={decisions.map((each) => [each, decisionLabel[each], decisionOffer(each, kind)] as const)}
          onChange={setTicked}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel} disabled={isBusy} autoFocus>
          Cancel
        </Button>
        <Button
          variant="contained"
          disabled={isBusy || chosen === null}
          onClick={() => {
            if (chosen !== null) onDecide(chosen);
          }}
        >
          Save decision
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
