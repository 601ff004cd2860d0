/** Joins path segments, each encoded on its own; literal segments such as `!availablePaymentOptions` stay. */
export function pathOf(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeSegment(segment)}`).join('');
}

function encodeSegment(segment: string): string {
  // A lone dot segment would be resolved away by the URL parser and reach another resource.
  if (segment === '.' || segment === '..') return segment.replaceAll('.', '%2E');
  return encodeURIComponent(segment);
}
