import { isPaidStill } from '../../../../contract/text/payment-meaning.ts';
import { bookNoteText } from '../../../../contract/text/treasury/book-text.ts';
import type { BookAccount, BookNote, JournalLine } from '../../../../contract/treasury/books.ts';
import type { StoreContext } from '../../context/context.ts';
import type { FlowPayment, StoredPayment, StoredProfile } from '../../ports/index.ts';
import { journalLinesOf } from './journal.ts';
import { pagesOf } from '../../payments/pages.ts';

/** A paid payment for which the gateway has reported something else since. */
export type Reported = {
  readonly payment: FlowPayment;
  readonly now: StoredPayment;
  /** The current report, empty if confirmed as paid; and the report in the last saved note. */
  readonly report: string;
  readonly noted: string;
};

const readAtOnce = 200;

/** Those of a profile, by ID. */
export async function reportedSincePaid(
  { store, clock }: StoreContext,
  { keyId }: Pick<StoredProfile, 'keyId'>,
): Promise<ReadonlyMap<number, Reported>> {
  const found = new Map<number, Reported>();
  const pages = pagesOf<ReturnType<typeof store.reportedSincePaid>[number]>(clock, readAtOnce, (last) =>
    store.reportedSincePaid(keyId, last?.payment.paymentId ?? 0, readAtOnce),
  );
  for await (const page of pages) {
    const stored = store.paymentsOf(page.map(({ payment }) => payment.paymentId));
    const byId = new Map(stored.map((each) => [each.paymentId, each]));
    for (const { payment, noted } of page) {
      const now = byId.get(payment.paymentId);
      if (now !== undefined) found.set(payment.paymentId, { payment, now, report: reportOf(now), noted });
    }
  }
  return found;
}

function reportOf(payment: StoredPayment): string {
  if (isPaidStill(payment)) return '';
  const { problem, gatewayStatus } = payment;
  return problem?.code === 'otherMoney'
    ? `${problem.held.amount} ${problem.held.currencyCode}`
    : (gatewayStatus ?? '');
}

/** The payment and what to check. */
export function bookNoteOf({ now }: Reported, profileName: string): BookNote {
  const { kind, idPayment, batchId } = now;
  return { kind, id: idPayment, profileName, batchId, note: bookNoteText(now) };
}

/** The line with the note, between the accounts of its amount. Nobody knows what happened to the money, so it moves nothing. */
export function noteLineOf(
  { payment, now }: Reported,
  profileName: string,
  accounts: readonly BookAccount[],
): JournalLine[] {
  const note = bookNoteText(now);
  const [money] = journalLinesOf({ ...payment, fee: null }, profileName, accounts);
  return money === undefined ? [] : [{ ...money, kind: 'note', amount: '0', note }];
}
