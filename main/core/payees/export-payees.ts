import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import type { Payee } from '../../../contract/payees/payee.ts';
import { succeed, type Result } from '../../../contract/result.ts';
import type { CoreContext } from '../context/context.ts';
import { aboutLines, exportStopped } from '../context/exports.ts';
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

/** The filtered payees as CSV or XLSX (operation `payees.export`), each once, whatever is paid or recorded meanwhile. */
export async function exportPayees(
  context: Pick<CoreContext, 'store' | 'clock' | 'files' | 'emit'>,
  { format, ...filter }: ParsedInput<'payees.export'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'payees.export'>>> {
  const startedAt = context.clock.now();
  const table = context.files.beginTable(
    format,
    columns.map(([header]) => header),
  );
  const written = new Set<string>();
  const pages = () => payeePages(context, { ...filter, isShown: false }, null, () => payeesAtOnce, signal);
  const add = async (payees: readonly StoredPayee[]): Promise<void> => {
    const others = payees.filter(({ payeeId }) => !written.has(payeeId));
    for (const { payeeId } of others) written.add(payeeId);
    await table.add(
      others.map((payee) => {
        const described = toPayee(context, payee);
        return columns.map(([, cell]) => cell(described, payee));
      }),
    );
    context.emit({ kind: 'progress', id: 'export', done: written.size, total: null });
  };
  for await (const { payees } of pages()) {
    if (signal.aborted) return exportStopped();
    await add(payees);
  }
  // One that was paid meanwhile moved to the beginning of the list, perhaps before it was reached.
  for await (const { payees } of pages()) {
    if (signal.aborted) return exportStopped();
    await add(payees);
    if (payees.length > 0 && payees.every((payee) => changedAt(payee) < startedAt)) break;
  }
  const { search, standing, environment } = filter;
  const about = aboutLines(
    [
      ['Filter: Search', search === '' ? null : search],
      ['Filter: Standing', standing],
      ['Filter: Environment', environment],
    ],
    startedAt,
    written.size,
  );
  return succeed({ bytes: await table.finish(about), rows: written.size });
}

/** The last of the times by which payees are listed. */
function changedAt({ firstPaidAt, lastPaidAt, record }: StoredPayee): number {
  const recorded = [record?.blockedAt, record?.verification?.at];
  return Math.max(...[firstPaidAt, lastPaidAt, ...recorded].map((at) => at ?? 0));
}
