import { BlockedPayees } from '../../../contract/payees/blocked-payees.ts';
import { shortestIban } from '../../../contract/payees/accounts-within.ts';
import { ibanLengths } from '../../../contract/payees/iban-lengths.ts';
import { fewestDigits, keyOfAccount } from '../../../contract/payees/payee-key.ts';
import type { PaymentKind } from '../../../contract/payments/payment-states.ts';
import { Environment } from '../../../contract/profile.ts';
import type { PaidAs, PayeeStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { batchNumberOf, paymentIdsOf } from '../payments/payment-id.ts';
import { choiceIn, integerIn, textIn } from '../read-row.ts';
import { payeesThatAre } from './records.ts';

/** The characters of a key before its account. */
const word = keyOfAccount('').length;

/**
 * See PayeeStore. SQL skips rows that cannot be blocked: those whose account does not end like that of a blocked payee, and whose e-mail
 * address is not that of one. Something may follow an IBAN: the account is longer than the shortest one then, and not as long as an IBAN of the
 * country with which it begins.
 */
export function blockedRows(
  context: Context,
  batchId: string,
  limit: number,
): ReturnType<PayeeStore['blockedRows']> {
  const { connection, batchCache } = context;
  if (!isAnyBlocked(context)) return [];
  const batchNumber = batchCache.numberOf(batchId);
  const blocked = blockedFor(context, batchNumber);
  if (blocked === null) return [];
  const [first, last] = paymentIdsOf(batchNumber);
  const { addresses } = blocked;
  // Nearly always there is none, and then only the keys of the rows are read.
  const hasAddress = `OR emailAddress GLOB '*[^ -~]*' OR replace(upper(emailAddress), '-', '') IN (SELECT value FROM json_each(?))`;
  const rows = connection.all(
    `SELECT paymentId, accountName, accountNumber, emailAddress FROM paymentKeys JOIN payments USING (paymentId)
     WHERE paymentId BETWEEN +? AND +? AND (payee IN (SELECT value FROM json_each(?))
       OR payee GLOB 'account *' AND (substr(payee, -${fewestDigits}) IN (SELECT value FROM json_each(?))
         OR instr(payee, '@') > 0
         OR length(payee) > ${word + shortestIban}
           AND substr(payee, ${word + 1}, 2) || (length(payee) - ${word}) NOT IN (SELECT value FROM json_each(?))
           AND payee GLOB '*[A-Z][A-Z][0-9][0-9]*')
       ${addresses.length === 0 ? '' : hasAddress}) ORDER BY paymentId`,
    first,
    last,
    JSON.stringify(blocked.keys),
    JSON.stringify(blocked.tails),
    JSON.stringify(ibanLengths),
    ...(addresses.length === 0 ? [] : [JSON.stringify(addresses)]),
  );
  const found: ReturnType<PayeeStore['blockedRows']> = [];
  for (const row of rows) {
    const accountName = textIn(row, 'accountName');
    const accountNumber = textIn(row, 'accountNumber');
    const emailAddress = textIn(row, 'emailAddress');
    const payeeId = blocked.find({ accountName, accountNumber, emailAddress });
    if (payeeId !== null)
      found.push({
        rowNumber: integerIn(row, 'paymentId') - first,
        payeeId,
        name: accountName,
        account: blocked.isByAddress({ accountName, accountNumber, emailAddress })
          ? emailAddress
          : accountNumber,
      });
    if (found.length === limit) break;
  }
  return found;
}

/** Returns the blocked payee's ID for a payment, or null if it may be paid; valid for one transaction. */
export function blockedPayeeOf(
  context: Context,
): (payment: PaidAs & { readonly paymentId: number }) => string | null {
  const byBatch = new Map<number, BlockedPayees | null>();
  const isAny = isAnyBlocked(context);
  return ({ paymentId, ...payment }) => {
    if (!isAny) return null;
    const batchNumber = batchNumberOf(paymentId);
    const blocked = byBatch.get(batchNumber) ?? blockedFor(context, batchNumber);
    byBatch.set(batchNumber, blocked);
    return blocked?.find(payment) ?? null;
  };
}

/** See PayeeStore. */
export function isPayeeBlocked(
  context: Context,
  payment: PaidAs & { readonly paymentId: number; readonly kind: PaymentKind },
): boolean {
  return payment.kind === 'payout' && blockedPayeeOf(context)(payment) !== null;
}

function isAnyBlocked({ connection }: Context): boolean {
  return connection.get('SELECT 1 FROM payeeRecords WHERE blockedAt IS NOT NULL LIMIT 1') !== undefined;
}

/** The payees that the profile of a batch may not pay. */
function blockedFor(context: Context, batchNumber: number | null): BlockedPayees | null {
  const row = context.connection.get(
    `SELECT environment FROM profiles
     WHERE profileNumber = (SELECT profileNumber FROM batches WHERE batchNumber = +?)`,
    batchNumber,
  );
  if (row === undefined) return null;
  return new BlockedPayees(
    payeesThatAre(context, choiceIn(row, 'environment', Environment.options), 'blocked'),
  );
}
