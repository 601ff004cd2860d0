import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { PayoutColumn } from '../../../../contract/batches/sheet.ts';
import type { ColumnFilter } from '../../../../contract/batches/sheet-change.ts';
import { parseDecimal } from '../../../../contract/money/decimal.ts';
import { columnLabel } from '../../../../contract/text/columns.ts';
import { SelectField } from '../../../kit/fields/SelectField.tsx';
import type { SheetEditor } from '../useSheetEditor.ts';
import { conditionLabels, filterOf, type Condition } from './filter-text.ts';
import { FormPopover } from '../../../kit/messages/FormPopover.tsx';
import { Form } from '../../../kit/fields/Form.tsx';

type Props = {
  readonly editor: SheetEditor;
  readonly column: PayoutColumn;
  readonly anchor: HTMLElement;
};

const conditions: readonly Condition[] = ['contains', 'is', 'isEmpty', 'isFilled'];
const ofAmounts: readonly Condition[] = [...conditions, 'atLeast', 'atMost'];

/** The form for the filter of a column. */
export function ColumnFilterForm({ editor, column, anchor }: Props) {
  const { view, changeView, closePanel } = editor;
  const known = view.filters.find((filter) => filter.column === column);
  const [condition, setCondition] = useState<Condition>(known?.kind ?? 'contains');
  const [text, setText] = useState(known === undefined ? '' : textOf(known));
  const others = view.filters.filter((filter) => filter.column !== column);
  const filter = filterOf(column, condition, text);
  const needsText = condition !== 'isEmpty' && condition !== 'isFilled';
  const isAmount = condition === 'atLeast' || condition === 'atMost';
  const isWrong = isAmount && text !== '' && parseDecimal(text.trim()) === null;
  return (
    <FormPopover
      anchorEl={anchor}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      onClose={closePanel}
      slotProps={{ paper: { 'aria-label': `Filter by ${columnLabel(column)}`, role: 'dialog' } }}
    >
      <Form
        sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, p: 2, width: 320 }}
        onSubmit={() => {
          if (filter === null || isWrong) return;
          changeView({ filters: [...others, filter] });
          closePanel();
        }}
      >
        <SelectField
          label={columnLabel(column)}
          value={condition}
          choices={(column === 'amount' ? ofAmounts : conditions).map((each) => [
            each,
            conditionLabels[each],
          ])}
          onChange={setCondition}
        />
        {needsText && (
          <TextField
            autoFocus
            size="small"
            label={isAmount ? 'Amount' : 'Text'}
            value={text}
            error={isWrong}
            helperText={isWrong ? 'Expected: 1234.50' : undefined}
            slotProps={{ htmlInput: { maxLength: 250, autoComplete: 'off' } }}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
          {known !== undefined && (
            <Button
              size="small"
              color="inherit"
              onClick={() => {
                changeView({ filters: others });
                closePanel();
              }}
            >
              Remove filter
            </Button>
          )}
          <Button size="small" color="inherit" onClick={closePanel}>
            Cancel
          </Button>
          <Button size="small" type="submit" variant="contained" disabled={filter === null || isWrong}>
            Filter rows
          </Button>
        </Box>
      </Form>
    </FormPopover>
  );
}

function textOf(filter: ColumnFilter): string {
  if ('text' in filter) return filter.text;
  return 'amount' in filter ? filter.amount : '';
}
