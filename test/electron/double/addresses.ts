/** Chromium knows no `app://` by itself; the double shows the page at an address of https, and gives it its own name wherever the program sees it. */
const shownOrigin = 'https://app-bursar.invalid';
const ownOrigin = 'app://bursar';

export function toShown(url: string): string {
  return url.startsWith(ownOrigin) ? `${shownOrigin}${url.slice(ownOrigin.length)}` : url;
}

export function toOwn(url: string): string {
  return url.startsWith(shownOrigin) ? `${ownOrigin}${url.slice(shownOrigin.length)}` : url;
}
