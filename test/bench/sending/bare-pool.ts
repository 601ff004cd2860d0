import { Pool } from 'undici';
import { z } from 'zod';
import { encodePayoutBody } from '../../../main/gateway/index.ts';
import { callbackUrl, merchantCode, merchantSecret } from '../kit/merchant.ts';
import { makeRows } from '../kit/rows.ts';

const common = { 'X-API-Version': '2', 'Content-Type': 'application/json', Accept: 'application/json' };

const tooManyRequests = 429;

/** A pool of connections that posts payouts to the gateway and throws away its answers; the gateway counts those that came too soon. */
export async function openBarePool(url: string, connections: number) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const headers = { ...common, Authorization: `Bearer ${await askToken(pool)}` };
  return {
    post: async (idPayout: string, body: Uint8Array): Promise<void> => {
      const answer = await pool.request({ method: 'POST', path: `/payouts/${idPayout}`, headers, body });
      const { statusCode } = answer;
      if (statusCode !== 201 && statusCode !== tooManyRequests) throw new Error(`answered ${statusCode}`);
      await answer.body.dump();
    },
    close: () => pool.close(),
  };
}

/** The bodies that Bursar would post for this many payouts. */
export function bareBodies(rows: number): Uint8Array[] {
  return makeRows(rows, false).map((row) => encodePayoutBody({ ...row, callbackUrl }));
}

/** Does these tasks, several at once, and gives the milliseconds that they took together. */
export async function severalAtOnce(
  tasks: number,
  atOnce: number,
  task: (index: number) => Promise<void>,
): Promise<number> {
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < tasks) {
        const index = next;
        next += 1;
        await task(index);
      }
    }),
  );
  return performance.now() - startedAt;
}

async function askToken(pool: Pool): Promise<string> {
  const timestamp = Math.floor(Date.now() / 1000);
  const operations = ['POST /payouts/bench-[0-9]+'];
  const body = JSON.stringify({
    merchantCode,
    validitySecs: 600,
    timestamp,
    secret: merchantSecret,
    operations,
  });
  const answer = await pool.request({ method: 'POST', path: '/auth-tokens', headers: common, body });
  return z.object({ token: z.string() }).parse(await answer.body.json()).token;
}
