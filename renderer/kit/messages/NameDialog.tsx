import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { FormDialog } from './FormDialog.tsx';

type NameDialogProps = {
  /** What gets the name: a view, a template. */
  readonly noun: string;
  readonly title: string;
  readonly action: string;
  readonly name: string;
  /** Existing names; choosing one of them replaces it. */
  readonly taken: readonly string[];
  readonly onName: (name: string) => void;
  readonly onCancel: () => void;
};

/** Asks for the name of a saved item. */
export function NameDialog({ noun, title, action, name, taken, onName, onCancel }: NameDialogProps) {
  const [typed, setTyped] = useState(name);
  const titleId = useId();
  const wanted = typed.trim();
  const isTaken = taken.includes(wanted);
  return (
    <FormDialog onClose={onCancel} maxWidth="xs" aria-labelledby={titleId}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== '') onName(wanted);
        }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            size="small"
            margin="dense"
            label="Name"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            // The name is a suggestion: what is typed replaces it.
            onFocus={({ target }) => target.select()}
            helperText={isTaken ? `Another ${noun} has this name. Saving replaces it.` : ' '}
            slotProps={{ htmlInput: { maxLength: 100 } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={wanted === ''}>
            {isTaken ? `Replace the ${noun}` : action}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
