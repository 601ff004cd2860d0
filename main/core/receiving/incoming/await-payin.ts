import { isSameMoney, type Money } from '../../../../contract/money/money.ts';
import { succeed, type Result } from '../../../../contract/result.ts';
import type { StoredPayment, StoredProfile } from '../../ports/index.ts';
import { addIncoming, orderIdUsed, type IncomingContent, type IncomingContext } from './add.ts';
import { actorStore } from '../../settings/actor.ts';

/** A payin that a customer creates on the hosted payment page. Fields that the customer chooses there are empty. */
export type AwaitedPayin = Omit<IncomingContent, 'kind' | 'money'> & {
  readonly profile: StoredProfile;
  readonly money: Money;
  /** Until when it is polled while the gateway does not know it: milliseconds since 1970 by the gateway's clock. */
  readonly awaitedUntil: number;
};

/**
 * Starts awaiting the payin of a link; nothing is ever sent for it. The same order ID with the same amount and currency again is the existing
 * payin, awaited for longer; with another amount or currency, or if Bursar created the payin itself, `orderIdUsed` (invariant I2).
 */
export function awaitPayin(
  context: IncomingContext,
  { profile, awaitedUntil, ...content }: AwaitedPayin,
): Result<StoredPayment> {
  const { store, clock, emit } = context;
  const known = store.findIncoming('payin', content.idPayment, profile.keyId);
  if (known === null)
    return succeed(
      addIncoming(context, profile, { ...content, kind: 'payin' }, { origin: 'link', awaitedUntil }),
    );
  if (known.origin === 'created' || !isSameMoney(known, content.money)) return orderIdUsed(known);
  if (actorStore(context).prolongAwaiting(known.paymentId, awaitedUntil, clock.now()))
    emit({ kind: 'incoming', id: known.idPayment });
  return succeed(store.findIncoming('payin', content.idPayment, profile.keyId) ?? known);
}
