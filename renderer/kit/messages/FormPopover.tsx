import Popover, { type PopoverProps } from '@mui/material/Popover';
import { DiscardNote } from './DiscardNote.tsx';
import { useEntered } from './useEntered.ts';

type FormPopoverProps = Omit<PopoverProps, 'open' | 'onClose'> & { readonly onClose: () => void };

/** A small form beside what it is about. A click beside it closes it as long as nothing was entered. */
export function FormPopover({ onClose, children, ...props }: FormPopoverProps) {
  const { noted, hasEntered, isTold, tell, onEscape } = useEntered(onClose);
  return (
    <Popover
      open
      {...noted}
      onClose={(_event, reason) => {
        if (reason === 'escapeKeyDown') onEscape();
        else if (hasEntered) tell();
        else onClose();
      }}
      {...props}
    >
      {children}
      {isTold && <DiscardNote />}
    </Popover>
  );
}
