import { dayMs } from '../../../../contract/duration.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import type { Environment } from '../../../../contract/profile.ts';
import type { BookNote, JournalLine, UnknownExports } from '../../../../contract/treasury/books.ts';
import type { StoreContext } from '../../context/context.ts';
import type { FlowPayment, StoredProfile, Store } from '../../ports/index.ts';
import { daysOf, profilesNamed, profilesOnRecord } from '../flows/read-flows.ts';
import { flowPaymentPages } from '../statement/gather-facts.ts';
import { readSetting } from '../../settings/settings.ts';
import { feeLinesOf, journalLinesOf, unbookedFees } from './journal.ts';
import { bookNoteOf, noteLineOf, reportedSincePaid, type Reported } from './notes.ts';

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
  context: StoreContext,
  asked: {
    readonly profileName: string | null;
    readonly from: string;
    readonly until: string;
    readonly again: boolean;
  },
): Result<BookScope> {
  const named = profilesNamed(context, asked.profileName);
  if (!named.ok) return named;
  const onRecord = profilesOnRecord(context, asked.profileName);
  if (!onRecord.ok) return onRecord;
  // The trial that a company removed is no reason to choose; where all are removed, those on record are.
  const present = named.value.length > 0 ? named.value : onRecord.value;
  const environments = [...new Set(present.map((profile) => profile.environment))];
  const [environment = 'sandbox'] = environments;
  if (environments.length > 1)
    return fail(
      'inputInvalid',
      'Live and sandbox profiles do not go into one export. Choose one (on the command line with --profile NAME).',
    );
  const days = daysOf(asked);
  if (!days.ok) return days;
  const [only] = named.value;
  const keyId = asked.profileName === null || only === undefined ? null : only.keyId;
  const profiles = onRecord.value.filter((profile) => profile.environment === environment);
  return succeed({ profiles, environment, keyId, days: days.value, again: asked.again });
}

/** The totals of an export, as `books.export` and `books.preview` return them. */
type BookCounts = Record<
  'payments' | 'lines' | 'late' | 'laterFees' | 'leftOut' | 'perhapsExported' | 'notes',
  number
> & {
  readonly unknownExports: UnknownExports[];
  readonly toCheck: BookNote[];
};

/** Before the first payment. */
export function noBooks({ store }: Pick<StoreContext, 'store'>): BookCounts {
  const unknownExports = store.lostBooks().map(({ first, last }) => ({ first, last }));
  const none = { payments: 0, lines: 0, late: 0, laterFees: 0, leftOut: 0, perhapsExported: 0, notes: 0 };
  return { ...none, unknownExports, toCheck: [] };
}

/**
 * Some payments of one profile for an export: complete, or only the change of their fees since an earlier export, or only a note about a later
 * gateway report; with their lines, and the totals so far.
 */
type BookPage = {
  readonly taken: Parameters<Store['addBooked']>[1];
  readonly lines: readonly JournalLine[];
  readonly counts: BookCounts;
};

/** The payments of an export, page by page. */
export async function* bookPages(
  context: StoreContext,
  { profiles, days, again }: BookScope,
): AsyncGenerator<BookPage, void> {
  const { store } = context;
  const accounts = readSetting(store, 'bookAccounts');
  let counts = noBooks(context);
  const restoredAt = store.lostBooks().at(-1)?.at ?? 0;
  const fromMs = days.from * dayMs;
  const untilMs = (days.until + 1) * dayMs;
  for (const profile of profiles) {
    const reported = await reportedSincePaid(context, profile);
    const known = store.bookedOf([...reported.keys()]);
    const onlyNoted = [...reported.values()].filter(
      ({ payment: { paymentId, at }, report, noted }) =>
        report !== noted && known.has(paymentId) && !(again && at >= fromMs && at < untilMs),
    );
    if (onlyNoted.length > 0) {
      const lines = onlyNoted.flatMap((each) => noteLineOf(each, profile.name, accounts));
      counts = withLines(counts, lines, onlyNoted, profile);
      const taken = onlyNoted.map(({ payment: { paymentId }, report }) => ({ paymentId, fees: [], report }));
      yield { taken, lines, counts };
    }
    const pages = flowPaymentPages(context, profile, {
      currencyCode: null,
      states: ['paid'],
      from: Math.min(days.from, store.firstBookedDay(profile.keyId) ?? days.from) * dayMs,
      until: untilMs,
    });
    for await (const page of pages) {
      const paymentIds = page.map(({ paymentId }) => paymentId);
      const booked = store.bookedOf(paymentIds);
      const bookedFees = store.bookedFeesOf(paymentIds);
      const feesOf = ({ paymentId, fee }: FlowPayment) => unbookedFees(fee, bookedFees.get(paymentId) ?? []);
      const isLate = ({ at }: FlowPayment): boolean => at < fromMs;
      const isTaken = (payment: FlowPayment): boolean =>
        !booked.has(payment.paymentId) || (again && !isLate(payment));
      const taken = page.filter(isTaken);
      const notesOf = ({ paymentId }: FlowPayment): Reported[] => {
        const each = reported.get(paymentId);
        return each === undefined || (each.report === '' && each.noted === '') ? [] : [each];
      };
      const withLaterFees = page.filter((payment) => !isTaken(payment) && feesOf(payment).length > 0);
      const lines = [
        ...taken.flatMap((payment) => [
          ...journalLinesOf(payment, profile.name, accounts),
          ...notesOf(payment).flatMap((each) => noteLineOf(each, profile.name, accounts)),
        ]),
        ...withLaterFees.flatMap((payment) => feeLinesOf(payment, feesOf(payment), profile.name, accounts)),
      ];
      counts = {
        ...withLines(counts, lines, taken.flatMap(notesOf), profile),
        payments: counts.payments + taken.length,
        late: counts.late + taken.filter(isLate).length,
        laterFees: counts.laterFees + withLaterFees.length,
        leftOut: counts.leftOut + page.filter((payment) => !isTaken(payment) && !isLate(payment)).length,
        perhapsExported:
          counts.perhapsExported +
          [...taken.filter(({ paymentId }) => !booked.has(paymentId)), ...withLaterFees].filter(
            ({ at }) => at < restoredAt,
          ).length,
      };
      const noted = [...taken, ...withLaterFees].map((payment) => ({
        paymentId: payment.paymentId,
        fees: feesOf(payment),
        report: isTaken(payment) ? (notesOf(payment)[0]?.report ?? null) : null,
      }));
      yield { taken: noted, lines, counts };
    }
  }
}

/** How many notes an export lists besides their count. */
const namedNotes = 100;

function withLines(
  counts: BookCounts,
  lines: readonly JournalLine[],
  noted: readonly Reported[],
  { name }: StoredProfile,
): BookCounts {
  const named = noted.slice(0, namedNotes - counts.toCheck.length);
  return {
    ...counts,
    lines: counts.lines + lines.length,
    notes: counts.notes + noted.length,
    toCheck: [...counts.toCheck, ...named.map((each) => bookNoteOf(each, name))],
  };
}
