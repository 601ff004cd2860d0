import Box from '@mui/material/Box';
import { moneyText } from '../../contract/text/numbers.ts';
import { Amount } from '../kit/Amount.tsx';

const unknownAmount = 'not known';

type MaybeAmountProps = {
  readonly amount: string | null;
  readonly currencyCode: string;
  readonly isQuiet?: boolean;
};

/** The same in letters. */
export function maybeAmountText({ amount, currencyCode }: MaybeAmountProps): string {
  return amount === null ? unknownAmount : moneyText({ amount, currencyCode });
}

/** An amount, or that it is unknown. */
export function MaybeAmount({ amount, currencyCode, isQuiet = false }: MaybeAmountProps) {
  if (amount === null)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {unknownAmount}
      </Box>
    );
  return <Amount amount={amount} currencyCode={currencyCode} isQuiet={isQuiet} />;
}
