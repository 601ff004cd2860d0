import { parseArgs } from 'node:util';
import { simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
  },
});

const first = Number(values.seed ?? values.from);
const runs = values.seed === undefined ? Number(values.runs) : 1;
const totals = { steps: 0, crashes: 0, payouts: 0, departures: 0 };
let failed = 0;
const startedAt = Date.now();

for (let seed = first; seed < first + runs; seed += 1)
  try {
    const end = await simulate(seed);
    totals.steps += end.steps;
    totals.crashes += end.crashes;
    totals.payouts += end.payouts;
    totals.departures += end.departures;
  } catch (cause) {
    failed += 1;
    process.stderr.write(
      `${cause instanceof Error ? (runs === 1 ? cause.stack : cause.message) : String(cause)}\n`,
    );
    if (runs === 1)
      process.stderr.write(
        `${cause instanceof Error && cause.cause instanceof Error ? cause.cause.stack : ''}\n`,
      );
  }

const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
process.stdout.write(
  `seeds ${first} to ${first + runs - 1} in ${seconds} s: ${totals.payouts} payouts, ${totals.departures} requests, ${totals.crashes} crashes, ${totals.steps} steps\n`,
);
process.stdout.write(`${runs - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
