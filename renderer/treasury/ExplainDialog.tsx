import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { AskDialog } from '../kit/messages/AskDialog.tsx';
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
  const [note, setNote] = useState(day.explanation?.note ?? '');
  const { mutate, isPending } = useExplain(onDone);
  const { profileName, currencyCode } = statement;
  const amount = day.arisen ?? '0';
  return (
    <AskDialog
      title={`Explain ${moneyText({ amount, currencyCode })} on ${day.day}`}
      maxWidth="sm"
      action="Save note"
      isAllowed={note.trim() !== ''}
      isBusy={isPending}
      isForm
      onAnswer={() => mutate({ profileName, currencyCode, day: day.day, amount, note: note.trim() })}
      onCancel={onCancel}
    >
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
    </AskDialog>
  );
}
