import { parseArgs } from 'node:util';
import { crashFigures, crashRounds } from './rounds.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '1000' }, seed: { type: 'string' } },
});
const rounds = values.seed === undefined ? Number(values.rounds) : 1;
const firstSeed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
let done = 0;

process.stdout.write(`crash: ${rounds} rounds from seed ${firstSeed}\n`);
const end = await crashRounds(firstSeed, rounds, () => {
  done += 1;
  if (done % 25 === 0) process.stdout.write(`${done} of ${rounds}\n`);
});
process.stdout.write(`${crashFigures(firstSeed, rounds, end)}\n`);
