import { expect, it } from 'vitest';
import type { PayoutDetail } from '../../../contract/payments/payment.ts';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { payoutHandlers } from '../../../main/core/payouts/payout-handlers.ts';
import { decided } from '../../../main/core/payments/person-decisions.ts';
import type { Store } from '../../../main/core/ports/index.ts';
import { openMemoryStore } from '../../kit/memory-store.ts';
import { openDesk } from '../../kit/sheet-desk.ts';
import { addProfile, clock, importBatch, release, value } from '../../kit/store.ts';

/** A store with one released payout, whose records are older than what was sent since. */
function restoredStore(): Store {
  const store = openMemoryStore();
  addProfile(store);
  importBatch(store, 'b', 1);
  release(store, 'b');
  const image = store.image();
  store.close();
  return openMemoryStore({ image, at: clock.now(), isRestored: true });
}

/** What window and command line show of it. */
async function shown(store: Store): Promise<PayoutDetail> {
  const { parts, call } = await openDesk(store);
  const show = payoutHandlers(parts)['payouts.show'];
  return value(await show({ idPayout: 'b-1' }, call));
}

it('I13: nothing calls a payout unsent that may have been sent after a backup, even once a person has it sent again', async () => {
  const store = restoredStore();
  expect(await shown(store)).toMatchObject({ state: 'unknown', attempts: [], wasSent: true });
  const restored = store.findPayment('b-1');
  if (restored === null) throw new Error('it is gone');
  store.record([decided(restored, 'sendAgain', clock.now())], clock.now());
  const again = await shown(store);
  expect(again).toMatchObject({ state: 'queued', attempts: [], wasSent: true });
  expect(paymentMeaning({ ...again, kind: 'payout', origin: null })).toBe(
    'Waiting for its turn. It may have been sent before, so Bursar sends the same request under the same order ID.',
  );
});

it('a payout that is queued for the first time was not sent', async () => {
  const store = openMemoryStore();
  addProfile(store);
  importBatch(store, 'b', 1);
  release(store, 'b');
  expect(await shown(store)).toMatchObject({ state: 'queued', wasSent: false });
});
