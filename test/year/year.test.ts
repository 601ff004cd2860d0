import { expect, it } from 'vitest';
import { simulateBusiness } from './business.ts';

it('a month of a simulated business is reconciled to the gateway’s book to the last decimal, and nothing is unexplained', async () => {
  const end = await simulateBusiness(1, 1);
  expect(end.problems).toEqual([]);
  expect(end.statements).toBe(4);
  expect(end.payments).toBeGreaterThan(50);
  expect(end.forecasts).toBeGreaterThan(100);
});
