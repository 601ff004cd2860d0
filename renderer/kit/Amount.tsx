import { amountIn } from '../../contract/text/numbers.ts';

type AmountProps = {
  readonly amount: string;
  readonly currencyCode: string;
  /** For amounts that are secondary in their line. */
  readonly isQuiet?: boolean;
};

/**
 * Money in tabular figures with all its digits; its currency code follows in a quieter tone. Plain elements with classes of the
 * theme (`theme-components.ts`), because a screen may have hundreds.
 */
export function Amount({ amount, currencyCode, isQuiet = false }: AmountProps) {
  return (
    <span className={isQuiet ? 'amount isQuiet' : 'amount'}>
      {/* A space rather than a margin: it is copied, too. */}
      {amountIn(amount, currencyCode)} <span className="amountCode">{currencyCode}</span>
    </span>
  );
}
