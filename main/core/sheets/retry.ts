import { fail, type Result } from '../../../contract/result.ts';
import type { SheetOpening } from '../../../contract/sheet.ts';
import type { CoreParts } from '../context.ts';
import { chooseProfile } from '../context.ts';
import type { LiveRetry, StoredPayment } from '../ports/index.ts';
import { beginSheet } from './begin-sheet.ts';
import type { SheetDesk } from './session.ts';
import { retriedMessage } from './row-problems.ts';

const rowsAtOnce = 200;
/** Rows that one sheet of repairs takes. */
const largestRetry = 100_000;
const listedPayouts = 5;

/** A sheet of the failed and rejected payouts of a batch; those that are sent again already are left out, and a note says so. */
export async function openRetryOfBatch(
  parts: CoreParts,
  desk: SheetDesk,
  batchId: string,
): Promise<Result<SheetOpening>> {
  const { store } = parts;
  const batch = store.findBatch(batchId);
  if (batch === null) return fail('notFound', `There is no batch ${batchId}.`, { batchId });
  const payments = store.problemPayments(batchId, largestRetry).filter(isRetriable);
  if (payments.length === 0)
    return fail('notReleasable', `No payout of batch ${batchId} failed or was rejected.`, { batchId });
  const retried = await retriesOf(
    parts,
    batch.keyId,
    payments.map(({ idPayment }) => idPayment),
  );
  const left = payments.filter(({ idPayment }) => !retried.has(idPayment));
  if (left.length === 0) return refuse([...retried.values()]);
  const notes =
    retried.size === 0
      ? []
      : [`${retried.size} of ${payments.length} payouts are sent again already and were left out.`];
  return beginRetry(parts, desk, batch.keyId, `Repair of ${batch.fileName}`, left, notes);
}

/** A sheet of these payouts of one profile; refused when one of them did not fail, or is sent again already. */
export async function openRetryOfPayouts(
  parts: CoreParts,
  desk: SheetDesk,
  profileName: string | undefined,
  idPayouts: readonly string[],
): Promise<Result<SheetOpening>> {
  const { store } = parts;
  const wanted = profileName === undefined ? null : chooseProfile(store, profileName);
  if (wanted?.ok === false) return wanted;
  const payments: StoredPayment[] = [];
  for (const idPayout of new Set(idPayouts)) {
    const payment = store.findPayment(idPayout, profileName);
    if (payment === null) return fail('notFound', `There is no payout ${idPayout}.`, { idPayout });
    if (!isRetriable(payment))
      return fail(
        'notReleasable',
        `The payout ${idPayout} is ${payment.state}. Only payouts that failed or were rejected are sent again.`,
        { idPayout },
      );
    payments.push(payment);
  }
  const keyIds = new Set(payments.map(({ keyId }) => keyId));
  const [keyId] = keyIds;
  if (keyId === undefined || keyIds.size !== 1)
    return fail('inputInvalid', 'These payouts belong to several profiles. Choose those of one.');
  const retried = await retriesOf(
    parts,
    keyId,
    payments.map(({ idPayment }) => idPayment),
  );
  if (retried.size > 0) return refuse([...retried.values()]);
  const name =
    payments.length === 1
      ? `Repair of ${payments[0]?.idPayment ?? ''}`
      : `Repair of ${payments.length} payouts`;
  return beginRetry(parts, desk, keyId, name, payments, []);
}

function isRetriable({ state }: Pick<StoredPayment, 'state'>): boolean {
  return state === 'failed' || state === 'rejected';
}

/** Of these payouts, by order ID, those that something else stands for, sent or about to be. */
export async function retriesOf(
  { store, clock }: CoreParts,
  keyId: string,
  idPayments: readonly string[],
): Promise<Map<string, LiveRetry>> {
  const found = new Map<string, LiveRetry>();
  for (let start = 0; start < idPayments.length; start += rowsAtOnce) {
    for (const retry of store.liveRetries(keyId, idPayments.slice(start, start + rowsAtOnce)))
      found.set(retry.idPayment, retry);
    await clock.turn();
  }
  return found;
}

function refuse(retried: readonly LiveRetry[]): Result<never> {
  const some = retried.slice(0, listedPayouts).map(({ idPayment, by }) => retriedMessage(idPayment, by));
  const more = retried.length > listedPayouts ? ` So are ${retried.length - listedPayouts} more.` : '';
  return fail('notReleasable', `${some.join(' ')}${more} They would be paid twice, so nothing was prepared.`);
}

function beginRetry(
  parts: CoreParts,
  desk: SheetDesk,
  keyId: string,
  name: string,
  payments: readonly StoredPayment[],
  notes: readonly string[],
): Promise<Result<SheetOpening>> {
  const rows = payments.map((payment) => ({
    cells: {
      amount: payment.amount,
      currencyCode: payment.currencyCode,
      paymentMethodCode: payment.paymentMethodCode,
      accountName: payment.accountName,
      accountNumber: payment.accountNumber,
      paymentOperatorCode: payment.paymentOperatorCode,
      emailAddress: payment.emailAddress,
      idPayout: '',
      reference: payment.reference,
    },
    retryOf: payment.idPayment,
  }));
  return beginSheet(parts, desk, { profile: { keyId }, name, rows, notes, batchId: null });
}
