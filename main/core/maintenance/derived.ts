import type { Check } from '../../../contract/operations.ts';
import type { CoreContext } from '../context.ts';
import { catchUpPayees, describePayee } from '../payees/known.ts';
import { derivedParts, type DerivedPart } from '../ports/index.ts';

type DerivedContext = Pick<CoreContext, 'store' | 'clock' | 'emit'>;

const names: Record<DerivedPart, string> = {
  history: 'History index',
  search: 'Search index',
  counts: 'Payment counts',
  payees: 'List of payees',
  flows: 'Flows of money',
};
/** Differences that a check names; it counts the others. */
const namedDifferences = 3;

/** Compares derived data with its source, a check for each part; null when the signal aborts. */
export async function checkDerived(
  { store, clock, emit }: DerivedContext,
  signal: AbortSignal,
): Promise<Check[] | null> {
  const found = new Map(derivedParts.map((part) => [part, { count: 0, named: [] as string[] }]));
  await catchUpPayees({ store, clock });
  const steps = store.checkDerived();
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
    name: names[part],
    isFine: count === 0,
    found: count === 0 ? 'matches the payments' : differs(count, named),
  }));
}

function differs(count: number, named: readonly string[]): string {
  const more = count > named.length ? ` And ${count - named.length} more.` : '';
  return `${count === 1 ? '1 difference' : `${count} differences`}: ${named.join(' ')}${more} Rebuild the derived data (on the command line: bursar doctor --rebuild).`;
}

/** Derives all of it again. */
export async function rebuildDerived({ store, clock, emit }: DerivedContext): Promise<void> {
  store.resetPayees(describePayee);
  await catchUpPayees({ store, clock });
  const steps = store.rebuildDerived();
  for (let step = steps.next(); step.done !== true; step = steps.next()) {
    emit({ kind: 'progress', id: 'rebuild', done: step.value.done, total: null });
    await clock.turn();
  }
}
