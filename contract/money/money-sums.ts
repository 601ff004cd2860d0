import { runningTotals } from './money.ts';
import type { Environment } from '../profile.ts';

/** Sums of payments and of their fees, per currency. */
export type MoneySums = Readonly<Record<'amounts' | 'fees', ReturnType<typeof runningTotals>>>;

/** Sums of payments, each environment separately: test data is never added to money. */
export function sumsByEnvironment(): {
  of(environment: Environment): MoneySums;
  /** Those with any payment, live before sandbox. */
  list(): (readonly [Environment, MoneySums])[];
} {
  const sums = new Map<Environment, MoneySums>();
  const of = (environment: Environment): MoneySums => {
    const known = sums.get(environment) ?? { amounts: runningTotals(), fees: runningTotals() };
    sums.set(environment, known);
    return known;
  };
  return { of, list: () => [...sums].toSorted(([left], [right]) => left.localeCompare(right)) };
}
