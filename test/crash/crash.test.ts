import { expect, it } from 'vitest';
import { crashFigures, crashRounds } from './rounds.ts';

const rounds = 3;

it('I1, I2: pays every row of a batch exactly once with the exact amount, however often it is killed', async () => {
  const firstSeed = Math.floor(Math.random() * 1_000_000);
  process.stdout.write(`crash: ${rounds} rounds from seed ${firstSeed}\n`);
  const end = await crashRounds(firstSeed, rounds);
  process.stdout.write(`${crashFigures(firstSeed, rounds, end)}\n`);
  expect(end.kills).toBeGreaterThan(rounds / 2);
  expect(end.requests).toBeGreaterThan(rounds * 80);
}, 900_000);
