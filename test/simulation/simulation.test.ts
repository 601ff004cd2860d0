import { expect, it } from 'vitest';
import { runSeeds } from './seeds.ts';

const seeds = 100;

it('I1, I2, I3, I4, I5, I6, I7, I11: keeps every invariant after every step while the gateway loses, delays, repeats and reorders', async () => {
  const failures: string[] = [];
  const end = await runSeeds({
    first: 1,
    runs: seeds,
    workers: 2,
    changes: { on: [], off: [], always: [] },
    untilFailure: false,
    onFailure: ({ message }) => failures.push(message),
  });
  process.stdout.write(`simulation: ${seeds} seeds, ${end.payouts} payouts, ${end.crashes} crashes\n`);
  expect(failures).toEqual([]);
  expect(end.crashes).toBeGreaterThan(seeds / 10);
}, 600_000);
