import type { Payee } from '../../contract/payees/payee.ts';
import { moneyText } from '../../contract/text/numbers.ts';

/** What a payee is called: its latest name, else what it is paid by. */
export function payeeName({ names, accounts }: Pick<Payee, 'names' | 'accounts'>): string {
  return names[0] ?? accounts[0]?.account ?? '';
}

/** What was paid in all, each currency by itself. */
export function totalsText({ totals }: Pick<Payee, 'totals'>): string {
  return totals.map(moneyText).join(', ');
}

/** The address of a payee's page. */
export function payeeLink(payeeId: string): string {
  return `/payees/${encodeURIComponent(payeeId)}`;
}
