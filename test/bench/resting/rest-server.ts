import { z } from 'zod';
import { startLoopback } from '../../../main/faces/loopback/start.ts';
import { fillHistory } from '../history/history-folder.ts';
import { serve } from '../kit/in-child.ts';

/** Serves the page on a small history, and tells the processor time that this process has taken. Nothing watches it: that alone would be work. */
await serve(z.object({ directory: z.string(), payouts: z.number() }), async ({ directory, payouts }) => {
  fillHistory(directory, payouts);
  const started = await startLoopback({ directory, port: 0, ask: null });
  if (!started.ok) throw new Error(started.error.message);
  return {
    url: started.value.address,
    report: () => {
      const { user, system } = process.cpuUsage();
      return { processorMs: (user + system) / 1000 };
    },
  };
});
