import { emptyCells } from '../../../contract/batches/sheet.ts';
import { bareAccount } from '../../../contract/payees/payee-key.ts';
import { faultText } from '../../../contract/text/files/fault-text.ts';
import type { CoreContext } from '../context.ts';

/** Codes are no part of a payee. */
const none = new Map<string, string | null>();
export const noCodes = { currencyCode: none, paymentMethodCode: none, paymentOperatorCode: none };

/** What is wrong with an account that nobody was paid to yet, by the rules of an import; null: nothing that can be told. */
export function accountFault({ files }: Pick<CoreContext, 'files'>, account: string): string | null {
  if (account.includes('@')) return null;
  if (!/\p{N}/u.test(account)) return 'It has no digit.';
  const cells = { ...emptyCells, accountNumber: bareAccount(account) };
  const { problems } = files.checkCells(cells, { codes: noCodes, learned: [] });
  const found = problems.find(({ column }) => column === 'accountNumber');
  return found === undefined ? null : faultText(found.fault).message;
}
