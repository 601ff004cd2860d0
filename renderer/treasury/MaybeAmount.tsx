import Box from '@mui/material/Box';
import { moneyText } from '../../contract/text/numbers.ts';
import { Amount } from '../kit/Amount.tsx';
import type { Column } from '../kit/table/table.ts';

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

type AmountsOf<Key extends string> = Readonly<Record<Key, string | null>> & { readonly currencyCode: string };

/** A column with one amount of each row, in the currency of the row. */
export function amountColumn<Key extends string, Row extends AmountsOf<Key>>(
  key: Key,
  title: string,
  { width, isQuiet }: { readonly width: number; readonly isQuiet: boolean },
): Column<Row> {
  return {
    key,
    title,
    width,
    align: 'right',
    text: ({ [key]: amount, currencyCode }) => maybeAmountText({ amount, currencyCode }),
    render: ({ [key]: amount, currencyCode }) => (
      <MaybeAmount amount={amount} currencyCode={currencyCode} isQuiet={isQuiet} />
    ),
  };
}
