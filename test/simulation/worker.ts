import { parentPort, workerData } from 'node:worker_threads';
import { always, isSwitch, switches } from './switches.ts';
import { simulate } from './simulate.ts';

/** Consecutive seeds that are run one after the other. */
export type Part = { readonly from: number; readonly count: number; readonly untilFailure: boolean };
export type SeedFailure = { readonly seed: number; readonly message: string; readonly stack: string };
export type SeedsDone = {
  readonly done: number;
  readonly steps: number;
  readonly crashes: number;
  readonly payouts: number;
  readonly departures: number;
};

export type SwitchChanges = Readonly<Record<'on' | 'off' | 'always', readonly string[]>>;

const changes: SwitchChanges = workerData;
for (const name of changes.on) if (isSwitch(name)) switches[name] = true;
for (const name of changes.off) if (isSwitch(name)) switches[name] = false;
for (const name of changes.always) if (isSwitch(name)) always.add(name);

async function answer(part: Part): Promise<void> {
  const done = await runPart(part);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a thread, not a window
  parentPort?.postMessage(done);
}

parentPort?.on('message', (part: Part) => void answer(part));

async function runPart({ from, count, untilFailure }: Part) {
  const end = { done: 0, steps: 0, crashes: 0, payouts: 0, departures: 0 };
  const failures: SeedFailure[] = [];
  for (let seed = from; seed < from + count; seed += 1) {
    end.done += 1;
    try {
      const { steps, crashes, payouts, departures } = await simulate(seed);
      end.steps += steps;
      end.crashes += crashes;
      end.payouts += payouts;
      end.departures += departures;
    } catch (cause) {
      failures.push(failureOf(seed, cause));
      if (untilFailure) break;
    }
  }
  return { ...end, failures };
}

function failureOf(seed: number, cause: unknown): SeedFailure {
  if (!(cause instanceof Error)) return { seed, message: String(cause), stack: '' };
  const stack = [cause.stack, cause.cause instanceof Error ? cause.cause.stack : ''].join('\n');
  return { seed, message: cause.message, stack };
}
