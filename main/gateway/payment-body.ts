import type { PaymentKind, PayoutRow } from '../../contract/payments/payment.ts';
import type { Money } from '../../contract/money/money.ts';
import { exactNumber } from './exact-json.ts';

/** The content of a payout for the gateway. Fields that its payment method does not need are empty. */
type PayoutBody = Readonly<Omit<PayoutRow, 'idPayout' | 'reference'>> & { readonly callbackUrl: string };

/** Like a payout, plus where the customer is sent afterwards. */
type IncomingBody = PayoutBody & { readonly returnUrl: string };

const encoder = new TextEncoder();

/**
 * The body of POST /payouts/{idPayout} (interface: Payment request): minified JSON, always the same bytes for the same
 * payout, the amount as a number with exactly its digits. Empty fields are left out.
 */
export function encodePayoutBody(body: PayoutBody): Uint8Array {
  return encode({ ...payment(body), ...filled({ callbackUrl: body.callbackUrl }) });
}

/** The body of POST /payins/{idPayin} (interface: Endpoints, and the note on its fields). */
export function encodePayinBody(body: IncomingBody): Uint8Array {
  const addresses = filled({ callbackUrl: body.callbackUrl, returnUrl: body.returnUrl });
  return encode({ ...payment(body), ...addresses });
}

/** The create body for a payment of this kind. */
export function encodePaymentBody(body: IncomingBody & { readonly kind: PaymentKind }): Uint8Array {
  switch (body.kind) {
    case 'payout':
      return encodePayoutBody(body);
    // The fields of a top-up are not shown, so it is written like a payin.
    case 'payin':
    case 'topup':
      return encodePayinBody(body);
  }
}

/**
 * The bodies PaymentRequested and TopUpRequested of the options operations: an object that contains money, and the
 * customer segment if one is named. Its field is not shown; it is named as in the code list of segments. The interface
 * mentions a segment where it lists options for a customer who pays; nothing that creates a payout takes one, so sheet rows have none.
 */
export function encodePaymentRequested({
  money,
  segmentCode,
}: {
  readonly money: Money;
  readonly segmentCode: string;
}): Uint8Array {
  return encode({ money: exactMoney(money), ...filled({ segmentCode }) });
}

/** The body ExternalReference; its field is not shown, and is named as the operation. */
export function encodeExternalReference({
  externalReference,
}: {
  readonly externalReference: string;
}): Uint8Array {
  return encode({ externalReference });
}

/** Money (interface: Money) with the amount as an exact JSON number. */
export function exactMoney({ amount, currencyCode }: Money): object {
  return { amount: exactNumber(amount), currencyCode };
}

function payment(body: PayoutBody): object {
  const { accountName, accountNumber, paymentMethodCode, paymentOperatorCode, emailAddress } = body;
  const account = filled({ accountName, accountNumber });
  const paymentMethod = {
    ...filled({ paymentMethodCode }),
    ...(Object.keys(account).length === 0 ? {} : { account }),
    ...filled({ paymentOperatorCode, emailAddress }),
  };
  return {
    paymentRequested: { money: exactMoney(body) },
    ...(Object.keys(paymentMethod).length === 0 ? {} : { paymentMethod }),
  };
}

function filled(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

function encode(value: object): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}
