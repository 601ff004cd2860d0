import { availableParallelism } from 'node:os';
import { runSeeds } from '../../simulation/seeds.ts';
import { inWords, type Figure } from '../kit/figure.ts';

const first = 1;
const runs = 400;
const aimPerSecond = 100;

/** How many seeds of the simulation this machine tries in a second. */
export async function simulating(): Promise<Figure[]> {
  const workers = Math.min(2, availableParallelism());
  const startedAt = performance.now();
  const end = await runSeeds({
    first,
    runs,
    workers,
    changes: { on: [], off: [], always: [] },
    untilFailure: false,
    onFailure: ({ message }) => process.stderr.write(`${message}\n`),
  });
  if (end.failed > 0) throw new Error(`${end.failed} seeds failed`);
  const perSecond = runs / ((performance.now() - startedAt) / 1000);
  return [
    {
      name: `Simulation, ${workers} workers: seeds a second`,
      measured: `${inWords(perSecond)} seeds, ${inWords(end.steps / runs)} steps and ${inWords(end.departures / runs)} requests each`,
      limit: '–',
      ratio: `${inWords((perSecond / aimPerSecond) * 100, 1)} %`,
      aim: { words: `${aimPerSecond} a second`, isMet: perSecond >= aimPerSecond },
    },
  ];
}
