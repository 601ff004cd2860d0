import { parseExactJson, type JsonObject } from '../exact-json.ts';
import { textOf, textProperty, unwrap } from './shape.ts';

const names = ['token', 'accessToken', 'access_token', 'authToken', 'jwt', 'idToken'];
// Allowed in a header: visible ASCII; no server accepts longer ones.
const usable = /^[\x21-\x7e]{1,16000}$/;
const bareToken = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** The token of a token operation (interface: Auth token); null if there is none that can go into a header. */
export function readToken(text: string): string | null {
  const json = parseExactJson(text);
  if (json === undefined) return bareToken.test(text.trim()) ? accept(text.trim()) : null;
  const isIt = (object: JsonObject): boolean => textProperty(object, names) !== null;
  const found = unwrap(json, ['authToken', 'auth', 'token'], isIt);
  if (found !== null) return accept(textProperty(found, names));
  const bare = textOf(json);
  return bare !== null && bareToken.test(bare) ? accept(bare) : null;
}

function accept(token: string | null): string | null {
  return token !== null && usable.test(token) ? token : null;
}
