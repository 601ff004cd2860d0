import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { FormDialog } from '../../../kit/messages/FormDialog.tsx';
import { largestCellCharacters, type PayoutColumn } from '../../../../contract/batches/sheet.ts';
import { columnLabel } from '../../../../contract/text/columns.ts';
import { counted } from '../../../../contract/text/numbers.ts';
import type { SheetEditor } from '../useSheetEditor.ts';

/** Asks for the text that a column gets in every row that is shown. */
export function SetColumnDialog({ editor, column }: { editor: SheetEditor; column: PayoutColumn }) {
  const { stored, sheet, isFiltered, closePanel } = editor;
  const [text, setText] = useState('');
  const title = columnLabel(column);
  return (
    <FormDialog maxWidth="xs" onClose={closePanel} aria-labelledby="set-column-title">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          closePanel();
          editor.setColumn(column, text);
        }}
      >
        <DialogTitle id="set-column-title">Set {title.toLowerCase()}</DialogTitle>
        <DialogContent>
          <Typography sx={{ mb: 2 }}>
            {isFiltered
              ? `Replaces the content of the ${counted(stored, 'row')} shown, of ${counted(sheet.rows, 'row')}.`
              : `Replaces the content of all ${counted(stored, 'row')}.`}
          </Typography>
          <TextField
            autoFocus
            fullWidth
            size="small"
            label={title}
            value={text}
            helperText={text === '' ? 'Empty: clears the cells.' : ' '}
            slotProps={{ htmlInput: { maxLength: largestCellCharacters, autoComplete: 'off' } }}
            onChange={(event) => setText(event.target.value)}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={closePanel}>Cancel</Button>
          <Button type="submit" variant="contained">
            {text === '' ? 'Clear' : 'Set'} in {counted(stored, 'row')}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
