/** The gateway address without slashes at its end, so that paths can be appended; equal for equal gateways. */
export function normalBaseUrl(baseUrl: string): string {
  return (URL.canParse(baseUrl) ? new URL(baseUrl).href : baseUrl).replace(/\/+$/, '');
}

/** Joins path segments, each encoded on its own; literal segments such as `!availablePaymentOptions` stay. */
export function pathOf(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeSegment(segment)}`).join('');
}

function encodeSegment(segment: string): string {
  // A lone dot segment would be resolved away by the URL parser and reach another resource.
  if (segment === '.' || segment === '..') return segment.replaceAll('.', '%2E');
  return encodeURIComponent(segment);
}

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

export function isLoopback(url: URL): boolean {
  return loopbackHosts.has(url.hostname);
}

/** `https` only; `http` for loopback alone. */
export function isAllowedAddress(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}
