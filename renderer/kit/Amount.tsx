import { amountIn } from '../../contract/text/numbers.ts';

type AmountProps = {
  readonly amount: string;
  readonly currencyCode: string;
  /** For amounts that are not the point of their line. */
  readonly isQuiet?: boolean;
};

/**
 * Money in tabular figures with every digit it has; its currency code follows in a quieter tone. Plain elements under classes of the
 * theme (`theme-components.ts`): a screen may hold hundreds.
 */
export function Amount({ amount, currencyCode, isQuiet = false }: AmountProps) {
  return (
    <span className={isQuiet ? 'amount isQuiet' : 'amount'}>
      {amountIn(amount, currencyCode)}
      <span className="amountCode">{currencyCode}</span>
    </span>
  );
}
