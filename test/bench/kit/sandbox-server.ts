import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { startSandbox } from '../../../sandbox/index.ts';
import { serve } from './in-child.ts';
import { merchantCode, merchantSecret } from './merchant.ts';

/** The sandbox as a server of its own, which notes when each request of the interface arrives if that is wanted. */

const Started = z.object({ request: z.instanceof(IncomingMessage) });

await serve(
  z.object({
    requestsPerSecond: z.number().nullable(),
    settleMs: z.number(),
    notesArrivals: z.boolean(),
  }),
  async ({ requestsPerSecond, settleMs, notesArrivals }) => {
    const arrivals: { at: number; isPayout: boolean }[] = [];
    if (notesArrivals)
      subscribe('http.server.request.start', (message) => {
        const { method, url = '' } = Started.parse(message).request;
        if (!url.startsWith('/!sandbox/'))
          arrivals.push({
            at: performance.now(),
            isPayout: method === 'POST' && url.startsWith('/payouts/'),
          });
      });
    const { url, gateway } = await startSandbox({
      port: 0,
      seed: 1,
      faults: 0,
      settleMs,
      requestsPerSecond,
      merchants: [{ merchantCode, publicKeyPems: [], secrets: [merchantSecret] }],
    });
    return {
      url,
      report: () => {
        const { tooManyRequests } = gateway.statistics();
        return { arrivals, tooManyRequests, payouts: gateway.book().length };
      },
    };
  },
);
