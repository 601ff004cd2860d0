import type { PaymentKind } from '../../contract/payments/payment.ts';
import { longestPath, longestQuery } from '../limits.ts';

/** One row of the endpoint table (interface: Endpoints), with the parameters of the path. */
type Route =
  | { readonly operation: 'authTokens' }
  | { readonly operation: 'authTokensByAction' }
  | { readonly operation: 'availableOptions'; readonly kind: PaymentKind }
  | { readonly operation: 'createPayment' | 'readPayment'; readonly kind: PaymentKind; readonly id: string }
  | { readonly operation: 'setExternalReference' | 'readAccounts'; readonly id: string }
  | { readonly operation: 'readBalances'; readonly query: string }
  | {
      readonly operation: 'merchantInfo' | 'currencies' | 'segments' | 'paymentOperators' | 'paymentMethods';
    };

/** Every operation except those that issue tokens. */
export type PermittedRoute = Exclude<Route, { operation: 'authTokens' | 'authTokensByAction' }>;

const kinds: Readonly<Record<string, PaymentKind>> = { payouts: 'payout', payins: 'payin', topups: 'topup' };

/** The path as permissions name it: without the query. */
export function pathOf(path: string): string {
  const end = path.indexOf('?');
  return end === -1 ? path : path.slice(0, end);
}

/** Finds the row of the endpoint table; null if there is none. Order IDs are not checked here. */
export function findRoute(method: string, path: string): Route | null {
  const plain = pathOf(path);
  if (plain.length > longestPath || path.length - plain.length > longestQuery) return null;
  const [empty, first = '', second, third, ...more] = plain.split('/');
  if (empty !== '' || more.length > 0) return null;
  if (method !== 'GET' && method !== 'POST') return null;
  if (second === undefined) return findCollection(method, first, path.slice(plain.length + 1));
  const kind = Object.hasOwn(kinds, first) ? kinds[first] : undefined;
  if (kind === undefined || second === '') return null;
  if (third !== undefined) return kind === 'payin' ? findPayinPart(method, second, third) : null;
  if (second.startsWith('!')) {
    return method === 'POST' && second === '!availablePaymentOptions'
      ? { operation: 'availableOptions', kind }
      : null;
  }
  return { operation: method === 'POST' ? 'createPayment' : 'readPayment', kind, id: second };
}

function findCollection(method: 'GET' | 'POST', name: string, query: string): Route | null {
  switch (`${method} ${name}`) {
    case 'POST auth-tokens':
      return { operation: 'authTokens' };
    case 'POST auth-tokens-by-action':
      return { operation: 'authTokensByAction' };
    case 'GET balances':
      return { operation: 'readBalances', query };
    case 'GET merchant-info':
      return { operation: 'merchantInfo' };
    case 'GET currencies':
      return { operation: 'currencies' };
    case 'GET segments':
      return { operation: 'segments' };
    case 'GET payment-operators':
      return { operation: 'paymentOperators' };
    case 'GET payment-methods':
      return { operation: 'paymentMethods' };
    default:
      return null;
  }
}

function findPayinPart(method: 'GET' | 'POST', id: string, part: string): Route | null {
  if (id.startsWith('!')) return null;
  if (method === 'POST' && part === '!setExternalReference') return { operation: 'setExternalReference', id };
  if (method === 'GET' && part === 'accounts') return { operation: 'readAccounts', id };
  return null;
}
