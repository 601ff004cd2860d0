import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { lazyPart } from '../kit/layout/lazy-part.tsx';
import { groupedAmount } from '../../contract/text/numbers.ts';

const LowBalanceForm = lazyPart(
  'the form of the alert',
  async () => (await import('./LowBalanceForm.tsx')).LowBalanceForm,
);

/** A plain button: there is one for each currency on the first screen. */
const Limit = styled('button')(({ theme }) => ({
  padding: '3px 0',
  border: 0,
  borderRadius: 4,
  background: 'none',
  font: 'inherit',
  fontSize: 13,
  fontVariantNumeric: 'tabular-nums',
  color: theme.vars?.palette.text.secondary,
  cursor: 'pointer',
  '&[data-low="true"]': { color: theme.vars?.palette.tone.doubt.ink },
  '&:hover': { color: theme.vars?.palette.text.primary },
}));

type LowBalanceProps = {
  readonly currencyCode: string;
  readonly limit: string | null;
  readonly isLow: boolean;
  readonly onChange: (amount: string | null) => void;
};

/** The alert limit of a balance, edited in place. */
export function LowBalance({ currencyCode, limit, isLow, onChange }: LowBalanceProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const text = limit === null ? 'Set a limit' : `${isLow ? 'Low: below ' : ''}${groupedAmount(limit)}`;
  return (
    <>
      <Limit
        type="button"
        data-low={isLow}
        aria-label={`${text}: ${limit === null ? 'set an alert for the' : 'change the alert for the'} ${currencyCode} balance`}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {text}
      </Limit>
      {anchor === null ? null : (
        <LowBalanceForm
          anchor={anchor}
          currencyCode={currencyCode}
          limit={limit}
          onChange={onChange}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}
