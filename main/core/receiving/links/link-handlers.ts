import { hourMs } from '../../../../contract/duration.ts';
import type { ParsedInput } from '../../../../contract/operations.ts';
import { settledStates } from '../../../../contract/payments/payment.ts';
import { fail, succeed, type Failure } from '../../../../contract/result.ts';
import { newOrderId } from '../incoming/add.ts';
import { awaitPayin } from '../incoming/await-payin.ts';
import { toIncomingDetail } from '../incoming/detail.ts';
import type { CoreContext, Handlers } from '../../context/context.ts';
import { clientOf, onProfile } from '../../context/subject.ts';
import type { StoredPayment } from '../../ports/index.ts';
import { makeLink, makeStatusLink, type Made } from './make.ts';
import { madeBy } from '../../settings/actor.ts';

/** How long after the token expires the payin is still polled: a customer may begin to pay at the last moment. */
const awaitedAfterMs = hourMs;

/** Addresses of the hosted payment page, and tokens for others. None is stored: each is given out once. */
export function linkHandlers(context: CoreContext) {
  const { store, gateway, clock } = context;
  return {
    'links.create': onProfile(store, async (profile, call, { idPayment: given, ...input }) => {
      const idPayment = given === '' ? newOrderId(context.random) : given;
      const made = await makeLink(context, profile, idPayment, input, call.signal);
      if (!made.ok) return made;
      const now = clientOf(gateway, profile).gatewayNow() ?? clock.now();
      // The address goes out only when its awaited payin is on disk; until then nobody has the token.
      const payment = awaitPayin(madeBy(context, call), {
        profile,
        idPayment,
        money: input.money,
        awaitedUntil: endOf(made.value, input, now) + awaitedAfterMs,
        ...codesOf(input),
        ...input.customer,
        returnUrl: input.returnUrl,
        note: input.note,
      });
      if (!payment.ok) return payment;
      if (isOver(payment.value)) return overFailure(payment.value);
      return succeed({ payment: toIncomingDetail(store, payment.value), ...made.value });
    }),

    'links.status': onProfile(store, (profile, { signal }, { idPayment, validitySeconds }) => {
      const payin = store.findIncoming('payin', idPayment, profile.keyId);
      if (payin === null)
        return fail(
          'notFound',
          `There is no payin with the order ID ${idPayment} in profile ${profile.name}. Create a link for it, or follow it, first.`,
        );
      const { currencyCode } = payin;
      return makeStatusLink(context, profile, { idPayment, currencyCode, validitySeconds }, signal);
    }),

    'tokens.create': onProfile(store, (profile, { signal }, { operations, money, validitySeconds }) => {
      const parameters = { operations, money, validitySeconds };
      return clientOf(gateway, profile).call('createToken', parameters, { priority: 'interactive', signal });
    }),
  } satisfies Partial<Handlers>;
}

/** When the link expires, in milliseconds since 1970 by the gateway's clock, which says `now`. The span from `iat` to `exp` counts, if both are present. */
function endOf(
  { claims: { issuedAt, expiresAt } }: Made,
  { validitySeconds }: Pick<ParsedInput<'links.create'>, 'validitySeconds'>,
  now: number,
): number {
  if (expiresAt === null) return now + validitySeconds * 1000;
  const expiry = Date.parse(expiresAt);
  return issuedAt === null ? expiry : now + Math.max(0, expiry - Date.parse(issuedAt));
}

function codesOf({ method }: Pick<ParsedInput<'links.create'>, 'method'>) {
  return method.kind === 'choose'
    ? { paymentMethodCode: '', paymentOperatorCode: '' }
    : { paymentMethodCode: method.paymentMethodCode, paymentOperatorCode: method.paymentOperatorCode };
}

function isOver({ state }: StoredPayment): boolean {
  return settledStates.some((final) => final === state);
}

/** A finished payin is no longer polled, so a link to it would lead to a payin that nobody follows. */
function overFailure({ idPayment, state }: StoredPayment): Failure {
  return fail(
    'orderIdUsed',
    `Payin ${idPayment} is ${state}, so no new link to it can be created. Create one with another order ID.`,
  );
}
