/** The page's own scheme and address in the desktop app. */
export const pageScheme = 'app';
const pageHost = 'bursar';
export const pageAddress = `${pageScheme}://${pageHost}/`;

/** Whether this is the address of the page itself, with any fragment; an empty or invalid one is not. */
export function isPageAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && isOfPage(url) && url.pathname === '/' && url.search === '';
}

/** Whether an address belongs to the page: its own scheme and host, without a user name. */
export function isOfPage({ protocol, host, username, password }: URL): boolean {
  return protocol === `${pageScheme}:` && host === pageHost && username === '' && password === '';
}
