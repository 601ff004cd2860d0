import Alert from '@mui/material/Alert';
import Dialog, { type DialogProps } from '@mui/material/Dialog';
import { useState } from 'react';
import { useUnsaved } from '../layout/unsaved.ts';
import { HeardMessages } from './useToast.tsx';

type FormDialogProps = Omit<DialogProps, 'open' | 'onClose'> & {
  /** Undefined: it cannot be closed now. */
  readonly onClose: (() => void) | undefined;
  /** Whether what was entered has been taken, and only the result is shown. */
  readonly isDone?: boolean;
};

/**
 * A dialog in which a person types or chooses. A click beside it does not close it, and the first Escape only says that the next one does: what
 * was entered would be lost.
 */
export function FormDialog({ onClose, isDone = false, children, ...props }: FormDialogProps) {
  const [found, setFound] = useState<'nothing' | 'something' | 'mayBeDiscarded'>('nothing');
  const entered = isDone ? 'nothing' : found;
  useUnsaved(entered !== 'nothing');
  /** A choice from a list that a field opens is no input event. */
  const noteChoice = ({ target, type, key = '' }: { target: EventTarget; type: string; key?: string }) => {
    const isChoice = type === 'click' || key === 'Enter' || key === ' ';
    if (isChoice && target instanceof Element && target.closest('[role=option]') !== null)
      setFound('something');
  };
  return (
    <Dialog
      open
      onInput={() => setFound('something')}
      onClick={noteChoice}
      onKeyDown={noteChoice}
      onClose={(_event, reason) => {
        if (reason === 'backdropClick' || onClose === undefined) return;
        if (entered === 'something') return setFound('mayBeDiscarded');
        onClose();
      }}
      fullWidth
      {...props}
    >
      {children}
      {entered === 'mayBeDiscarded' && (
        <Alert severity="info" role="status" sx={{ borderRadius: 0, borderWidth: '1px 0 0' }}>
          Press Escape again to discard what you entered or chose.
        </Alert>
      )}
      <HeardMessages />
    </Dialog>
  );
}
