import { expect, it } from 'vitest';
import { plansOf } from '../kit/plans.ts';

/** Each payin, top-up and link is a batch of its own, so there may be a million batches. */
const scans = (plans: readonly string[]): string[] =>
  plans.filter((step) => /^SCAN (?:batches|events|payments|lives|paymentCounts)\b/.test(step));

it('a start, and each step of clearing a sheet, takes equally long however many batches there are', () => {
  expect(scans(plansOf((store) => store.clearSheets(10, true)))).toEqual([]);
});

it('the state of the log is known without adding up the contents of all batches', () => {
  expect(scans(plansOf((store) => store.headOfLog()))).toEqual([]);
  const added = plansOf((store) => store.describeLog());
  expect(scans(added)).toEqual(['SCAN paymentCounts']);
});
