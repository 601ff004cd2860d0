import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useRef, useState } from 'react';
import type { SheetSummary } from '../../../contract/batches/sheet.ts';
import { useFields } from '../../kit/fields/useFields.ts';
import { useRenameSheet } from '../../queries/sheets.ts';

/** Renames the sheet in place. */
export function SheetName({ sheet }: { sheet: SheetSummary }) {
  const rename = useRenameSheet();
  const [isOpen, setOpen] = useState(false);
  const field = useFields(sheet.name, String);
  // Enter and Escape return to the button, a click elsewhere does not.
  const isLeftByKey = useRef(false);
  if (!isOpen)
    return (
      <Button
        size="small"
        sx={{ p: 0, minWidth: 0, fontSize: 13 }}
        autoFocus={isLeftByKey.current}
        onClick={() => {
          isLeftByKey.current = false;
          setOpen(true);
        }}
      >
        Rename
      </Button>
    );
  const close = () => {
    field.showStored();
    setOpen(false);
  };
  const finish = () => {
    const wanted = field.fields.trim();
    if (wanted !== '' && wanted !== sheet.name) rename.mutate({ sheetId: sheet.sheetId, name: wanted });
    close();
  };
  return (
    <TextField
      autoFocus
      size="small"
      variant="standard"
      value={field.fields}
      onChange={(event) => field.setFields(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // The button that returns is focused at once, and must not receive the key, too.
        event.preventDefault();
        isLeftByKey.current = true;
        if (event.key === 'Enter') finish();
        else close();
      }}
      slotProps={{ htmlInput: { 'aria-label': 'Name of this sheet', maxLength: 250 } }}
    />
  );
}
