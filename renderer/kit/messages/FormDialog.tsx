import Dialog, { type DialogProps } from '@mui/material/Dialog';
import { HeardMessages } from './useToast.tsx';

type FormDialogProps = Omit<DialogProps, 'open' | 'onClose'> & {
  readonly open?: boolean;
  /** Undefined: it cannot be closed now. */
  readonly onClose: (() => void) | undefined;
};

/** A dialog in which a person types or chooses. A click beside it does not close it: what was typed would be lost. */
export function FormDialog({ open = true, onClose, children, ...props }: FormDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={(_event, reason) => {
        if (reason !== 'backdropClick') onClose?.();
      }}
      fullWidth
      {...props}
    >
      {children}
      {open && <HeardMessages />}
    </Dialog>
  );
}
