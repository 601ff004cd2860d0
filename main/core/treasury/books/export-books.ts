import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import type { BookAccount } from '../../../../contract/treasury/books.ts';
import type { CoreContext, Handlers } from '../../context.ts';
import type { FlowPayment, StoredProfile } from '../../ports/index.ts';
import { readSetting } from '../../settings/settings.ts';
import { dayMs } from '../flows/days.ts';
import { catchUpFlows, daysOf, profilesNamed, stoppedReading } from '../flows/read-flows.ts';
import { flowPaymentPages } from '../statement/gather-facts.ts';
import { journalLinesOf } from './journal.ts';

type Exporter = Pick<CoreContext, 'store' | 'clock' | 'files' | 'emit'>;
type Exported = OperationOutput<'books.export'>;

const header = [
  'date',
  'kind',
  'debitAccount',
  'creditAccount',
  'amount',
  'currencyCode',
  'id',
  'paymentMethodCode',
  'payee',
  'reference',
  'batchId',
  'profileName',
  'at',
];

/** Handlers for what goes into a company's books. */
export function bookHandlers(context: Exporter): Pick<Handlers, 'books.export' | 'books.keep'> {
  return {
    'books.export': (input, { signal }) => exportBooks(context, input, signal),
    'books.keep': ({ exportNumber }) =>
      succeed({ isKept: context.store.keepBooks(exportNumber, context.clock.now()) }),
  };
}

async function exportBooks(
  context: Exporter,
  { profileName, format, again, ...asked }: ParsedInput<'books.export'>,
  signal: AbortSignal,
): Promise<Result<Exported>> {
  const { store, clock, files } = context;
  const profiles = profilesNamed(context, profileName);
  if (!profiles.ok) return profiles;
  if (new Set(profiles.value.map(({ environment }) => environment)).size > 1)
    return fail(
      'inputInvalid',
      'Live and sandbox profiles do not go into one export. Choose one (on the command line with --profile NAME).',
    );
  const days = daysOf(asked);
  if (!days.ok) return days;
  if (!(await catchUpFlows(context, signal))) return stoppedReading();
  const exportNumber = store.beginBooks(days.value, clock.now());
  const table = files.beginTable(format, header);
  const accounts = readSetting(store, 'bookAccounts');
  const sums = { payments: 0, lines: 0, late: 0, leftOut: 0 };
  for (const profile of profiles.value) {
    const pages = flowPaymentPages(context, profile, {
      currencyCode: null,
      states: ['paid'],
      from: Math.min(days.value.from, store.firstBookedDay() ?? days.value.from) * dayMs,
      until: (days.value.until + 1) * dayMs,
    });
    for await (const page of pages) {
      if (signal.aborted) return stoppedReading();
      const booked = store.bookedOf(page.map(({ paymentId }) => paymentId));
      const isLate = ({ at }: FlowPayment): boolean => at < days.value.from * dayMs;
      const taken = page.filter((payment) =>
        booked.has(payment.paymentId) ? again && !isLate(payment) : true,
      );
      const rows = taken.flatMap((payment) => rowsOf(payment, profile, accounts));
      await table.add(rows);
      store.addBooked(
        exportNumber,
        taken.map(({ paymentId }) => paymentId),
      );
      sums.payments += taken.length;
      sums.lines += rows.length;
      sums.late += taken.filter(isLate).length;
      sums.leftOut += page.filter((payment) => !taken.includes(payment) && !isLate(payment)).length;
      context.emit({ kind: 'progress', id: 'books', done: sums.payments, total: null });
    }
  }
  return succeed({ bytes: await table.finish(), exportNumber, ...sums });
}

function rowsOf(payment: FlowPayment, { name }: StoredProfile, accounts: readonly BookAccount[]): string[][] {
  const { idPayment, paymentMethodCode, accountName, reference, batchId } = payment;
  return journalLinesOf(payment, accounts).map(({ at, kind, debit, credit, amount, currencyCode }) => [
    at.slice(0, 10),
    kind,
    debit,
    credit,
    amount,
    currencyCode,
    idPayment,
    paymentMethodCode,
    accountName,
    reference,
    batchId,
    name,
    at,
  ]);
}
