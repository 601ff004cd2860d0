import { parentPort, workerData } from 'node:worker_threads';
import { isSwitch, switches } from './scenario.ts';
import { simulate } from './simulate.ts';

export type SeedFailure = { readonly seed: number; readonly message: string; readonly stack: string };
export type SeedsDone = {
  readonly done: number;
  readonly steps: number;
  readonly crashes: number;
  readonly payouts: number;
  readonly departures: number;
};

const without: readonly string[] = workerData;
for (const name of without) if (isSwitch(name)) switches[name] = false;

parentPort?.on('message', ({ from, count, untilFailure }) => {
  void runPart(from, count, untilFailure).then((done) => parentPort?.postMessage(done));
});

async function runPart(from: number, count: number, untilFailure: boolean) {
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
