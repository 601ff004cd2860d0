import type { Payee } from '../../contract/payees/payee.ts';

/** The label of a payee: its latest name, otherwise its account or address. */
export function payeeName({ names, accounts }: Pick<Payee, 'names' | 'accounts'>): string {
  return names[0] ?? accounts[0]?.account ?? '';
}

/** The address of a payee's page. */
export function payeeLink(payeeId: string): string {
  return `/payees/${encodeURIComponent(payeeId)}`;
}
