import Button from '@mui/material/Button';
import type { DialogProps } from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent, { type DialogContentProps } from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';
import { Form } from '../fields/Form.tsx';
import { FormDialog } from './FormDialog.tsx';

type AskDialogProps = Pick<DialogContentProps, 'sx'> & {
  readonly title: ReactNode;
  readonly maxWidth: NonNullable<DialogProps['maxWidth']>;
  /** The label of the button that takes the answer. */
  readonly action: ReactNode;
  /** Whether the answer can be taken as it is. */
  readonly isAllowed?: boolean;
  /** Whether it is being taken, and cannot be cancelled now. */
  readonly isBusy?: boolean;
  /** Whether Enter in a field takes the answer, too. */
  readonly isForm?: boolean;
  readonly onAnswer: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
};

/** Asks a person to type or choose something: its fields, Cancel, and the button that takes the answer. */
export function AskDialog(props: AskDialogProps) {
  const { title, maxWidth, action, onAnswer, onCancel, sx, children } = props;
  const { isAllowed = true, isBusy = false, isForm = false } = props;
  const id = useId();
  const content = (
    <>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={sx ?? {}}>{children}</DialogContent>
      <DialogActions>
        <Button onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
        <Button
          variant="contained"
          disabled={isBusy || !isAllowed}
          {...(isForm ? { type: 'submit' } : { onClick: onAnswer })}
        >
          {action}
        </Button>
      </DialogActions>
    </>
  );
  return (
    <FormDialog onClose={isBusy ? undefined : onCancel} maxWidth={maxWidth} aria-labelledby={id}>
      {isForm ? (
        <Form
          // The dialog lays out its content.
          sx={{ display: 'contents' }}
          onSubmit={() => {
            if (isAllowed) onAnswer();
          }}
        >
          {content}
        </Form>
      ) : (
        content
      )}
    </FormDialog>
  );
}
