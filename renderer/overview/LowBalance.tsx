import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { PayableAmount } from '../../contract/money.ts';
import { AmountText } from '../kit/format-amount.ts';

type LowBalanceProps = {
  readonly currencyCode: string;
  readonly limit: string | null;
  readonly isLow: boolean;
  readonly onChange: (amount: string | null) => void;
};

/** The limit under which a person is told of a low balance, set in its place. */
export function LowBalance({ currencyCode, limit, isLow, onChange }: LowBalanceProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [typed, setTyped] = useState('');
  const amount = typed.trim().replaceAll(',', '');
  const isRight = PayableAmount.safeParse(amount).success;
  const words = limit === null ? 'Set a limit' : `${isLow ? 'Low: below ' : ''}${AmountText(limit)}`;
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-label={`${words}: ${limit === null ? 'tell me of a low' : 'change the limit of the'} ${currencyCode} balance`}
        onClick={({ currentTarget }) => {
          setTyped(limit ?? '');
          setAnchor(currentTarget);
        }}
        sx={(theme) => ({
          padding: '3px 0',
          minWidth: 0,
          fontWeight: 400,
          fontVariantNumeric: 'tabular-nums',
          color: isLow ? theme.vars?.palette.tone.doubt.ink : theme.vars?.palette.text.secondary,
        })}
      >
        {words}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <Box
          component="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isRight) return;
            onChange(amount);
            close();
          }}
          sx={{ padding: 2, width: 300, display: 'flex', flexDirection: 'column', gap: 1.5 }}
        >
          <TextField
            autoFocus
            label={`Tell me when ${currencyCode} is below`}
            value={typed}
            autoComplete="off"
            error={typed !== '' && !isRight}
            helperText={typed !== '' && !isRight ? 'An amount is written like 1234.50.' : ' '}
            onChange={({ target }) => setTyped(target.value)}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Button type="submit" variant="contained" size="small" disabled={!isRight}>
              Save
            </Button>
            <Button size="small" color="inherit" onClick={close}>
              Cancel
            </Button>
            <Box sx={{ flex: 1 }} />
            {limit === null ? null : (
              <Button
                size="small"
                color="inherit"
                onClick={() => {
                  onChange(null);
                  close();
                }}
              >
                Remove
              </Button>
            )}
          </Box>
        </Box>
      </Popover>
    </>
  );
}
