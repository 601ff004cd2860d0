import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { PayoutOrder } from '../../../contract/payments/history.ts';

const orderLabels: Record<PayoutOrder, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  amountDown: 'Largest amount first',
  amountUp: 'Smallest amount first',
  name: 'By name',
};

type OrderSelectProps = { readonly order: PayoutOrder; readonly onChange: (order: PayoutOrder) => void };

export function OrderSelect({ order, onChange }: OrderSelectProps) {
  return (
    <TextField
      select
      size="small"
      value={order}
      onChange={({ target }) => {
        const chosen = PayoutOrder.safeParse(target.value);
        if (chosen.success) onChange(chosen.data);
      }}
      sx={{ width: 210 }}
      slotProps={{ select: { SelectDisplayProps: { 'aria-label': 'Order' } } }}
    >
      {PayoutOrder.options.map((each) => (
        <MenuItem key={each} value={each}>
          {orderLabels[each]}
        </MenuItem>
      ))}
    </TextField>
  );
}
