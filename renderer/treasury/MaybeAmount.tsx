import Box from '@mui/material/Box';
import { Amount } from '../kit/Amount.tsx';

type MaybeAmountProps = {
  readonly amount: string | null;
  readonly currencyCode: string;
  readonly isQuiet?: boolean;
};

/** An amount, or that it is not known. */
export function MaybeAmount({ amount, currencyCode, isQuiet = false }: MaybeAmountProps) {
  if (amount === null)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        not known
      </Box>
    );
  return <Amount amount={amount} currencyCode={currencyCode} isQuiet={isQuiet} />;
}
