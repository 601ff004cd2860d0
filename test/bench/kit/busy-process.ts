import { z } from 'zod';
import { serve } from './in-child.ts';

/** Uses a whole core, as other programs of a busy machine do, until it is stopped. */
await serve(z.object({}), () => {
  const work = (): void => {
    const until = performance.now() + 20;
    while (performance.now() < until) continue;
    setImmediate(work);
  };
  setImmediate(work);
  return Promise.resolve({ url: '', report: () => ({}) });
});
