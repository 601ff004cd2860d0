import { expect, it } from 'vitest';
import { runUnplanned } from './unplanned.ts';

it.each([4, 5])(
  'no order of calls ends in an internal error, or in records that disagree with the gateway (seed %i)',
  async (seed) => {
    const { calls, problem } = await runUnplanned(seed, 600);
    expect(problem).toBeNull();
    expect(calls).toBeGreaterThan(500);
  },
);
