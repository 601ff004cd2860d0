const hasZone = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/i;

/** Milliseconds since 1970 of a time from the gateway (interface: UTC), also without a zone; NaN if it is invalid. */
export function gatewayTimeOf(text: string): number {
  return Date.parse(hasZone.test(text) ? text : `${text}Z`);
}
