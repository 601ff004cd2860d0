import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { activity } from './activity/activity.ts';
import { keepHistoryIn } from './history/a-million-payouts.ts';
import { blockingOfABatch, memory } from './sending/big-batch.ts';
import { floodOfCallbacks } from './callbacks/callbacks.ts';
import { profileInto } from './kit/children.ts';
import { compareRuns, SavedRun, savedRun } from './kit/compare.ts';
import { blockingOfADesk } from './sending/desk.ts';
import { table, type Figure } from './kit/figure.ts';
import { firstScreen } from './page/first-screen.ts';
import { growth, growUpTo } from './growth/growth.ts';
import { history, historyUpTo } from './history/history.ts';
import { importing } from './importing/importing.ts';
import { machineLimits, machineWords } from './machine/machine.ts';
import { payeesOfADraft } from './payees/payees.ts';
import { restFor, resting } from './resting/resting.ts';
import { backupWhileSending } from './sending/backup.ts';
import { sendingWithinTheLimit, sendingWithoutALimit } from './sending/sending.ts';
import { palette } from './page/palette.ts';
import { sheet } from './page/sheet.ts';
import { simulating } from './simulating/simulating.ts';
import { starting } from './starting/starting.ts';

/** `npm run bench` runs all of these, `npm run bench -- import memory` some; BENCHMARKS.md says what they measure. */
const benchmarks: Readonly<Record<string, () => Promise<Figure[]>>> = {
  rate: sendingWithinTheLimit,
  throughput: sendingWithoutALimit,
  import: importing,
  memory,
  blocking: async () => [...(await blockingOfABatch()), ...(await blockingOfADesk())],
  page: async () => [...(await firstScreen()), ...(await palette())],
  history,
  activity,
  sheet,
  callbacks: floodOfCallbacks,
  payees: payeesOfADraft,
  start: starting,
  growth,
  rest: resting,
  simulation: simulating,
  backup: backupWhileSending,
  limits: machineLimits,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // A folder for CPU profiles of every process that does work; profiling slows them down.
    profile: { type: 'string' },
    // A folder that keeps the histories of `page`, `history` and `sheet` from one run to the next.
    history: { type: 'string' },
    // The largest history of `history`, in payouts.
    payouts: { type: 'string' },
    // The largest history of `growth`, in payouts.
    grow: { type: 'string' },
    // How long `rest` leaves the program alone, in minutes.
    minutes: { type: 'string' },
    // A file that keeps the ratios of this run, and one of an earlier run to compare them with.
    save: { type: 'string' },
    compare: { type: 'string' },
    // Each benchmark so often: what differs between the rounds is the noise of a comparison. The table has the last round.
    rounds: { type: 'string' },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}.\n`,
  );
  process.exit(2);
}
if (values.profile !== undefined) profileInto(values.profile);
if (values.minutes !== undefined) restFor(Number(values.minutes));
if (values.grow !== undefined) growUpTo(Number(values.grow));
if (values.payouts !== undefined) historyUpTo(Number(values.payouts));
if (values.history !== undefined) keepHistoryIn(values.history);

const startedAt = Date.now();
const secondsSoFar = (): string => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`;
const machineBefore = machineWords();
const earlier =
  values.compare === undefined ? null : SavedRun.parse(JSON.parse(readFileSync(values.compare, 'utf8')));
const rounds = Number(values.rounds ?? (earlier === null ? 1 : 2));
const measuredIn: Figure[][] = [];
for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for (let round = 0; round < rounds; round += 1) {
    process.stderr.write(`${secondsSoFar()}: ${name} …\n`);
    const measured = await benchmark();
    for (const figure of measured)
      process.stderr.write(`  ${figure.name}: ${figure.measured}, ${figure.ratio}\n`);
    (measuredIn[round] ??= []).push(...measured);
  }
}
const date = new Date().toISOString().slice(0, 10);
process.stdout.write(
  `Measured on ${date} on ${machineBefore} before it began; ${secondsSoFar()} in all.\n\n`,
);
process.stdout.write(`${table(measuredIn.at(-1) ?? [])}\n`);
const run = savedRun(`${date} on ${machineBefore}`, measuredIn);
if (values.save !== undefined) writeFileSync(values.save, JSON.stringify(run, null, 2));
if (earlier !== null) {
  const differences = compareRuns(earlier, run);
  process.stdout.write(`\nCompared with ${earlier.measured}:\n`);
  process.stdout.write(
    `${differences.length === 0 ? 'Nothing became slower by more than the noise.' : differences.join('\n')}\n`,
  );
}
