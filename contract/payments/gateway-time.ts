const hasZone = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/i;

/** Milliseconds since 1970 of a time that the gateway told (interface: UTC), also without a zone; NaN where it is none. */
export function gatewayTimeOf(text: string): number {
  return Date.parse(hasZone.test(text) ? text : `${text}Z`);
}
