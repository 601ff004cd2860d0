/** What the body of a request says: which payment changed, something that Bursar does not know, or nothing that could be read. */
export type ReadCallback =
  | { readonly kind: 'told'; readonly idEntity: string }
  | { readonly kind: 'unfamiliar'; readonly message: string }
  | { readonly kind: 'malformed'; readonly message: string };

const idEntityPattern = /^[A-Za-z0-9_-]{1,250}$/;
/** How an event of a kind to come may name its kind; the interface shows no such field. */
const kindField = /(?:^|_|-)(?:event|kind|type)|(?:Event|Kind|Type)(?:Name|Code)?$/;

const malformed = (message: string): ReadCallback => ({ kind: 'malformed', message });

/**
 * Reads the body of a callback (interface: Events). A JSON object whose `idEntity` has 1 to 250 characters of the pattern tells of a payment;
 * whatever else it holds is ignored. One without `idEntity` that names a kind of event is of a kind that Bursar does not know
 * (rule 4) and is ignored. All else is malformed.
 */
export function readCallback(body: Uint8Array): ReadCallback {
  const value = parse(body);
  if (value === undefined) return malformed('The body is not JSON.');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return malformed('The body is not a JSON object.');
  const idEntity: unknown = Object.hasOwn(value, 'idEntity') ? Reflect.get(value, 'idEntity') : undefined;
  if (idEntity === undefined)
    return Object.entries(value).some(([name, field]) => kindField.test(name) && typeof field === 'string')
      ? { kind: 'unfamiliar', message: 'An event of a kind that Bursar does not know; it was ignored.' }
      : malformed('The body has no idEntity.');
  return typeof idEntity === 'string' && idEntityPattern.test(idEntity)
    ? { kind: 'told', idEntity }
    : malformed('idEntity is no order ID.');
}

/** Undefined where it is not JSON in UTF-8. */
function parse(body: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return value;
  } catch {
    return undefined;
  }
}
