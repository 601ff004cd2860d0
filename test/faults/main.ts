import { parseArgs } from 'node:util';
import { faults } from './faults.ts';
import { Garden, type Planting } from './plant.ts';

const lanes = 2;
const root = new URL('../..', import.meta.url).pathname;
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = faults.filter(({ name }) => name.includes(values.only ?? ''));
const startedAt = Date.now();
const survivors: string[] = [];
let next = 0;

function tell({ fault: { name }, noticed, runs }: Planting): void {
  const after = runs === null ? '' : ` after ${runs} ${runs === 1 ? 'simulation' : 'simulations'}`;
  process.stdout.write(noticed === null ? `SURVIVED ${name}\n` : `caught   ${name}${after}: ${noticed}\n`);
}

async function work(): Promise<void> {
  const garden = new Garden(root);
  try {
    for (let fault = wanted[next]; fault !== undefined; fault = wanted[next]) {
      next += 1;
      try {
        const planting = await garden.plant(fault);
        if (planting.noticed === null) survivors.push(fault.name);
        tell(planting);
      } catch (cause) {
        survivors.push(fault.name);
        process.stdout.write(`NOT RUN  ${fault.name}: ${cause instanceof Error ? cause.message : ''}\n`);
      }
    }
  } finally {
    garden.remove();
  }
}

await Promise.all(Array.from({ length: lanes }, work));
const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
process.stdout.write(
  `${wanted.length - survivors.length} of ${wanted.length} faults caught in ${seconds} s\n`,
);
process.exitCode = survivors.length === 0 && wanted.length > 0 ? 0 : 1;
