import { expect, it } from 'vitest';
import { compareRuns, savedRun } from './compare.ts';
import type { Figure } from './figure.ts';

const figure = (name: string, ratio: string): Figure => ({
  name,
  ratio,
  measured: '',
  limit: '',
  aim: null,
});

it('reports figures that became slower by more than the noise between rounds, whichever direction is better', () => {
  const before = savedRun('before', [
    [figure('import', '1.50 ×'), figure('rate', '98.4 %'), figure('block', '0.36 of 50 ms')],
    [figure('import', '1.60 ×'), figure('rate', '98.0 %'), figure('block', '0.36 of 50 ms')],
  ]);
  const now = savedRun('now', [
    [figure('import', '1.65 ×'), figure('rate', '97.9 %'), figure('block', '0.30 of 50 ms')],
    [figure('import', '1.59 ×'), figure('rate', '97.8 %'), figure('block', '0.31 of 50 ms')],
  ]);
  expect(compareRuns(before, before)).toEqual([]);
  expect(compareRuns(before, now)).toEqual(['Slower: rate: 98.40 % before, 97.90 % now; noise 0.40']);
  expect(compareRuns(now, before)).toEqual([
    'Slower: block: 0.30 of 50 ms before, 0.36 of 50 ms now; noise 0.01',
  ]);
});

it('reads ratios in the thousands and falling exponents, assumes a tenth as the noise of a single round, and reports figures without a counterpart', () => {
  const before = savedRun('before', [[figure('memory', '1,000.00 ×'), figure('growth', 'exponent -0.59')]]);
  const now = savedRun('now', [
    [figure('memory', '1,101.00 ×'), figure('page', '2.00 ×'), figure('limit', '–')],
  ]);
  expect(compareRuns(before, now)).toEqual(['New: page', 'Not measured now: growth']);
  const later = savedRun('now', [[figure('memory', '1,111.00 ×'), figure('growth', 'exponent -0.40')]]);
  expect(compareRuns(before, later)).toEqual([
    'Slower: growth: -0.59 exponent before, -0.40 exponent now; noise 0.06',
  ]);
});
