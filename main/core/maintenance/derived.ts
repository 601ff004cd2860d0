import { DerivedPart, type Check, type DerivedDifference } from '../../../contract/maintenance/check.ts';
import type { EmittingContext } from '../context/context.ts';
import { catchUpPayees, describePayee } from '../payees/known.ts';
import { catchUpKeys, paymentKeysOf } from '../payments/payee.ts';

/** How many differences a check names; it counts the others. */
const namedDifferences = 3;

/** Compares derived data with its source, one check per part; null if the signal aborts. */
export async function checkDerived(
  { store, clock, emit }: EmittingContext,
  signal: AbortSignal,
): Promise<Check[] | null> {
  const found = new Map(
    DerivedPart.options.map((part) => [part, { count: 0, named: [] as DerivedDifference[] }]),
  );
  await catchUpPayees({ store, clock, emit }, signal);
  const steps = store.checkDerived(paymentKeysOf, describePayee);
  for (let step = steps.next(); step.done !== true; step = steps.next()) {
    for (const { part, difference } of step.value.differences) {
      const differences = found.get(part);
      if (differences === undefined) continue;
      differences.count += 1;
      if (differences.named.length < namedDifferences) differences.named.push(difference);
    }
    emit({ kind: 'progress', id: 'doctor', done: step.value.done, total: null });
    await clock.turn();
    if (signal.aborted) return null;
  }
  return Array.from(found, ([part, { count, named }]) => ({
    code: 'derived',
    isFine: count === 0,
    part,
    count,
    differences: named,
  }));
}

/** Rebuilds all of it; false if the signal aborts, which leaves nothing wrong that was right. */
export async function rebuildDerived(
  { store, clock, emit }: EmittingContext,
  signal: AbortSignal,
): Promise<boolean> {
  await catchUpKeys({ store, clock, emit }, signal);
  const steps = store.rebuildDerived(paymentKeysOf);
  for (let step = steps.next(); step.done !== true; step = steps.next()) {
    emit({ kind: 'progress', id: 'rebuild', done: step.value.done, total: null });
    await clock.turn();
    if (signal.aborted) return false;
  }
  // The list of payees is derived from the keys.
  store.resetPayees(describePayee);
  await catchUpPayees({ store, clock, emit }, signal);
  return !signal.aborted;
}
