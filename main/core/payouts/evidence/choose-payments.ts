import { PayoutFilter } from '../../../../contract/payments/history.ts';
import type { EvidenceSubject } from '../../../../contract/evidence/evidence.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import { dayText, momentText, timesReversedText } from '../../../../contract/text/clock.ts';
import { counted } from '../../../../contract/text/numbers.ts';
import type { CoreContext } from '../../context/context.ts';
import { noBatch } from '../../context/subject.ts';
import { catchUpPayees, namesakes } from '../../payees/known.ts';
import { findPayout } from '../../payments/find-payout.ts';
import { pagesOfBatch, slicesOf } from '../../payments/pages.ts';
import { payeeHashOf } from '../../payments/payee.ts';
import { foundBy } from '../read-payout.ts';
import type { PayeeKey, StoredPayment } from '../../ports/index.ts';

/** The content of an evidence pack: its payments in pages, and its description. */
type Chosen = {
  readonly about: (payments: number) => string;
  /** The beginning of the name of the file. */
  readonly name: string;
  readonly batchId: string | null;
  /** The payees whose records are included, whether they were paid or not. */
  readonly payees: readonly PayeeKey[];
  readonly pages: AsyncIterable<readonly StoredPayment[]>;
};

const mostPaymentsOfPayee = 100_000;
const paymentsAtOnce = 200;

/** Finds the subject of the evidence; `notFound` if it does not exist. */
export async function choosePayments(
  context: CoreContext,
  subject: EvidenceSubject,
  signal: AbortSignal,
): Promise<Result<Chosen>> {
  const { store, clock } = context;
  const nobody = { batchId: null, payees: [] };
  switch (subject.kind) {
    case 'batch': {
      const batch = store.findBatch(subject.batchId);
      if (batch === null) return noBatch(subject.batchId);
      return succeed({
        ...nobody,
        about: (payments) =>
          `Batch ${batch.batchId} from ${batch.fileName} of profile ${batch.profileName}: ${counted(payments, 'payout')}`,
        name: `evidence-batch-${batch.batchId}`,
        batchId: batch.batchId,
        pages: pagesOfBatch(store, clock, batch.batchId),
      });
    }
    case 'payout': {
      const payment = findPayout(store, subject);
      if (payment === null)
        return fail('notFound', `There is no payout with the order ID ${subject.idPayout}.`);
      return succeed({
        ...nobody,
        about: () => `Payout ${payment.idPayment} of profile ${payment.profileName}`,
        name: `evidence-payout-${payment.idPayment.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`,
        batchId: payment.batchId,
        pages: only([payment]),
      });
    }
    case 'payee': {
      await catchUpPayees(context, signal);
      const payee = store.findPayee(subject.payeeId);
      if (payee === null) return fail('notFound', `There is no payee ${subject.payeeId}.`);
      const paymentIds = store.paymentsToPayee(
        { ...payee, payeeHash: payeeHashOf(payee.payee) },
        mostPaymentsOfPayee + 1,
      );
      if (paymentIds.length > mostPaymentsOfPayee)
        return fail('inputInvalid', 'This payee has too many payouts for one file. Choose a period instead.');
      return succeed({
        ...nobody,
        about: (payments) =>
          `Payee ${payee.payeeId}, ${payee.names[0]?.name ?? payee.accountNumber}: ${counted(payments, 'payout')}`,
        name: `evidence-payee-${payee.payeeId}`,
        payees: [payee, ...namesakes(store, payee)],
        pages: inPages(context, paymentIds),
      });
    }
    case 'period': {
      const { from, until, profileName } = subject;
      if (from >= until) return fail('inputInvalid', timesReversedText);
      const filter = PayoutFilter.parse({ from, until, profileName: profileName ?? null });
      const [first, last] = [from, Date.parse(until) - 1].map((at) => dayText(new Date(at)));
      return succeed({
        ...nobody,
        about: (payments) =>
          `Payouts created from ${momentText(from)} to before ${momentText(until)}${profileName === undefined ? '' : ` in profile ${profileName}`}: ${counted(payments, 'payout')}`,
        name: `evidence-${first}-to-${last}`,
        pages: found(context, filter, signal),
      });
    }
  }
}

async function* only(payments: readonly StoredPayment[]): AsyncGenerator<readonly StoredPayment[]> {
  yield await Promise.resolve(payments);
}

async function* inPages(
  { store, clock }: CoreContext,
  paymentIds: readonly number[],
): AsyncGenerator<readonly StoredPayment[]> {
  for await (const some of slicesOf(clock, paymentIds, paymentsAtOnce)) yield store.paymentsOf(some);
}

async function* found(
  context: CoreContext,
  filter: PayoutFilter,
  signal: AbortSignal,
): AsyncGenerator<readonly StoredPayment[]> {
  const reading = { filter, order: 'oldest', after: null, expected: paymentsAtOnce, signal } as const;
  for await (const page of foundBy(context, reading)) yield page.map(({ payment }) => payment);
}
