import Alert from '@mui/material/Alert';
import Dialog, { type DialogProps } from '@mui/material/Dialog';
import { useState } from 'react';
import { HeardMessages } from './useToast.tsx';

type FormDialogProps = Omit<DialogProps, 'open' | 'onClose'> & {
  /** Undefined: it cannot be closed now. */
  readonly onClose: (() => void) | undefined;
};

/**
 * A dialog in which a person types or chooses. A click beside it does not close it, and the first Escape only says that the next one does: what
 * was typed would be lost.
 */
export function FormDialog({ onClose, children, ...props }: FormDialogProps) {
  const [typed, setTyped] = useState<'nothing' | 'something' | 'mayBeDiscarded'>('nothing');
  return (
    <Dialog
      open
      onInput={() => setTyped('something')}
      {...(typed === 'nothing' ? {} : { 'data-typed': true })}
      onClose={(_event, reason) => {
        if (reason === 'backdropClick' || onClose === undefined) return;
        if (typed === 'something') return setTyped('mayBeDiscarded');
        onClose();
      }}
      fullWidth
      {...props}
    >
      {children}
      {typed === 'mayBeDiscarded' && (
        <Alert severity="info" role="status" sx={{ borderRadius: 0, borderWidth: '1px 0 0' }}>
          Press Escape again to discard what you typed.
        </Alert>
      )}
      <HeardMessages />
    </Dialog>
  );
}
