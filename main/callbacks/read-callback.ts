import { orderIdPattern } from '../../contract/payments/order-id.ts';
import type { CallbackFault } from '../../contract/receiving/callbacks.ts';

/** The content of a request body: the payment that changed, an event that Bursar does not know, or nothing readable. */
type ReadCallback =
  | { readonly kind: 'received'; readonly idEntity: string }
  | { readonly kind: 'unfamiliar'; readonly fault: CallbackFault }
  | { readonly kind: 'malformed'; readonly fault: CallbackFault };

/**
 * Parses the body of a callback (interface: Events). An object whose `idEntity` has 1 to 250 characters of the pattern names a
 * payment, whatever else it contains. One that violates the pattern is malformed, and so is a body that is not JSON. Any other
 * JSON is an event of a kind that Bursar does not know (rule 4) and is ignored.
 */
export function readCallback(body: Uint8Array): ReadCallback {
  const value = parse(body);
  if (value === undefined) return { kind: 'malformed', fault: { code: 'notJson' } };
  const idEntity = idEntityOf(value);
  if (idEntity === undefined) return { kind: 'unfamiliar', fault: { code: 'noPayment' } };
  return typeof idEntity === 'string' && orderIdPattern.test(idEntity)
    ? { kind: 'received', idEntity }
    : { kind: 'malformed', fault: { code: 'badOrderId' } };
}

function idEntityOf(value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.hasOwn(value, 'idEntity') ? Reflect.get(value, 'idEntity') : undefined;
}

/** Undefined if it is not JSON in UTF-8. */
function parse(body: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return value;
  } catch {
    return undefined;
  }
}
