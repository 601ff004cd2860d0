import type { Payee, PayeeStanding } from '../../contract/payees/payee.ts';
import type { Environment } from '../../contract/profile.ts';

/** The label of a payee: its latest name, otherwise its account or address. */
export function payeeName({ names, accounts }: Pick<Payee, 'names' | 'accounts'>): string {
  return names[0] ?? accounts[0]?.account ?? '';
}

/** The address of a payee's page. */
export function payeeLink(payeeId: string): string {
  return `/payees/${encodeURIComponent(payeeId)}`;
}

type Listed = { readonly standing: PayeeStanding | null; readonly search: string };

/** Which payees a list has, and their order; those that a search finds have none that means anything. */
export function listedPayeesText({ standing, search }: Listed, environment: Environment): string {
  const first = (order: string): string => (search === '' ? `, the last ${order} first` : '');
  switch (standing) {
    case null:
      return `Everyone paid or imported in the ${environment} environment${first('paid')}`;
    case 'new':
      return `Payees of the ${environment} environment never paid, or paid for the first time in the last 30 days`;
    case 'verified':
      return `Verified payees of the ${environment} environment${first('verified')}`;
    case 'blocked':
      return `Blocked payees of the ${environment} environment${first('blocked')}`;
  }
}
