/**
 * A value of a setting as an event shows it: JSON in which no address has a user name or password. An event stays for good, and goes into
 * exports.
 */
export function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return withoutCredentials(value);
  if (Array.isArray(value)) return value.map(shownValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shownValue(inner)]));
}

function withoutCredentials(text: string): string {
  if (!URL.canParse(text)) return text;
  const address = new URL(text);
  if (address.username === '' && address.password === '') return text;
  address.username = '';
  address.password = '';
  return address.href;
}
