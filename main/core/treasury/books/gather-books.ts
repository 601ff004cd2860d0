import { dayMs } from '../../../../contract/duration.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import type { Environment } from '../../../../contract/profile.ts';
import type { JournalLine, UnknownExports } from '../../../../contract/treasury/books.ts';
import type { CoreContext } from '../../context.ts';
import type { FlowPayment, StoredProfile } from '../../ports/index.ts';
import { daysOf, profilesNamed } from '../flows/read-flows.ts';
import { flowPaymentPages } from '../statement/gather-facts.ts';
import { readSetting } from '../../settings/settings.ts';
import { feeLinesOf, journalLinesOf, unbookedFees } from './journal.ts';

type Reader = Pick<CoreContext, 'store' | 'clock'>;

/** What an export is of. */
type BookScope = {
  readonly profiles: readonly StoredProfile[];
  readonly environment: Environment;
  /** Null: all profiles of the environment. */
  readonly keyId: string | null;
  readonly days: { readonly from: number; readonly until: number };
  readonly again: boolean;
};

/** Live and sandbox profiles never go into one export. */
export function bookScope(
  context: Reader,
  asked: {
    readonly profileName: string | null;
    readonly from: string;
    readonly until: string;
    readonly again: boolean;
  },
): Result<BookScope> {
  const profiles = profilesNamed(context, asked.profileName);
  if (!profiles.ok) return profiles;
  const environments = [...new Set(profiles.value.map(({ environment }) => environment))];
  const [environment = 'sandbox'] = environments;
  if (environments.length > 1)
    return fail(
      'inputInvalid',
      'Live and sandbox profiles do not go into one export. Choose one (on the command line with --profile NAME).',
    );
  const days = daysOf(asked);
  if (!days.ok) return days;
  const [only] = profiles.value;
  const keyId = asked.profileName === null || only === undefined ? null : only.keyId;
  return succeed({ profiles: profiles.value, environment, keyId, days: days.value, again: asked.again });
}

/** What an export has come to, as `books.export` and `books.preview` give it. */
type BookCounts = Record<
  'payments' | 'lines' | 'late' | 'laterFees' | 'leftOut' | 'perhapsExported',
  number
> & {
  readonly unknownExports: UnknownExports[];
};

/** Before the first payment. */
export function noBooks({ store }: Pick<Reader, 'store'>): BookCounts {
  const unknownExports = store.lostBooks().map(({ first, last }) => ({ first, last }));
  return { payments: 0, lines: 0, late: 0, laterFees: 0, leftOut: 0, perhapsExported: 0, unknownExports };
}

/**
 * Some payments that an export takes, whole or only what their fees differ by since an earlier one, all of one profile; their lines, and
 * what it has come to with them.
 */
type BookPage = {
  readonly taken: Parameters<Reader['store']['addBooked']>[1];
  readonly lines: readonly JournalLine[];
  readonly counts: BookCounts;
};

/** The payments that an export takes, page after page. */
export async function* bookPages(
  context: Reader,
  { profiles, days, again }: BookScope,
): AsyncGenerator<BookPage, void> {
  const { store } = context;
  const accounts = readSetting(store, 'bookAccounts');
  let counts = noBooks(context);
  const restoredAt = store.lostBooks().at(-1)?.at ?? 0;
  for (const profile of profiles) {
    const pages = flowPaymentPages(context, profile, {
      currencyCode: null,
      states: ['paid'],
      from: Math.min(days.from, store.firstBookedDay(profile.keyId) ?? days.from) * dayMs,
      until: (days.until + 1) * dayMs,
    });
    for await (const page of pages) {
      const paymentIds = page.map(({ paymentId }) => paymentId);
      const booked = store.bookedOf(paymentIds);
      const bookedFees = store.bookedFeesOf(paymentIds);
      const feesOf = ({ paymentId, fee }: FlowPayment) => unbookedFees(fee, bookedFees.get(paymentId) ?? []);
      const isLate = ({ at }: FlowPayment): boolean => at < days.from * dayMs;
      const isTaken = (payment: FlowPayment): boolean =>
        !booked.has(payment.paymentId) || (again && !isLate(payment));
      const taken = page.filter(isTaken);
      const withLaterFees = page.filter((payment) => !isTaken(payment) && feesOf(payment).length > 0);
      const lines = [
        ...taken.flatMap((payment) => journalLinesOf(payment, profile.name, accounts)),
        ...withLaterFees.flatMap((payment) => feeLinesOf(payment, feesOf(payment), profile.name, accounts)),
      ];
      counts = {
        ...counts,
        payments: counts.payments + taken.length,
        lines: counts.lines + lines.length,
        late: counts.late + taken.filter(isLate).length,
        laterFees: counts.laterFees + withLaterFees.length,
        leftOut: counts.leftOut + page.filter((payment) => !isTaken(payment) && !isLate(payment)).length,
        perhapsExported:
          counts.perhapsExported +
          taken.filter(({ paymentId, at }) => at < restoredAt && !booked.has(paymentId)).length,
      };
      const noted = [...taken, ...withLaterFees].map((payment) => ({
        paymentId: payment.paymentId,
        fees: feesOf(payment),
      }));
      yield { taken: noted, lines, counts };
    }
  }
}
