import Box from '@mui/material/Box';
import { formatAmountOf } from './format-amount.ts';

export { AmountText } from './format-amount.ts';

type AmountProps = {
  readonly amount: string;
  readonly currencyCode: string;
  /** For amounts that are not the point of their line. */
  readonly isQuiet?: boolean;
};

/** Money in tabular figures with every digit it has; its currency code follows in a quieter tone. */
export function Amount({ amount, currencyCode, isQuiet = false }: AmountProps) {
  return (
    <Box
      component="span"
      sx={{
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
        color: isQuiet ? 'text.secondary' : 'inherit',
      }}
    >
      {formatAmountOf(amount, currencyCode)}
      <Box
        component="span"
        sx={{
          // As wide as most codes, so that amounts under each other stand digit under digit.
          display: 'inline-block',
          minWidth: '2.3em',
          textAlign: 'left',
          color: 'text.secondary',
          fontSize: '0.86em',
          fontWeight: 400,
          marginLeft: '0.35em',
        }}
      >
        {currencyCode}
      </Box>
    </Box>
  );
}
