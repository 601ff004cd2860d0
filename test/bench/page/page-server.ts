import { z } from 'zod';
import { startLoopback } from '../../../main/faces/loopback/start.ts';
import { serve } from '../kit/in-child.ts';
import { beginWatching } from '../kit/watch.ts';

/** Serves the page on a data folder to one browser, and tells what was seen of this process since it was last asked. */
await serve(z.object({ directory: z.string() }), async ({ directory }) => {
  const started = await startLoopback({ directory, port: 0, ask: null });
  if (!started.ok) throw new Error(started.error.message);
  let watching = beginWatching();
  return {
    url: started.value.address,
    report: () => {
      const watched = watching.end();
      watching = beginWatching();
      return watched;
    },
  };
});
