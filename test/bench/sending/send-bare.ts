import { z } from 'zod';
import { work } from '../kit/in-child.ts';
import { bareBodies, openBarePool, severalAtOnce } from './bare-pool.ts';

/** A bare loop over undici that posts the bodies that Bursar would post, several at once, and keeps nothing. */

await work(
  z.object({ url: z.string(), rows: z.number(), atOnce: z.number() }),
  async ({ url, rows, atOnce }) => {
    const pool = await openBarePool(url, atOnce);
    const bodies = bareBodies(rows);
    const durationMs = await severalAtOnce(rows, atOnce, (index) =>
      pool.post(`bench-${index + 1}`, bodies[index] ?? new Uint8Array()),
    );
    await pool.close();
    return { durationMs };
  },
);
