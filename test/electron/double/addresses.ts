/** Chromium does not know the program's own schemes; the double shows their pages at addresses of https, and gives them their own names wherever the program sees them. */
const origins = [
  { own: 'app://bursar', shown: 'https://app-bursar.invalid' },
  { own: 'bursar-payees://list', shown: 'https://payees-bursar.invalid' },
] as const;

export function toShown(url: string): string {
  const found = origins.find(({ own }) => url.startsWith(own));
  return found === undefined ? url : `${found.shown}${url.slice(found.own.length)}`;
}

export function toOwn(url: string): string {
  const found = origins.find(({ shown }) => url.startsWith(shown));
  return found === undefined ? url : `${found.own}${url.slice(found.shown.length)}`;
}
