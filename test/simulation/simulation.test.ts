import { expect, it } from 'vitest';
import { simulate } from './simulate.ts';

const seeds = 240;
const parts = 4;

it.each(Array.from({ length: parts }, (_, part) => part))(
  'I1, I2, I3, I4, I5, I6, I7: keeps every invariant after every step while the gateway loses, delays, repeats and reorders (part %i)',
  async (part) => {
    const first = 1 + (part * seeds) / parts;
    let crashes = 0;
    let payouts = 0;
    for (let seed = first; seed < first + seeds / parts; seed += 1) {
      const end = await simulate(seed);
      crashes += end.crashes;
      payouts += end.payouts;
    }
    process.stdout.write(
      `simulation: seeds ${first} to ${first + seeds / parts - 1}, ${payouts} payouts, ${crashes} crashes\n`,
    );
    expect(crashes).toBeGreaterThan(seeds / parts / 10);
  },
  300_000,
);
