import { expect, it, onTestFinished } from 'vitest';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import type { CoreContext } from '../../../../main/core/context/context.ts';
import type { Answer, PaymentDetail } from '../../../../main/core/ports/index.ts';
import { positionHandlers } from '../../../../main/core/treasury/position/read-position.ts';
import { refreshHandler } from '../../../../main/core/treasury/position/refresh-position.ts';
import { systemClock } from '../../../../main/system.ts';
import { SeededRandom } from '../../../simulation/seeded-random.ts';
import { gatewayDouble } from '../../../kit/gateway-double.ts';
import { openMemoryStore } from '../../../kit/memory-store.ts';
import { addProfile, found, newIncoming, value } from '../../../kit/store.ts';
import { detail } from '../../payments/decisions.ts';

const call = { signal: new AbortController().signal, confirm: () => Promise.resolve(true) };
/** A profile with top-ups in progress, and a refresh of its position whose queries are answered by `answer`. */
function withTopUps(count: number, answer: () => Result<Answer<PaymentDetail>>) {
  const store = openMemoryStore();
  onTestFinished(() => store.close());
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
  const asked: string[] = [];
  const client = gatewayDouble({
    balances: () =>
      Promise.resolve(succeed({ status: 200, raw: '', value: [{ currencyCode: 'EUR', amounts }] })),
    readPayment: ({ idPayment }) => {
      asked.push(idPayment);
      return Promise.resolve(answer());
    },
  });
  let now = 1_000_000;
  const clock = { ...systemClock, now: () => (now += 1) };
  const context = {
    store,
    clock,
    gateway: { client: () => client },
    random: new SeededRandom(1),
    emit: () => undefined,
  } as unknown as CoreContext;
  const refresh = async () => refreshHandler(context)['position.refresh']({ profileName: 'main' }, call);
  return { context, asked, refresh };
}

const severalPages = 250;
const inProgress = () => detail({ money: { amount: '10', currencyCode: 'EUR' }, status: 'PENDING' });

it('a refresh of the position asks about every top-up, so that each is known not to be in the balance', async () => {
  const { context, asked, refresh } = withTopUps(severalPages, inProgress);
  value(await refresh());
  const [line] = value(await positionHandlers(context)['position.read']({ profileName: 'main' }, call));
  expect(new Set(asked).size).toBe(severalPages);
  expect(line).toMatchObject({ expectedIn: '2500.00', perhapsCountedTwice: '0', projected: '3500.00' });
});

it('a refresh of the position whose gateway goes away after the balances says so, and asks about no further top-up', async () => {
  const answers = [inProgress(), fail('gatewayUnreachable', 'The gateway is gone.')];
  const { context, asked, refresh } = withTopUps(4, () => answers.shift() ?? inProgress());
  expect(await refresh()).toMatchObject({
    error: {
      code: 'gatewayUnreachable',
      message: expect.stringContaining(
        'The balances were read, but not every top-up on its way was asked about.',
      ),
    },
  });
  expect(asked).toEqual(['t1', 't2']);
  const [line] = value(await positionHandlers(context)['position.read']({ profileName: 'main' }, call));
  expect(line).toMatchObject({ available: '1000.00', perhapsCountedTwice: '30.00' });
});

it('a refresh of the position asks about the other top-ups if the gateway refuses to answer about one', async () => {
  const answers = [fail('gatewayForbidden', 'Not permitted.', { status: 403 })];
  const { asked, refresh } = withTopUps(3, () => answers.shift() ?? inProgress());
  expect(await refresh()).toMatchObject({ error: { code: 'gatewayForbidden' } });
  expect(asked).toEqual(['t1', 't2', 't3']);
});
