import { expect, it } from 'vitest';
import { succeed } from '../../../../contract/result.ts';
import type { CoreContext } from '../../../../main/core/context.ts';
import { positionHandlers } from '../../../../main/core/treasury/position/read-position.ts';
import { refreshHandler } from '../../../../main/core/treasury/position/refresh-position.ts';
import { systemClock } from '../../../../main/system.ts';
import { SeededRandom } from '../../../simulation/seeded-random.ts';
import { gatewayDouble } from '../../../kit/gateway-double.ts';
import { openMemoryStore } from '../../../kit/memory-store.ts';
import { addProfile, found, newIncoming, value } from '../../../kit/store.ts';
import { detail } from '../../payments/decisions.ts';

const call = { signal: new AbortController().signal, confirm: () => Promise.resolve(true) };
/** More than one page of them. */
const count = 250;

it('a refresh of the position asks about every top-up, so that each is known not to be in the balance', async () => {
  const store = openMemoryStore();
  addProfile(store);
  for (let number = 1; number <= count; number += 1) {
    const { paymentId } = store.addIncoming(
      newIncoming({
        kind: 'topup',
        origin: 'followed',
        batchId: `b${number}`,
        idPayment: `t${number}`,
        amount: '10.00',
      }),
    );
    store.record([found(paymentId, 'awaited', 'accepted', { gatewayStatus: 'PENDING' })], 3000 + number);
  }
  const amounts = [{ name: 'available', amount: '1000.00' }];
  const asked = new Set<string>();
  const client = gatewayDouble({
    balances: () =>
      Promise.resolve(succeed({ status: 200, raw: '', value: [{ currencyCode: 'EUR', amounts }] })),
    readPayment: ({ idPayment }) => {
      asked.add(idPayment);
      return Promise.resolve(detail({ money: { amount: '10', currencyCode: 'EUR' }, status: 'PENDING' }));
    },
  });
  let now = 1_000_000;
  const clock = { ...systemClock, now: () => (now += 1) };
  const gateway = { client: () => client };
  const context = {
    store,
    clock,
    gateway,
    random: new SeededRandom(1),
    emit: () => undefined,
  } as unknown as CoreContext;
  value(await refreshHandler(context)['position.refresh']({ profileName: 'main' }, call));
  const [line] = value(await positionHandlers(context)['position.read']({ profileName: 'main' }, call));
  expect(asked.size).toBe(count);
  expect(line).toMatchObject({ expectedIn: '2500.00', perhapsCountedTwice: '0', projected: '3500.00' });
  store.close();
});
