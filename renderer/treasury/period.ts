import { Day } from '../../contract/treasury/flows.ts';
import type { Period } from '../queries/treasury.ts';

/** The UTC day of a moment; all figures of the treasury use UTC. */
function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function dayIn(year: number, month: number, day: number): string {
  return utcDay(new Date(Date.UTC(year, month, day)));
}

/** The usual accounting periods. Days are UTC, inclusive. */
export function usualPeriods(now: Date): (Period & { readonly title: string })[] {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const quarter = month - (month % 3);
  const today = utcDay(now);
  return [
    { title: 'This month', from: dayIn(year, month, 1), until: today },
    { title: 'Last month', from: dayIn(year, month - 1, 1), until: dayIn(year, month, 0) },
    { title: '30 days', from: dayIn(year, month, day - 29), until: today },
    { title: 'Last quarter', from: dayIn(year, quarter - 3, 1), until: dayIn(year, quarter, 0) },
    { title: 'This year', from: dayIn(year, 0, 1), until: today },
  ];
}

/** The period in the address; the 30 days until today if it names none, or an invalid one. */
export function readPeriod(address: URLSearchParams, now: Date): Period {
  const [from, until] = [Day.safeParse(address.get('from')), Day.safeParse(address.get('until'))];
  if (from.success && until.success && from.data <= until.data) return { from: from.data, until: until.data };
  const [, , lastDays] = usualPeriods(now);
  return { from: lastDays?.from ?? utcDay(now), until: lastDays?.until ?? utcDay(now) };
}
