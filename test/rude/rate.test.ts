import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { Arrival, Entry } from './gateway.ts';
import { expectBook, joinGateway, makeRows, publicKeyPem, reportOf } from './rude-merchant.ts';

type Told = {
  readonly url: string;
  readonly book: readonly Entry[];
  readonly arrivals: readonly Arrival[];
  readonly eleventhRequests: number;
};

async function startThread(settleMs: number) {
  const file = new URL('./gateway-thread.ts', import.meta.url);
  const worker = new Worker(file, { workerData: { publicKeyPem, settleMs } });
  const next = (): Promise<Told> =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  const { url } = await next();
  return {
    url,
    told(): Promise<Told> {
      const answer = next();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a thread, not a window
      worker.postMessage('tell');
      return answer;
    },
    leave: async () => void (await worker.terminate()),
  };
}

describe('the rate of a whole batch (interface: Limits)', () => {
  it(
    'I7: a strict sliding second sees no eleventh request while 40 rows are sent and asked about',
    { timeout: 120_000 },
    async () => {
      const rows = makeRows(40);
      const thread = await startThread(1500);
      await using merchant = await joinGateway(thread, thread.url);
      const end = await merchant.payInProgram(rows);
      const { arrivals, eleventhRequests, book } = await thread.told();
      expect(end.exitCode).toBe(0);
      expect(reportOf(end).batches).toMatchObject([{ byState: { paid: 40 } }]);
      expectBook({ gateway: { book: () => book } }, rows);
      expect((await merchant.records()).every(({ state }) => state === 'paid')).toBe(true);
      expect(arrivals.filter(({ method }) => method === 'GET').length).toBeGreaterThanOrEqual(40);
      expect(eleventhRequests).toBe(0);
    },
  );
});
