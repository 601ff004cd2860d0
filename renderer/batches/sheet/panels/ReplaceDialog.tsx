import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { AskDialog } from '../../../kit/messages/AskDialog.tsx';
import type { PayoutColumn } from '../../../../contract/batches/sheet.ts';
import type { Replacement } from '../../../../contract/batches/sheet-change.ts';
import { columnLabel } from '../../../../contract/text/columns.ts';
import { counted, countText } from '../../../../contract/text/numbers.ts';
import { SelectField } from '../../../kit/fields/SelectField.tsx';
import { useMatches } from '../../../queries/sheets.ts';
import type { SheetEditor } from '../useSheetEditor.ts';

const everywhere = 'all';

/** Replaces a text in the rows shown: in one column, or in all if a person chooses so. */
export function ReplaceDialog({ editor }: { editor: SheetEditor }) {
  const { view, isFiltered, layout, selection, sheet, closePanel } = editor;
  const [text, setText] = useState('');
  const [by, setBy] = useState('');
  const [column, setColumn] = useState<PayoutColumn | null>(
    layout.columns[selection.focus.column]?.key ?? null,
  );
  const [isWholeCell, setWholeCell] = useState(false);
  const columns = column === null ? layout.columns.map(({ key }) => key) : [column];
  const replacement: Replacement = { text, by, columns, isWholeCell };
  const matches = useMatches(sheet.sheetId, view, replacement);
  return (
    <AskDialog
      title="Find and replace"
      maxWidth="xs"
      action="Replace all"
      isAllowed={text !== '' && matches?.changed !== 0}
      isForm
      onAnswer={() => {
        closePanel();
        editor.replace(replacement);
      }}
      onCancel={closePanel}
      sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}
    >
      <TextField
        autoFocus
        size="small"
        margin="dense"
        label="Find"
        value={text}
        slotProps={{ htmlInput: { maxLength: 250, autoComplete: 'off' } }}
        onChange={(event) => setText(event.target.value)}
      />
      <TextField
        size="small"
        label="Replace with"
        value={by}
        slotProps={{ htmlInput: { maxLength: 250, autoComplete: 'off' } }}
        onChange={(event) => setBy(event.target.value)}
      />
      <SelectField
        label="In"
        value={column ?? everywhere}
        choices={[
          ...layout.columns.map(({ key }) => [key, columnLabel(key)] as const),
          [everywhere, 'All shown columns'],
        ]}
        onChange={(chosen) => setColumn(chosen === everywhere ? null : chosen)}
      />
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={isWholeCell}
            onChange={(event) => setWholeCell(event.target.checked)}
          />
        }
        label="Match whole cells"
      />
      <Typography color="text.secondary" role="status" sx={{ minHeight: 21 }}>
        {matches === null ? '' : matchText(matches, isFiltered)}
      </Typography>
    </AskDialog>
  );
}

/** In how many rows the text is found, and in how many of them the replacement would change nothing. */
function matchText(
  { found, changed }: { readonly found: number; readonly changed: number },
  isFiltered: boolean,
): string {
  const inRows = `Found in ${counted(found, 'row')}${isFiltered ? ' shown' : ''}.`;
  if (found === changed) return inRows;
  if (changed === 0) return `${inRows} Nothing would change.`;
  return `${inRows} ${countText(found - changed)} of them would not change.`;
}
