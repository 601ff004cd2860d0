import Dialog, { type DialogProps } from '@mui/material/Dialog';
import { DiscardNote } from './DiscardNote.tsx';
import { useEntered } from './useEntered.ts';
import { HeardMessages } from './useToast.tsx';

type FormDialogProps = Omit<DialogProps, 'open' | 'onClose'> & {
  /** Undefined: it cannot be closed now. */
  readonly onClose: (() => void) | undefined;
  /** Whether what was entered has been taken, and only the result is shown. */
  readonly isDone?: boolean;
};

/** A dialog in which a person types or chooses. A click beside it does not close it. */
export function FormDialog({ onClose, isDone = false, children, ...props }: FormDialogProps) {
  const { noted, isTold, onEscape } = useEntered(onClose, isDone);
  return (
    <Dialog
      open
      {...noted}
      onClose={(_event, reason) => {
        if (reason === 'escapeKeyDown' && onClose !== undefined) onEscape();
      }}
      fullWidth
      {...props}
    >
      {children}
      {isTold && <DiscardNote />}
      <HeardMessages />
    </Dialog>
  );
}
