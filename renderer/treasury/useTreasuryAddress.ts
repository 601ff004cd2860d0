import { useAddressView } from '../kit/useAddressView.ts';
import { usePosition, type Period } from '../queries/treasury.ts';
import { readPeriod } from './period.ts';
import { isInUse } from './position-lines.ts';

type TreasuryAddress = {
  readonly period: Period;
  /** The currency in the address if it is among these, otherwise the first; empty if there is none. */
  readonly currencyCode: string;
  readonly showPeriod: (change: (now: Period) => Period) => void;
  readonly showCurrency: (currencyCode: string) => void;
};

/** Currency and period that a view of the treasury shows: they are in the address. */
export function useTreasuryAddress(currencies: readonly string[]): TreasuryAddress {
  const [{ currency, period }, change] = useAddressView(readAddress, writeAddress);
  return {
    period,
    currencyCode: currencies.includes(currency) ? currency : (currencies[0] ?? ''),
    showPeriod: (next) => change((now) => ({ ...now, period: next(now.period) }), true),
    showCurrency: (chosen) => change((now) => ({ ...now, currency: chosen }), true),
  };
}

type TreasuryView = { readonly currency: string; readonly period: Period };

function readAddress(address: URLSearchParams): TreasuryView {
  return { currency: address.get('currency') ?? '', period: readPeriod(address, new Date()) };
}

function writeAddress({ currency, period }: TreasuryView): URLSearchParams {
  return new URLSearchParams({ ...(currency === '' ? {} : { currency }), ...period });
}

/** The currencies of a profile, those with money first; `isKnown` is false until they were read. */
export function useCurrencies(profileName: string) {
  const { data, error, refetch } = usePosition();
  const lines = (data ?? []).filter((line) => line.profileName === profileName);
  const currencies = [...lines.filter(isInUse), ...lines.filter((line) => !isInUse(line))].map(
    ({ currencyCode }) => currencyCode,
  );
  return { currencies, isKnown: data !== undefined, error, again: () => void refetch() };
}
