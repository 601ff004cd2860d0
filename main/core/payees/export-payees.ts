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

/** The filtered payees as CSV (operation `payees.export`), each once, whatever is paid or recorded meanwhile. */
export async function exportPayees(
  context: Pick<CoreContext, 'store' | 'clock' | 'files'>,
  filter: ParsedInput<'payees.export'>,
): Promise<{ bytes: Uint8Array; rows: number }> {
  const startedAt = context.clock.now();
  const rows = new Map<string, string[]>();
  const pages = () => payeePages(context, filter, null, () => payeesAtOnce);
  const add = (payees: readonly StoredPayee[]): void => {
    for (const payee of payees) {
      if (rows.has(payee.payeeId)) continue;
      const described = toPayee(context, payee);
      rows.set(
        payee.payeeId,
        columns.map(([, cell]) => cell(described, payee)),
      );
    }
  };
  for await (const { payees } of pages()) add(payees);
  // One that was paid meanwhile moved to the beginning of the list, perhaps before it was reached.
  for await (const { payees } of pages()) {
    add(payees);
    if (payees.length > 0 && payees.every((payee) => changedAt(payee) < startedAt)) break;
  }
  return {
    bytes: context.files.writeCsv(
      columns.map(([header]) => header),
      [...rows.values()],
    ),
    rows: rows.size,
  };
}

/** The last of the times by which payees are listed. */
function changedAt({ firstPaidAt, lastPaidAt, record }: StoredPayee): number {
  const recorded = [record?.blockedAt, record?.verification?.at];
  return Math.max(...[firstPaidAt, lastPaidAt, ...recorded].map((at) => at ?? 0));
}
