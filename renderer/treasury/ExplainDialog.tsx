import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { FormDialog } from '../kit/messages/FormDialog.tsx';
import { moneyText } from '../../contract/text/numbers.ts';
import { useExplain, type StatementDay, type StatementInput } from '../queries/treasury.ts';

const longestNote = 1000;

type ExplainDialogProps = {
  readonly statement: StatementInput;
  readonly day: StatementDay;
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

/** Asks why a difference arose. The note goes into the audit log and applies while the difference stays the same. */
export function ExplainDialog({ statement, day, onDone, onCancel }: ExplainDialogProps) {
  const id = useId();
  const [note, setNote] = useState(day.explanation?.note ?? '');
  const { mutate, isPending } = useExplain(onDone);
  const { profileName, currencyCode } = statement;
  const amount = day.arisen ?? '0';
  return (
    <FormDialog onClose={isPending ? undefined : onCancel} maxWidth="sm" aria-labelledby={id}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ profileName, currencyCode, day: day.day, amount, note: note.trim() });
        }}
      >
        <DialogTitle id={id}>
          Explain {moneyText({ amount, currencyCode })} on {day.day}
        </DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            multiline
            minRows={2}
            label="Note"
            helperText="The difference stays in the statement; the note goes into the audit log."
            value={note}
            onChange={({ target }) => setNote(target.value.slice(0, longestNote))}
            sx={{ marginTop: 1 }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onCancel} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={note.trim() === '' || isPending}>
            Save note
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
