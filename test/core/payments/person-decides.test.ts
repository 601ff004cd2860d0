import { beforeEach, describe, expect, it } from 'vitest';
import type { Dispatch } from '../../../main/dispatch.ts';
import { longestUnknownMs } from '../../../main/core/payments/schedule.ts';
import { openMemoryStore, type MemoryStore } from '../../kit/memory-store.ts';
import { createSandboxGateway } from '../../../sandbox/index.ts';
import { quickPair } from '../../kit/quick-keys.ts';
import { keysOf } from '../../simulation/keys.ts';
import { createNetwork } from '../../simulation/network.ts';
import { startProcess } from '../../simulation/process.ts';
import { SeededRandom } from '../../simulation/seeded-random.ts';
import { settled, VirtualClock } from '../../simulation/virtual-clock.ts';

const calm = {
  lostAnswer: 0,
  repeatedRequest: 0,
  errorBefore: 0,
  errorAfter: 0,
  cutBody: 0,
  notSent: 0,
  longestDelayMs: 0,
};
const row = {
  amount: '10.00',
  currencyCode: 'EUR',
  paymentMethodCode: 'SEPA',
  accountName: 'Ann',
  accountNumber: 'ACCOUNT-1',
  paymentOperatorCode: '',
  emailAddress: '',
  idPayout: '',
  reference: '',
};
/** The sandbox takes no key that is as short as those of the simulation. */
const { privateKey, publicKeyPem } = quickPair();
const keys = keysOf(privateKey);
const call = { signal: new AbortController().signal, confirm: () => Promise.resolve(true) };

describe('a payout that the gateway does not know and that is older than a day', () => {
  let clock: VirtualClock;
  let store: MemoryStore;
  let dispatch: Dispatch;
  let isDown = false;
  let gateway: ReturnType<typeof createSandboxGateway>;

  /** Lets time pass until the promise has settled. */
  async function awaited<Value>(promise: Promise<Value>): Promise<Value> {
    let isSettled = false;
    const done = promise.finally(() => {
      isSettled = true;
    });
    for (let steps = 0; steps < 100_000; steps += 1) {
      await settled();
      if (isSettled) break;
      clock.advance();
    }
    return done;
  }

  const run = (): Promise<unknown> =>
    awaited(dispatch('batches.run', { batchIds: null, until: 'final', silenceLimitMs: 1000 }, call));

  beforeEach(async () => {
    clock = new VirtualClock(Date.UTC(2026, 0, 5, 17, 30));
    store = openMemoryStore();
    isDown = false;
    const merchants = [{ merchantCode: 'M', publicKeyPems: [publicKeyPem], secrets: [] }];
    const now = (): number => clock.now();
    gateway = createSandboxGateway({ now, seed: 1, settleMs: 0, requestsPerSecond: 10, merchants });
    let posts = 0;
    const lost = { ...calm, lostRequest: 0 };
    const random = new SeededRandom(1);
    const network = createNetwork({
      clock,
      random,
      gateway,
      weather: lost,
      isDown: () => isDown,
      onDeparture: () => undefined,
    });
    // The first payout is lost on its way, and then nothing is heard for more than a day.
    const transport: typeof network = {
      ...network,
      send: (request) => {
        if (request.method === 'POST' && request.url.includes('/payouts/') && (posts += 1) === 1) {
          isDown = true;
          request.onDeparture();
          return Promise.resolve({ kind: 'noAnswer', cause: 'ECONNRESET' });
        }
        return network.send(request);
      },
    };
    dispatch = await awaited(startProcess({ clock, random, store, transport, keys }).dispatch);
    const profile = {
      name: 'p',
      environment: 'sandbox',
      baseUrl: 'https://gateway.example',
      merchantCode: 'M',
    } as const;
    await dispatch(
      'profiles.add',
      { ...profile, callbackUrl: 'https://merchant.example/c', key: { kind: 'none' } },
      call,
    );
    const bytes = new TextEncoder().encode(JSON.stringify([row]));
    const imported = await awaited(dispatch('batches.import', { fileName: 'f', bytes }, call));
    if (!imported.ok) throw new Error(imported.error.message);
    const { batchId, rowsHash } = imported.value.batch;
    await awaited(dispatch('batches.release', { batchId, rowsHash }, call));
    await run();
    await awaited(clock.sleep(longestUnknownMs));
    isDown = false;
    await run();
  });

  const idPayout = (): string => {
    const [batch] = store.listBatches({ after: null, limit: 1 });
    return store.rowsOfBatch(batch?.batchId ?? '', 0, 1)[0]?.idPayment ?? '';
  };
  const state = (): string | undefined => store.findPayment(idPayout())?.state;

  it('waits for a person, and is not sent again by itself', async () => {
    await run();
    expect(state()).toBe('unknown');
    expect(store.findPayment(idPayout())?.problem?.code).toBe('olderThanADay');
    expect(gateway.book()).toEqual([]);
  });

  it('is not decided about by an order ID alone that another profile has too', async () => {
    const other = { name: 'q', environment: 'sandbox', baseUrl: 'https://gateway.example' } as const;
    const added = {
      ...other,
      merchantCode: 'N',
      callbackUrl: 'https://merchant.example/c',
      key: { kind: 'none' },
    } as const;
    await dispatch('profiles.add', added, call);
    const known = idPayout();
    const decide = (profileName?: string) =>
      awaited(dispatch('payouts.decide', { idPayout: known, profileName, decision: 'notAccepted' }, call));
    const bytes = new TextEncoder().encode(JSON.stringify([{ ...row, idPayout: known }]));
    await awaited(dispatch('batches.import', { profileName: 'q', fileName: 'g', bytes }, call));
    expect(await decide()).toMatchObject({
      ok: false,
      error: { code: 'inputInvalid', message: expect.stringContaining('p, q') },
    });
    expect(store.findPayment(known, 'p')?.state).toBe('unknown');
    expect(await decide('p')).toMatchObject({ ok: true, value: { profileName: 'p', state: 'rejected' } });
  });

  it('I2: is sent with the same bytes under the same order ID when a person orders it, and paid once', async () => {
    const decided = await awaited(
      dispatch('payouts.decide', { idPayout: idPayout(), decision: 'sendAgain' }, call),
    );
    expect(decided).toMatchObject({ ok: true, value: { state: 'queued' } });
    await run();
    expect(state()).toBe('paid');
    expect(gateway.book()).toMatchObject([{ id: idPayout(), amount: '10.00', acceptedCount: 1 }]);
    const payment = store.findPayment(idPayout());
    const bodies = new Set(
      store.attemptsOf(payment?.paymentId ?? 0).map(({ body }) => new TextDecoder().decode(body)),
    );
    expect(bodies.size).toBe(1);
  });

  it('I6: is rejected when a person marks it as not accepted, and the event says so', async () => {
    await awaited(dispatch('payouts.decide', { idPayout: idPayout(), decision: 'notAccepted' }, call));
    expect(state()).toBe('rejected');
    const payment = store.findPayment(idPayout());
    expect(store.eventsOf(payment?.paymentId ?? 0).at(-1)).toMatchObject({
      from: 'unknown',
      to: 'rejected',
      reason: { code: 'decided', decision: 'notAccepted' },
    });
    const again = await dispatch('payouts.decide', { idPayout: idPayout(), decision: 'sendAgain' }, call);
    expect(again).toMatchObject({ ok: false, error: { code: 'notDecidable' } });
  });
});
