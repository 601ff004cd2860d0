import { Pool } from 'undici';
import { z } from 'zod';
import { encodePayoutBody } from '../../../main/gateway/index.ts';
import { work } from '../kit/in-child.ts';
import { callbackUrl, merchantCode, merchantSecret } from '../kit/merchant.ts';
import { makeRows } from '../kit/rows.ts';

/** A bare loop over undici that posts the bodies that Bursar would post, several at once, and keeps nothing. */

const common = { 'X-API-Version': '2', 'Content-Type': 'application/json', Accept: 'application/json' };

await work(
  z.object({ url: z.string(), rows: z.number(), atOnce: z.number() }),
  async ({ url, rows, atOnce }) => {
    const pool = new Pool(url, { connections: atOnce, pipelining: 1 });
    const headers = { ...common, Authorization: `Bearer ${await askToken(pool)}` };
    const bodies = makeRows(rows, false).map((row) => encodePayoutBody({ ...row, callbackUrl }));
    let next = 0;
    const post = async (): Promise<void> => {
      for (;;) {
        const index = next;
        next += 1;
        const body = bodies[index];
        if (body === undefined) return;
        const answer = await pool.request({
          method: 'POST',
          path: `/payouts/bench-${index + 1}`,
          headers,
          body,
        });
        if (answer.statusCode !== 201) throw new Error(`answered ${answer.statusCode}`);
        await answer.body.dump();
      }
    };
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: atOnce }, post));
    const durationMs = performance.now() - startedAt;
    await pool.close();
    return { durationMs };
  },
);

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
