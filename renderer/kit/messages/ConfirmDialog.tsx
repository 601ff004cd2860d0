import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import type { CallError } from '../../call-error.ts';
import { ErrorNotice } from './ErrorNotice.tsx';
import { HeardMessages } from './useToast.tsx';
import { useEffect, useId, useState, type ReactNode } from 'react';

type ConfirmDialogProps = {
  readonly isOpen: boolean;
  readonly title: string;
  readonly text: ReactNode;
  /** The button's action: “Discard rows”. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** The other button, where “Cancel” could mean the action. */
  readonly dismissal?: string;
  readonly isBusy?: boolean;
  /** A word to be typed first, if the action cannot be undone. */
  readonly typedWord?: string;
  /** The work that is confirmed, if this stays open until it is done: an error of it is shown here, and not in the next question. */
  readonly work?: {
    readonly error: CallError | null;
    readonly isPending: boolean;
    readonly reset: () => void;
  };
};

/** Asks before an action that cannot be undone. The cancel button has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, text, action, onConfirm, typedWord, work } = props;
  const { dismissal = 'Cancel', isBusy = work?.isPending === true } = props;
  const [typed, setTyped] = useState('');
  const id = useId();
  const cancel = (): void => {
    work?.reset();
    props.onCancel();
  };
  useEffect(() => setTyped(''), [isOpen]);
  const isAllowed = !isBusy && (typedWord === undefined || typed.trim() === typedWord);
  return (
    <Dialog
      open={isOpen}
      onClose={isBusy ? undefined : cancel}
      maxWidth="xs"
      fullWidth
      aria-labelledby={id}
      {...(isOpen ? {} : { 'aria-hidden': true })}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <div>{text}</div>
        <ErrorNotice error={work?.error ?? null} />
        {typedWord === undefined ? null : (
          <TextField
            size="small"
            label={`Type ${typedWord} to continue`}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={cancel} disabled={isBusy} autoFocus>
          {dismissal}
        </Button>
        <Button variant="contained" color="error" disabled={!isAllowed} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
      {isOpen && <HeardMessages />}
    </Dialog>
  );
}
