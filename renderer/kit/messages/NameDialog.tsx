import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { AskDialog } from './AskDialog.tsx';

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
  const wanted = typed.trim();
  const isTaken = taken.includes(wanted);
  return (
    <AskDialog
      title={title}
      maxWidth="xs"
      action={isTaken ? `Replace the ${noun}` : action}
      isAllowed={wanted !== ''}
      isForm
      onAnswer={() => onName(wanted)}
      onCancel={onCancel}
    >
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
    </AskDialog>
  );
}
