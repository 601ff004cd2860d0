import { useSearchParams } from 'react-router';
import { usePosition, type Period } from '../queries/treasury.ts';
import { readPeriod } from './period.ts';
import { isInUse } from './position-lines.ts';

type TreasuryAddress = {
  readonly period: Period;
  /** The one in the address if it is among the currencies, else the first of them; empty where there is none. */
  readonly currencyCode: string;
  /** Writes these parts into the address. */
  readonly show: (next: Partial<Period> & { readonly currency?: string }) => void;
};

/** Currency and period that a view of the treasury shows: they are in the address. */
export function useTreasuryAddress(currencies: readonly string[]): TreasuryAddress {
  const [address, setAddress] = useSearchParams();
  const wanted = address.get('currency') ?? '';
  const currencyCode = currencies.includes(wanted) ? wanted : (currencies[0] ?? '');
  const period = readPeriod(address, new Date());
  return {
    period,
    currencyCode,
    show: (next) =>
      setAddress(new URLSearchParams({ currency: currencyCode, ...period, ...next }), { replace: true }),
  };
}

/** The currencies of a profile, those with money first. */
export function useCurrencies(profileName: string): string[] {
  const lines = (usePosition().data ?? []).filter((line) => line.profileName === profileName);
  return [...lines.filter(isInUse), ...lines.filter((line) => !isInUse(line))].map(
    ({ currencyCode }) => currencyCode,
  );
}
