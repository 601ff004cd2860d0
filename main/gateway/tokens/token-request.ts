import { decimalOf, formatDecimal, shortestDecimal } from '../../../contract/money/decimal.ts';
import type { Money } from '../../../contract/money/money.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { GatewayProfile, Keys, TokenScope } from '../../core/ports/index.ts';
import { exactMoney } from '../payment-body.ts';

/** The permissions that a token is requested for (interface: Authentication 5 and 6). */
export type TokenPurpose =
  | { readonly kind: 'operations'; readonly operations: TokenScope; readonly money: Money | null }
  | {
      readonly kind: 'action';
      readonly action: string;
      readonly idPayment: string;
      readonly money: Money | null;
    };

/** A token request ready to be sent, and its texts that must never be shown. */
type TokenRequest = {
  readonly path: '/auth-tokens' | '/auth-tokens-by-action';
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
  readonly secrets: readonly string[];
};

const largestSecret = 4000;

/**
 * Interface: Authentication 2 to 6. Minified JSON with merchant code, validity and time, signed over exactly
 * the bytes to be sent (X-SIGNATURE, base64), or with the deprecated secret and no signature. Errors are those
 * of the keys.
 */
export async function makeTokenRequest(
  purpose: TokenPurpose,
  profile: GatewayProfile,
  keys: Pick<Keys, 'sign' | 'readSecret'>,
  at: { readonly timestampSeconds: number; readonly validitySeconds: number },
): Promise<Result<TokenRequest>> {
  const path = purpose.kind === 'operations' ? '/auth-tokens' : '/auth-tokens-by-action';
  const fields = {
    merchantCode: profile.merchantCode,
    validitySecs: at.validitySeconds,
    timestamp: at.timestampSeconds,
    ...purposeFields(purpose),
  };
  switch (profile.authentication) {
    case 'signature': {
      const body = encode(fields);
      const signed = await keys.sign(profile.keyId, body);
      if (!signed.ok) return signed;
      const signature = Buffer.from(signed.value).toString('base64');
      return succeed({ path, headers: { 'X-SIGNATURE': signature }, body, secrets: [signature] });
    }
    case 'secret': {
      const read = await keys.readSecret(profile.keyId);
      if (!read.ok) return read;
      if (read.value === '' || read.value.length > largestSecret)
        return fail('keyInvalid', 'The stored merchant secret is empty or too long. Store it again.');
      return succeed({
        path,
        headers: {},
        body: encode({ ...fields, secret: read.value }),
        secrets: [read.value],
      });
    }
  }
}

function purposeFields(purpose: TokenPurpose): object {
  const money = purpose.money === null ? {} : { money: minifiedMoney(purpose.money) };
  switch (purpose.kind) {
    case 'operations':
      return { operations: purpose.operations, ...money };
    case 'action':
      return { action: purpose.action, idPayment: purpose.idPayment, ...money };
  }
}

/** Without trailing zeros, so that a gateway which parses the body and minifies it again before it verifies the signature has the same bytes. */
function minifiedMoney({ amount, currencyCode }: Money): object {
  return exactMoney({ amount: formatDecimal(shortestDecimal(decimalOf(amount))), currencyCode });
}

function encode(fields: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(fields));
}
