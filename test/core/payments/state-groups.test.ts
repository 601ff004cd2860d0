import { expect, it } from 'vitest';
import {
  leavingStates,
  openStates,
  paymentStates,
  settledStates,
  troubledStates,
  unresolvedStates,
  unsentStates,
} from '../../../contract/payments/payment.ts';
import { askedStates } from '../../../contract/payments/life.ts';

it('each state is that of a draft, of an open payment or of a settled one, and of one of them only', () => {
  expect(['draft', ...openStates, ...settledStates].toSorted()).toEqual(paymentStates.toSorted());
});

it('what is unresolved is open, and what is troubled is unknown or settled without being paid or cancelled', () => {
  expect(openStates).toEqual(expect.arrayContaining([...unresolvedStates]));
  expect(['paid', ...troubledStates.filter((state) => state !== 'unknown'), 'cancelled'].toSorted()).toEqual(
    settledStates.toSorted(),
  );
});

it('nothing is asked about on schedule that the gateway cannot know of', () => {
  expect(leavingStates.every((state) => unsentStates.has(state))).toBe(true);
  expect([...askedStates].filter((state) => unsentStates.has(state))).toEqual([]);
});
