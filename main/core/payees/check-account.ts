import { emptyCells } from '../../../contract/batches/sheet.ts';
import { bareAccount, payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import type { Environment } from '../../../contract/profile.ts';
import { faultText } from '../../../contract/text/files/fault-text.ts';
import type { CoreContext } from '../context/context.ts';
import { payeeIdOf } from '../payments/identity.ts';
import type { PaidAs } from '../ports/index.ts';

/** Codes do not identify a payee. */
const none = new Map<string, string | null>();
export const noCodes = { currencyCode: none, paymentMethodCode: none, paymentOperatorCode: none };

/**
 * Why nobody can have verified this; null if a verification can be recorded. A verification is about an account or e-mail address that
 * somebody confirmed: a name alone has neither. A payee that was paid by name alone is verified that way.
 */
export function verificationFault(
  { store, files }: Pick<CoreContext, 'store' | 'files'>,
  environment: Environment,
  paidAs: PaidAs,
  isIbanColumn = false,
): string | null {
  const payee = store.findPayee(payeeIdOf(environment, payeeKeyOf(paidAs)));
  if ((payee?.payments ?? 0) > 0) return null;
  if (paidAs.accountNumber !== '') return accountFault({ files }, paidAs.accountNumber, isIbanColumn);
  return paidAs.emailAddress === '' ? 'No account or e-mail address is known for it.' : null;
}

/**
 * The problem of an account that was never paid, by the rules of an import; null if none is known. In a column of IBANs, what begins as one has
 * to be one; a list may have other accounts there, too.
 */
function accountFault(
  { files }: Pick<CoreContext, 'files'>,
  account: string,
  isIbanColumn: boolean,
): string | null {
  if (account.includes('@')) return null;
  if (!/\p{N}/u.test(account)) return 'It has no digit.';
  // As written too: without its signs, a number that a spreadsheet shortened looks like an account.
  const problems = [...new Set([account, bareAccount(account)])].flatMap(
    (accountNumber) =>
      files.checkCells({ ...emptyCells, accountNumber }, { codes: noCodes, learned: [], isIbanColumn })
        .problems,
  );
  const found = problems.find(({ column }) => column === 'accountNumber');
  return found === undefined ? null : faultText(found.fault).message;
}
