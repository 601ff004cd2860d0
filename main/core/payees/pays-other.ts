import { comparedKeyOf, payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import type { RowContent } from '../ports/index.ts';
import { compareNames } from './names/compare-names.ts';

type Paid = Pick<RowContent, 'accountName' | 'accountNumber' | 'emailAddress'>;

/** Whether a retry pays somebody else than the payout for its row: an account or a name alone may have been corrected, both are another payee. */
export function paysOther(retry: Paid, payout: Paid): boolean {
  return (
    comparedKeyOf(payeeKeyOf(retry)) !== comparedKeyOf(payeeKeyOf(payout)) &&
    compareNames(retry.accountName, payout.accountName) === 'different'
  );
}
