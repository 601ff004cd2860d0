import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { AskDialog } from '../../kit/messages/AskDialog.tsx';

type Props = { readonly onPaste: (text: string) => void; readonly onCancel: () => void };

/** Takes cells from the clipboard without the browser's permission: the person pastes them here. */
export function PasteDialog({ onPaste, onCancel }: Props) {
  const [text, setText] = useState('');
  return (
    <AskDialog
      title="Paste cells"
      maxWidth="md"
      action="Read the cells"
      isAllowed={text.trim() !== ''}
      onAnswer={() => onPaste(text)}
      onCancel={onCancel}
    >
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
    </AskDialog>
  );
}
