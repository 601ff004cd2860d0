import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { SelectField } from '../../kit/fields/SelectField.tsx';
import type { FoundTable, TablePlace } from '../../../contract/batches/sheet.ts';
import { Form } from '../../kit/fields/Form.tsx';

type Props = {
  readonly table: FoundTable;
  readonly onPlace: (place: TablePlace) => void;
};

/** Where the table is in the file: its worksheet, and the row of its header. */
export function TablePlaceFields({ table, onPlace }: Props) {
  const { worksheets, worksheet, headerRow } = table;
  const [row, setRow] = useState(headerRow === null ? '' : String(headerRow));
  const wanted = /^[1-9]\d{0,5}$/.test(row) ? Number(row) : null;
  return (
    <Form
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2, pt: 1 }}
      onSubmit={() => {
        if (wanted !== null) onPlace({ worksheet, headerRow: wanted });
      }}
    >
      {worksheets.length > 1 && (
        <SelectField
          label="Worksheet"
          sx={{ minWidth: 200 }}
          value={worksheet ?? ''}
          choices={worksheets.map((name) => [name, name])}
          onChange={(chosen) => onPlace({ worksheet: chosen, headerRow: null })}
        />
      )}
      <TextField
        size="small"
        label="Header row"
        value={row}
        placeholder="none"
        sx={{ width: 120 }}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6 } }}
        onChange={(event) => setRow(event.target.value.trim())}
      />
      {wanted !== null && wanted !== headerRow && (
        <Button size="small" type="submit">
          Use row {wanted}
        </Button>
      )}
    </Form>
  );
}
