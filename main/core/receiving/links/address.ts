import type { CustomerData, LinkMethod } from '../../../../contract/receiving/links.ts';
import type { Money } from '../../../../contract/money/money.ts';

/** The content of a redirect address (interface: Payment web application, query parameters). */
export type Redirect = {
  readonly merchantCode: string;
  readonly idPayin: string;
  readonly token: string;
  readonly money: Money;
  readonly callbackUrl: string;
  readonly returnUrl: string;
  readonly method: LinkMethod;
  /** Empty fields are left out. */
  readonly customer: CustomerData;
  readonly customerMayChange: boolean;
};

/**
 * The redirect address of the hosted payment page for each of its behaviour scenarios (interface: Payment web application). Every
 * value is one parameter, whatever characters it has; the amount is written digit by digit.
 */
export function redirectAddress(paymentPageUrl: string, redirect: Redirect): string {
  const { merchantCode, idPayin, token, money, callbackUrl, returnUrl, method, customer } = redirect;
  const given = Object.entries(customer).filter(([, value]) => value !== '');
  return withParameters(new URL(paymentPageUrl), [
    ['merchantCode', merchantCode],
    ['idPayin', idPayin],
    ['token', token],
    ['amount', money.amount],
    ['currencyCode', money.currencyCode],
    ['callbackUrl', callbackUrl],
    ['returnUrl', returnUrl],
    ...methodParameters(method),
    ...given,
    ...(redirect.customerMayChange && given.length > 0 ? [change] : []),
  ]);
}

/** The address of the status view of one payin, with a token that permits only reading it. */
export function statusAddress(
  paymentPageUrl: string,
  status: { readonly idPayin: string; readonly token: string; readonly currencyCode: string },
): string {
  const { idPayin, token, currencyCode } = status;
  const address = new URL(paymentPageUrl);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/status`;
  return withParameters(address, [
    ['idPayin', idPayin],
    ['token', token],
    ['currencyCode', currencyCode],
  ]);
}

type Parameter = [name: string, value: string];

const change: Parameter = ['allowCustomerDataChange', 'true'];
const switching: Parameter = ['optionsAvailable', 'true'];

function methodParameters(method: LinkMethod): readonly Parameter[] {
  if (method.kind === 'choose') return [];
  const { kind, paymentMethodCode, paymentOperatorCode } = method;
  const codes: readonly Parameter[] = [
    ['paymentMethodCode', paymentMethodCode],
    ['paymentOperatorCode', paymentOperatorCode],
  ];
  return [...codes.filter(([, code]) => code !== ''), ...(kind === 'suggest' ? [switching] : [])];
}

function withParameters(address: URL, parameters: Parameter[]): string {
  // A plus in a value is encoded as %2B, so each remaining plus is a space. Not every parser of addresses decodes it.
  address.search = new URLSearchParams(parameters).toString().replaceAll('+', '%20');
  return address.href;
}
