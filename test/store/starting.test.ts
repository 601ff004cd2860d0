import { expect, it } from 'vitest';
import { plansOf } from '../kit/plans.ts';

/** Each payin, top-up and link is a batch of its own, so there may be a million batches. */
const scans = (plans: readonly string[]): string[] =>
  plans.filter((step) => /^SCAN (?:batches|events|payments|lives|paymentCounts)\b/.test(step));

it('a start, and each piece of a sheet that is cleared, takes as long however many batches there are', () => {
  expect(scans(plansOf((store) => store.clearSheets(10, true)))).toEqual([]);
});

it('how the log stands is known without adding up what all batches have', () => {
  expect(scans(plansOf((store) => store.headOfLog()))).toEqual([]);
  const added = plansOf((store) => store.describeLog());
  expect(scans(added)).toEqual(['SCAN paymentCounts']);
});
