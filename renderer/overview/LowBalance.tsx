import Button from '@mui/material/Button';
import { Suspense, lazy, useState } from 'react';
import { AmountText } from '../kit/format-amount.ts';

const LowBalanceForm = lazy(async () => ({ default: (await import('./LowBalanceForm.tsx')).LowBalanceForm }));

type LowBalanceProps = {
  readonly currencyCode: string;
  readonly limit: string | null;
  readonly isLow: boolean;
  readonly onChange: (amount: string | null) => void;
};

/** The limit under which a person is told of a low balance, set in its place. */
export function LowBalance({ currencyCode, limit, isLow, onChange }: LowBalanceProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const words = limit === null ? 'Set a limit' : `${isLow ? 'Low: below ' : ''}${AmountText(limit)}`;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-label={`${words}: ${limit === null ? 'tell me of a low' : 'change the limit of the'} ${currencyCode} balance`}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
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
      {anchor === null ? null : (
        <Suspense fallback={null}>
          <LowBalanceForm
            anchor={anchor}
            currencyCode={currencyCode}
            limit={limit}
            onChange={onChange}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
    </>
  );
}
