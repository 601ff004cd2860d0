import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { FormDialog } from '../../kit/messages/FormDialog.tsx';

type Props = { readonly onPaste: (text: string) => void; readonly onCancel: () => void };

/** Takes cells from the clipboard without the browser's permission: the person pastes them here. */
export function PasteDialog({ onPaste, onCancel }: Props) {
  const [text, setText] = useState('');
  return (
    <FormDialog maxWidth="md" onClose={onCancel} aria-labelledby="paste-title">
      <DialogTitle id="paste-title">Paste cells</DialogTitle>
      <DialogContent>
        <TextField
          autoFocus
          fullWidth
          multiline
          minRows={8}
          maxRows={16}
          label="Cells from a spreadsheet, with or without the line that names the columns"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            if (text !== '') return;
            event.preventDefault();
            onPaste(event.clipboardData.getData('text/plain'));
          }}
          sx={{ mt: 1 }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="contained" disabled={text.trim() === ''} onClick={() => onPaste(text)}>
          Read the cells
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
