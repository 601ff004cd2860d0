import { noFilter, payoutsLink } from '../payouts/view.ts';
import { everything, writeFilter } from '../receive/filter.ts';
import { dayMs } from '../../contract/duration.ts';
import type { FlowPeriod } from '../../contract/treasury/flows.ts';

type Line = Pick<FlowPeriod, 'from' | 'until' | 'currencyCode'>;

/** The payouts that a line of flows counts as paid: its days are in UTC, those of the list local, so the link has moments. */
export function paidPayoutsLink(line: Line, profileName: string): string {
  const { from, until } = momentsOfLine(line);
  return payoutsLink({
    ...noFilter,
    dateOf: 'paid',
    from,
    until,
    currencyCodes: [line.currencyCode],
    profileName,
  });
}

/** The payins and top-ups that a line of flows counts as paid; the list shows the window's profile. */
export function paidInLink(line: Line): string {
  const { from, until } = momentsOfLine(line);
  const filter = {
    ...everything,
    dateOf: 'paid',
    from,
    to: until,
    currencyCode: line.currencyCode,
  } as const;
  return `/receive?${writeFilter(filter)}`;
}

function momentsOfLine({ from, until }: Line): { readonly from: string; readonly until: string } {
  return {
    from: new Date(`${from}T00:00:00Z`).toISOString(),
    until: new Date(Date.parse(`${until}T00:00:00Z`) + dayMs).toISOString(),
  };
}
