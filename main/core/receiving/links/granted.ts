import type { TokenClaims } from '../../../../contract/receiving/links.ts';
import { fail, type Failure } from '../../../../contract/result.ts';
import type { TokenAction } from '../../ports/index.ts';

/** Optional features of a link to the payment page. */
type LinkExtras = { readonly showsMerchantName: boolean; readonly collectsReference: boolean };

/** The operations of a token for the payment page of one payin (interface: Authentication 7). */
export function operationsOfPage(
  idPayment: string,
  { showsMerchantName, collectsReference }: LinkExtras,
): readonly string[] {
  return [
    ...grantedBy('PAYIN_CREATE', idPayment),
    ...(showsMerchantName ? ['GET /merchant-info'] : []),
    ...(collectsReference ? [`POST /payins/${idPayment}/!setExternalReference`] : []),
  ];
}

/** Exactly the operations that an action grants for one order ID (interface: Authentication 5). */
export function grantedBy(action: TokenAction, idPayment: string): readonly string[] {
  switch (action) {
    case 'PAYIN_CREATE':
      return [
        'POST /payins/!availablePaymentOptions',
        `POST /payins/${idPayment}`,
        `GET /payins/${idPayment}`,
      ];
    case 'PAYIN_INFO':
      return [`GET /payins/${idPayment}`];
  }
}

/**
 * Why a token must not be put into an address: it permits more than was requested, or less, so that the page would not
 * work. Null: it permits exactly that. An operation is a regular expression; anything beyond the plain path, at most anchored
 * or escaped, counts as wider, because one cannot enumerate what it matches.
 */
export function unfitToken(
  { operations }: Pick<TokenClaims, 'operations'>,
  wanted: readonly string[],
  idPayment: string,
): Failure | null {
  const granted = new Set(wanted);
  const found = new Set(operations.map(plainOperation));
  const more = operations.filter((operation) => !granted.has(plainOperation(operation)));
  const less = [...granted].filter((operation) => !found.has(operation));
  if (more.length > 0)
    return refusal(
      `permits more than this payment page needs: ${shown(more)}. With such a token a stranger could do more than pay it`,
      idPayment,
    );
  return less.length === 0 ? null : refusal(`does not permit what the page needs: ${shown(less)}`, idPayment);
}

function refusal(what: string, idPayment: string): Failure {
  return fail(
    'tokenUnfit',
    `The token that the gateway returned for payin ${idPayment} ${what}. No address was created and the token was discarded. Ask the gateway's support about tokens for the payment page.`,
  );
}

/** Removes marks that do not change what an expression matches: both anchors, and the backslash before a sign. */
function plainOperation(operation: string): string {
  return operation.replace(/^\^|\$$/g, '').replace(/\\([!\-_/])/g, '$1');
}

const mostShown = 3;
const longestShown = 200;

function shown(operations: readonly string[]): string {
  const some = operations.slice(0, mostShown).map((operation) => operation.slice(0, longestShown));
  return operations.length > mostShown
    ? `${some.join(', ')} and ${operations.length - mostShown} more`
    : some.join(', ');
}
