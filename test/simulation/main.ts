import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isSwitch, switches } from './switches.ts';
import { runSeeds, type SeedsEnd } from './seeds.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    with: { type: 'string', multiple: true, default: [] },
    without: { type: 'string', multiple: true, default: [] },
    always: { type: 'string', multiple: true, default: [] },
    'until-failure': { type: 'boolean', default: false },
  },
});

const unknown = [...values.with, ...values.without, ...values.always].filter((name) => !isSwitch(name));
if (unknown.length > 0)
  throw new Error(`no switch ${unknown.join(', ')}; there are ${Object.keys(switches).join(', ')}`);

const isOne = values.seed !== undefined;
const first = Number(values.seed ?? values.from);
const runs = isOne ? 1 : Number(values.runs);
/** Seeds after which it says how far it is. */
const toldEvery = 1000;
const startedAt = Date.now();
/** Ends after the seeds that run now, and reports what was run. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
const end: SeedsEnd = await runSeeds({
  first,
  runs,
  workers: isOne ? 1 : Number(values.workers),
  changes: { on: values.with, off: values.without, always: values.always },
  untilFailure: values['until-failure'],
  signal: stop.signal,
  onProgress: ({ done, failed }) => {
    if (done % toldEvery === 0 && done < runs) process.stdout.write(`${done} of ${runs}, ${failed} failed\n`);
  },
  onFailure: ({ message, stack }) => {
    process.stderr.write(`${message}\n${isOne ? `${stack}\n` : ''}`);
  },
});
const seconds = (Date.now() - startedAt) / 1000;
/** What other work on the machine changes least. */
const { user, system } = process.cpuUsage();
const processorMs = (user + system) / 1000 / Math.max(1, end.done);
process.stdout.write(
  `${end.done} seeds from ${first} in ${seconds.toFixed(1)} s, ${(end.done / seconds).toFixed(0)} a second, ${processorMs.toFixed(1)} ms of processor time each: ${end.payouts} payouts, ${end.departures} requests, ${end.crashes} crashes, ${end.steps} steps\n`,
);
process.stdout.write(`${end.done - end.failed} passed, ${end.failed} failed\n`);
process.exitCode = end.failed === 0 ? 0 : 1;
