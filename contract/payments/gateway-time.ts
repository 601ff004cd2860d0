import { beginsWithDay } from '../possible-time.ts';

const hasZone = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/i;

/** Milliseconds since 1970 of a time from the gateway (interface: ISO 8601 UTC), also without a zone; NaN if it is another text. */
export function gatewayTimeOf(written: string): number {
  // ISO 8601 also permits a comma before the fraction, and an offset in hours; `Date` reads neither.
  const text = written.replace(/(:\d\d),(\d)/, '$1.$2').replace(/(:\d\d.*[+-]\d\d)$/, '$1:00');
  // In any other order day and month may be swapped, and `Date` takes even a `5` for a day, some in the time zone of this computer.
  if (!beginsWithDay(text)) return Number.NaN;
  return Date.parse(hasZone.test(text) ? text : `${text}Z`);
}

/** A time from the gateway as ISO 8601 UTC; unchanged if it is invalid. */
export function gatewayMomentOf(text: string): string {
  const at = gatewayTimeOf(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}
