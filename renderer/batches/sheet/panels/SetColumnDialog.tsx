import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { AskDialog } from '../../../kit/messages/AskDialog.tsx';
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
    <AskDialog
      title={`Set ${title.toLowerCase()}`}
      maxWidth="xs"
      action={`${text === '' ? 'Clear' : 'Set'} in ${counted(stored, 'row')}`}
      isForm
      onAnswer={() => {
        closePanel();
        editor.setColumn(column, text);
      }}
      onCancel={closePanel}
    >
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
    </AskDialog>
  );
}
