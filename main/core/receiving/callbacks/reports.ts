import { keptDeliveries } from '../../../../contract/receiving/callbacks.ts';
import type { StoreContext } from '../../context/context.ts';
import { mayBeThere } from '../../payments/decision.ts';
import type { CallbackReport, HeardCallback, NewDelivery, Store } from '../../ports/index.ts';
import type { Asker } from './asker.ts';

/** Processes the listener's reports: asks about known payments, and stores the latest deliveries. */
export function takeReport({ store, clock }: StoreContext, asker: Asker, { heard }: CallbackReport): void {
  if (heard.length === 0) return;
  const at = clock.now();
  const reached = heard.flatMap(({ status, keyId }) => (status === 200 && keyId !== null ? [keyId] : []));
  const deliveries = heard.map((callback) => deliveryOf(store, asker, callback, at));
  store.noteCallbacks({ deliveries, reached: [...new Set(reached)], at }, keptDeliveries);
}

function deliveryOf(
  store: Pick<Store, 'paymentsNamed'>,
  asker: Asker,
  { kind, keyId, idEntity, status, fault }: HeardCallback,
  at: number,
): NewDelivery {
  const base = { at, keyId, idEntity, status };
  if (kind !== 'received') return { ...base, outcome: kind, fault };
  const payments = keyId === null || idEntity === null ? [] : store.paymentsNamed(keyId, idEntity);
  const sent = payments.filter((payment) => payment.state === 'sending' || mayBeThere(payment));
  if (sent.length === 0) {
    const code = payments.length === 0 ? 'unknownPayment' : 'notSentHere';
    return { ...base, outcome: 'unfamiliar', fault: { code } };
  }
  const isTaken = sent.map((payment) => asker.ask(payment)).every(Boolean);
  return { ...base, outcome: 'asked', fault: isTaken ? null : { code: 'tooMany' } };
}
