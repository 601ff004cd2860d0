import { withoutMisleading } from '../../../contract/text/one-line.ts';

/** Whether this address may be opened in the browser: https, without a user name. */
export function isHttps(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
}

/** An e-mail draft that may be passed to the mail program. */
export type Draft = { readonly recipient: string; readonly subject: string; readonly body: string };

const oneRecipient = /^(?:[A-Za-z0-9.!#$&'*+/=^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190})?$/;
const draftFields = new Set(['subject', 'body']);

/**
 * Parses a `mailto:` address with at most one recipient, a subject and a body, each at most once. Null for anything else: mail
 * programs accept further fields in such an address, including attachments of local files and hidden recipients.
 */
export function readDraft(text: string): Draft | null {
  const parts = /^mailto:([^?#]*)(?:\?([^#]*))?$/i.exec(text);
  if (parts === null) return null;
  const [, recipient = '', query = ''] = parts;
  const fields = new Map<string, string>();
  for (const pair of query === '' ? [] : query.split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s).map(decoded);
    if (name === null || value === null || !draftFields.has(name) || fields.has(name)) return null;
    fields.set(name, value);
  }
  const { subject = '', body = '' } = Object.fromEntries(fields);
  const isPlain = [subject, body.replaceAll('\r\n', '')].every((each) => withoutMisleading(each) === each);
  const to = decoded(recipient);
  return to !== null && oneRecipient.test(to) && isPlain ? { recipient: to, subject, body } : null;
}

/** The address of a draft, rebuilt from its parsed parts. */
export function draftAddress({ recipient, subject, body }: Draft): string {
  const fields = [
    ['subject', subject],
    ['body', body],
  ].filter(([, value]) => value !== '');
  const query = fields.map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `mailto:${encodeURIComponent(recipient).replace('%40', '@')}${query === '' ? '' : `?${query}`}`;
}

/** Null if malformed. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
