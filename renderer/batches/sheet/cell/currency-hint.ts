import { useMemo } from 'react';
import { CurrencyCode } from '../../../../contract/money/money.ts';
import { useKnownCodes } from '../../../queries/reference.ts';
import { shortTime } from '../../../kit/times.ts';

/**
 * Hints at a currency code that the gateway did not list at the last refresh; null where there is nothing to say. It is no
 * problem: new codes appear without notice and can be paid.
 */
export function useCurrencyHint(profileName: string): (currencyCode: string) => string | null {
  const { codes, asOf } = useKnownCodes(profileName, 'currencies');
  const known = useMemo(() => new Set(codes.map(({ code }) => code)), [codes]);
  return (currencyCode) => {
    if (asOf === null || known.size === 0 || known.has(currencyCode)) return null;
    // What is no code at all is a problem, and said as one.
    return CurrencyCode.safeParse(currencyCode).success
      ? `The gateway did not list ${currencyCode} among its currencies (${shortTime(asOf)}). If the code is right, you can still pay it.`
      : null;
  };
}
