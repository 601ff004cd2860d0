import { onTestFinished, vi } from 'vitest';
import { createCallbackListening } from '../../../../main/callbacks/index.ts';
import type { StoredPayment } from '../../../../main/core/ports/index.ts';
import { patient } from '../../../callbacks/listening.ts';
import { openOffice, type Office } from '../../../kit/office.ts';

export { patient } from '../../../callbacks/listening.ts';

/** An office whose listener is the real one. */
export type ListeningOffice = Office & {
  /** The address of the profile `main`. */
  address(): Promise<string>;
  /** Posts a callback and gives the status of the answer. */
  tellOf(idEntity: string): Promise<number>;
  /** Gives the profile this callback address. */
  useAddress(callbackUrl: string): Promise<void>;
  /** A released batch of one payout that is sent; nobody asks about it from then on. Gives the order ID. */
  sendOne(): Promise<string>;
  payment(idPayment: string): StoredPayment;
  untilState(idPayment: string, state: StoredPayment['state']): Promise<void>;
  /** How many requests of this payout reached the sandbox. */
  asks(idPayment: string, method?: 'GET' | 'POST'): number;
  /** Resolves once the listener reported this many deliveries. */
  untilDelivered(count: number): Promise<void>;
};

/** Gateways in these tests finish no payment by themselves unless they are told to. */
export const neverMs = 86_400_000;
const anywhere = { host: '127.0.0.1', port: 0 } as const;

export async function openListeningOffice(
  options: {
    readonly settleMs?: number;
    readonly servesLive?: boolean;
    readonly isListening?: boolean;
  } = {},
): Promise<ListeningOffice> {
  const { settleMs = neverMs, isListening = true, ...rest } = options;
  const office = await openOffice({
    settleMs,
    ...rest,
    listening: createCallbackListening({ reportEveryMs: 20 }),
  });
  onTestFinished(async () => {
    await office.get('runner.stop', {});
  });
  if (isListening) await office.get('callbacks.listen', anywhere);
  const { store, get } = office;
  const listening: ListeningOffice = {
    ...office,
    address: async () => {
      const { profiles } = await get('callbacks.state', {});
      return profiles.find(({ profileName }) => profileName === 'main')?.address ?? '';
    },
    tellOf: async (idEntity) => {
      const body = JSON.stringify({ idEntity });
      return (await fetch(await listening.address(), { method: 'POST', body })).status;
    },
    useAddress: async (callbackUrl) => {
      await get('profiles.edit', { name: 'main', newName: 'main', callbackUrl });
    },
    sendOne: async () => {
      const { batchId } = await office.draft(['12.50'], `${Math.random()}.csv`);
      await office.release(batchId, true);
      await get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
      return `${batchId}-1`;
    },
    payment: (idPayment) => {
      const payment = store.findPayment(idPayment);
      if (payment === null) throw new Error(`no payment ${idPayment}`);
      return payment;
    },
    untilState: (idPayment, state) =>
      vi.waitUntil(() => listening.payment(idPayment).state === state, patient).then(() => undefined),
    asks: (idPayment, method = 'GET') =>
      office.asked.filter((each) => each === `${method} /payouts/${idPayment}`).length,
    untilDelivered: async (count) => {
      await vi.waitUntil(
        async () => (await get('callbacks.deliveries', { limit: 200 })).length >= count,
        patient,
      );
    },
  };
  return listening;
}
