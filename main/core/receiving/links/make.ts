import type { TokenClaims } from '../../../../contract/receiving/links.ts';
import type { ParsedInput } from '../../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import type { CoreContext } from '../../context/context.ts';
import { clientOf } from '../../context/subject.ts';
import type { HandedToken, StoredProfile } from '../../ports/index.ts';
import { redirectAddress, statusAddress } from './address.ts';
import { grantedBy, operationsOfPage, unfitToken } from './granted.ts';

export type Made = { readonly address: string; readonly claims: TokenClaims };

/** Creates the redirect address of one payin; nothing is stored, and a token that permits more is not given out. */
export async function makeLink(
  context: Pick<CoreContext, 'gateway' | 'store'>,
  profile: StoredProfile,
  idPayin: string,
  input: Omit<ParsedInput<'links.create'>, 'profileName' | 'idPayment'>,
  signal: AbortSignal,
): Promise<Result<Made>> {
  const page = pageOf(profile);
  if (!page.ok) return page;
  const { money, limitsMoney, validitySeconds, returnUrl, method, customer, customerMayChange } = input;
  const tokenMoney = limitsMoney ? money : null;
  if (method.kind === 'fixed' && method.paymentMethodCode === '' && method.paymentOperatorCode === '')
    return fail(
      'inputInvalid',
      'Choose which payment method or operator is fixed, or let the customer choose.',
    );
  const options = { priority: 'interactive', signal } as const;
  const client = clientOf(context.gateway, profile);
  const operations = operationsOfPage(idPayin, input);
  const action = { action: 'PAYIN_CREATE', idPayment: idPayin, money: tokenMoney, validitySeconds } as const;
  const token = fitToken(
    input.showsMerchantName || input.collectsReference
      ? await client.call('createToken', { operations, money: tokenMoney, validitySeconds }, options)
      : await client.call('createTokenByAction', action, options),
    operations,
    idPayin,
  );
  if (!token.ok) return token;
  const { merchantCode, callbackUrl } = profile;
  const address = redirectAddress(pageNow(context, profile, page.value), {
    merchantCode,
    idPayin,
    token: token.value.token,
    money,
    callbackUrl,
    returnUrl,
    method,
    customer,
    customerMayChange,
  });
  return succeed({ address, claims: token.value.claims });
}

/** Creates the address of the status view of one payin. */
export async function makeStatusLink(
  context: Pick<CoreContext, 'gateway' | 'store'>,
  profile: StoredProfile,
  payin: { readonly idPayment: string; readonly currencyCode: string; readonly validitySeconds: number },
  signal: AbortSignal,
): Promise<Result<Made>> {
  const page = pageOf(profile);
  if (!page.ok) return page;
  const { idPayment, currencyCode, validitySeconds } = payin;
  const parameters = { action: 'PAYIN_INFO', idPayment, money: null, validitySeconds } as const;
  const options = { priority: 'interactive', signal } as const;
  const token = fitToken(
    await clientOf(context.gateway, profile).call('createTokenByAction', parameters, options),
    grantedBy(parameters.action, idPayment),
    idPayment,
  );
  if (!token.ok) return token;
  const { token: text, claims } = token.value;
  return succeed({
    address: statusAddress(pageNow(context, profile, page.value), {
      idPayin: idPayment,
      token: text,
      currencyCode,
    }),
    claims,
  });
}

/** The token, if it permits exactly these operations. */
function fitToken(
  given: Result<HandedToken>,
  operations: readonly string[],
  idPayment: string,
): Result<HandedToken> {
  return given.ok ? (unfitToken(given.value.claims, operations, idPayment) ?? given) : given;
}

/** The address of the page after the gateway has answered: that of the embedded sandbox may have moved when it was started for this. */
function pageNow({ store }: Pick<CoreContext, 'store'>, { name }: StoredProfile, before: string): string {
  return store.findProfile(name)?.paymentPageUrl ?? before;
}

function pageOf({ name, paymentPageUrl }: StoredProfile): Result<string> {
  return paymentPageUrl === null
    ? fail(
        'inputInvalid',
        `Profile ${name} does not say where the payment page of the gateway is. Add its address under Settings, Profiles, or with \`bursar profile edit ${name} --payment-page URL\`.`,
      )
    : succeed(paymentPageUrl);
}
