import type { ParsedInput } from '../../../contract/operations.ts';
import type { Payee } from '../../../contract/payees/payee.ts';
import type { CoreContext } from '../context.ts';
import type { StoredPayee } from '../ports/index.ts';
import { toPayee } from './known.ts';
import { payeePages } from './list-payees.ts';

const payeesAtOnce = 100;

/** The columns of an import first, so that an export can be imported again. */
const columns: readonly (readonly [header: string, cell: (payee: Payee, stored: StoredPayee) => string])[] = [
  ['accountName', ({ names }) => names[0] ?? ''],
  ['accountNumber', (_payee, { accountNumber }) => accountNumber],
  ['emailAddress', (_payee, { emailAddress }) => emailAddress],
  ['payeeId', ({ payeeId }) => payeeId],
  ['environment', ({ environment }) => environment],
  ['otherNames', ({ names }) => names.slice(1).join('; ')],
  ['firstPaidAt', ({ firstPaidAt }) => firstPaidAt ?? ''],
  ['lastPaidAt', ({ lastPaidAt }) => lastPaidAt ?? ''],
  ['payments', ({ payments }) => String(payments)],
  [
    'totals',
    ({ totals }) => totals.map(({ amount, currencyCode }) => `${amount} ${currencyCode}`).join('; '),
  ],
  ['verifiedAt', ({ verification }) => verification?.at ?? ''],
  ['verifiedBy', ({ verification }) => verification?.by ?? ''],
  ['verifiedHow', ({ verification }) => verification?.how ?? ''],
  ['verifiedNote', ({ verification }) => verification?.note ?? ''],
  ['isBlocked', ({ isBlocked }) => (isBlocked ? 'yes' : 'no')],
];

/** The filtered payees as CSV (operation `payees.export`). */
export async function exportPayees(
  context: Pick<CoreContext, 'store' | 'clock' | 'files'>,
  filter: ParsedInput<'payees.export'>,
): Promise<{ bytes: Uint8Array; rows: number }> {
  const rows: string[][] = [];
  for await (const { payees } of payeePages(context, filter, null, () => payeesAtOnce))
    for (const payee of payees) {
      const described = toPayee(context, payee);
      rows.push(columns.map(([, cell]) => cell(described, payee)));
    }
  return {
    bytes: context.files.writeCsv(
      columns.map(([header]) => header),
      rows,
    ),
    rows: rows.length,
  };
}
