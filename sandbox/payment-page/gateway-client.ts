import type { z } from 'zod';
import type { Money } from '../../contract/money/money.ts';
import { NumberLiteral } from '../http/exact-json.ts';
import { MerchantInfo, PayinDetail, type PaymentMethod, PaymentOptions } from './gateway-answers.ts';
import type { Claims } from './claims.ts';
import { accountOf, type CustomerData } from './customer-data.ts';
import type { Offer } from './offers.ts';
import type { PaymentLink } from './parameters.ts';
import { type Failure, type Outcome, send, type Sender } from './requests.ts';

type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

/** Whether this request created the payin, as far as can be known, or an earlier one had. */
type Created = { readonly isNew: boolean };

type Access = Pick<PaymentLink, 'idPayin' | 'token'>;

/** The operations that the page may use (interface: Payment web application), with the token from its address. */
export type GatewayClient = {
  /** POST /payins/!availablePaymentOptions. */
  readOptions(link: Pick<PaymentLink, 'token' | 'money'>): Promise<Answer<readonly PaymentMethod[]>>;
  /** POST /payins/{idPayin}; 409 counts as done: the order ID was accepted, even if not by this request. */
  create(link: PaymentLink, offer: Offer, data: CustomerData): Promise<Answer<Created>>;
  /** GET /payins/{idPayin}. */
  readPayin(access: Access): Promise<Answer<PayinDetail>>;
  /** POST /payins/{idPayin}/!setExternalReference. */
  setReference(access: Access, externalReference: string): Promise<Answer<null>>;
  /** GET /merchant-info, if the token permits it; null if there is no name to show. */
  readChannelName(token: string, claims: Claims | null): Promise<string | null>;
};

export function createGatewayClient(sender: Sender): GatewayClient {
  const post = (token: string, path: string, body: object): Promise<Outcome> =>
    send(sender, { method: 'POST', path, token, body: JSON.stringify(body) });
  const get = (token: string, path: string): Promise<Outcome> =>
    send(sender, { method: 'GET', path, token, body: null });

  return {
    async readOptions({ token, money }) {
      const outcome = await post(token, '/payins/!availablePaymentOptions', { money: onTheWire(money) });
      const read = readBody(outcome, PaymentOptions);
      return read.ok ? { ok: true, value: read.value.paymentMethods } : read;
    },
    async create(link, offer, data) {
      const outcome = await post(link.token, `/payins/${link.idPayin}`, createBody(link, offer, data));
      if (outcome.ok) return { ok: true, value: { isNew: true } };
      // If an earlier attempt got no answer, the gateway most likely accepted that one.
      if (outcome.failure.kind === 'duplicate') return { ok: true, value: { isNew: outcome.hasRepeated } };
      return outcome;
    },
    readPayin: async ({ idPayin, token }) => readBody(await get(token, `/payins/${idPayin}`), PayinDetail),
    async setReference({ idPayin, token }, externalReference) {
      const outcome = await post(token, `/payins/${idPayin}/!setExternalReference`, { externalReference });
      return outcome.ok ? { ok: true, value: null } : outcome;
    },
    async readChannelName(token, claims) {
      if (claims !== null && !claims.permits('GET /merchant-info')) return null;
      const read = readBody(await get(token, '/merchant-info'), MerchantInfo);
      return read.ok ? read.value.channelName : null;
    },
  };
}

/** The amount is a JSON number with exactly the digits of the address. */
function onTheWire({ amount, currencyCode }: Money): object {
  return { amount: new NumberLiteral(amount), currencyCode };
}

/** Interface: Payment request. Undefined fields are left out. */
function createBody(link: PaymentLink, { methodCode, operatorCode }: Offer, data: CustomerData): object {
  return {
    paymentRequested: { money: onTheWire(link.money) },
    paymentMethod: {
      paymentMethodCode: methodCode,
      account: accountOf(data),
      paymentOperatorCode: operatorCode ?? undefined,
      emailAddress: data.emailAddress,
    },
    callbackUrl: link.callbackUrl,
    returnUrl: link.returnUrl,
  };
}

/** An unreadable answer counts as none. */
function readBody<Value>(outcome: Outcome, schema: z.ZodType<Value>): Answer<Value> {
  if (!outcome.ok) return outcome;
  const read = schema.safeParse(outcome.body);
  return read.success ? { ok: true, value: read.data } : { ok: false, failure: { kind: 'down' } };
}
