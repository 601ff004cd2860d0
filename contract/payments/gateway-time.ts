const hasZone = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/i;

/** Milliseconds since 1970 of a time from the gateway (interface: UTC), also without a zone; NaN if it is invalid. */
export function gatewayTimeOf(text: string): number {
  return Date.parse(hasZone.test(text) ? text : `${text}Z`);
}

/** The UTC day of a time from the gateway, such as 2026-01-31; null if the time is invalid. */
export function gatewayDayOf(text: string): string | null {
  const at = gatewayTimeOf(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10);
}

/** A time from the gateway in ISO 8601 UTC; an invalid one unchanged. */
export function gatewayIsoOf(text: string): string {
  const at = gatewayTimeOf(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}
