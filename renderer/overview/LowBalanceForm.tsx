import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { plainAmount } from '../../contract/text/numbers.ts';
import { OutdatedNotice } from '../kit/fields/OutdatedNotice.tsx';
import { useFields } from '../kit/fields/useFields.ts';
import { amountProblem } from '../settings/limit-rows.ts';
import { FormPopover } from '../kit/messages/FormPopover.tsx';
import { Form } from '../kit/fields/Form.tsx';

type LowBalanceFormProps = {
  readonly anchor: HTMLElement;
  readonly currencyCode: string;
  readonly limit: string | null;
  readonly onChange: (amount: string | null) => void;
  readonly onClose: () => void;
};

/** The form for the limit of one currency, beside the balance. */
export function LowBalanceForm({ anchor, currencyCode, limit, onChange, onClose }: LowBalanceFormProps) {
  const form = useFields(limit ?? '', String);
  const { fields: typed, setFields: setTyped } = form;
  const amount = plainAmount(typed);
  const problem = amountProblem(typed, currencyCode);
  const isRight = amount !== '' && problem === null;
  const save = (next: string | null) => {
    onChange(next);
    onClose();
  };
  return (
    <FormPopover
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      <Form
        onSubmit={() => {
          if (isRight) save(amount);
        }}
        sx={{ padding: 2, width: 300, display: 'flex', flexDirection: 'column', gap: 1.5 }}
      >
        <TextField
          autoFocus
          label={`Alert below, in ${currencyCode}`}
          value={typed}
          autoComplete="off"
          error={problem !== null}
          helperText={problem ?? ' '}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
        <OutdatedNotice of={form} />
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button type="submit" variant="contained" size="small" disabled={!isRight}>
            Save
          </Button>
          <Button size="small" color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Box sx={{ flex: 1 }} />
          {limit === null ? null : (
            <Button size="small" color="inherit" onClick={() => save(null)}>
              Remove
            </Button>
          )}
        </Box>
      </Form>
    </FormPopover>
  );
}
