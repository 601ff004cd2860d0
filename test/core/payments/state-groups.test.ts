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

it('each state belongs to a draft, an open payment or a settled one, and to only one of them', () => {
  expect(['draft', ...openStates, ...settledStates].toSorted()).toEqual(paymentStates.toSorted());
});

it('unresolved payments are open, and troubled ones are unknown, or settled without being paid or cancelled', () => {
  expect(openStates).toEqual(expect.arrayContaining([...unresolvedStates]));
  expect(['paid', ...troubledStates.filter((state) => state !== 'unknown'), 'cancelled'].toSorted()).toEqual(
    settledStates.toSorted(),
  );
});

it('no schedule queries a payment that the gateway cannot know', () => {
  expect(leavingStates.every((state) => unsentStates.has(state))).toBe(true);
  expect([...askedStates].filter((state) => unsentStates.has(state))).toEqual([]);
});
