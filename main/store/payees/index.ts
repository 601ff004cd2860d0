import type { PayeeStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { indexPayees, resetPayees } from './index-payees.ts';
import {
  amountsBesideTotals,
  findPayee,
  knownParties,
  paidTotals,
  payeesNamed,
  payeesOfNumbers,
  paymentsToPayee,
} from './read-payees.ts';
import { listPayees, searchPayees } from './list-payees.ts';
import { blockedRows, isPayeeBlocked } from './blocked-rows.ts';
import { firstRecorded, payeesThatAre, recordPayees, recordsOf } from './records.ts';

/** Implements PayeeStore. */
export function payeeStore(context: Context) {
  return {
    indexPayees: (limit, describe) => indexPayees(context, limit, describe),
    resetPayees: (describe) => resetPayees(context, describe),
    recordPayees: (changes, at, describe) => recordPayees(context, changes, at, describe),
    countPayeeChanges: () => context.payeeChanges.count,
    findPayee: (payeeId) => findPayee(context, payeeId),
    searchPayees: (search) => searchPayees(context, search),
    listPayees: (list) => listPayees(context, list),
    recordsOf: (payee, limit) => recordsOf(context, payee, limit),
    firstRecorded: (payee, kind, since) => firstRecorded(context, payee, kind, since),
    payeesNamed: (environment, nameKey, limit) => payeesNamed(context, environment, nameKey, limit),
    knownParties: (environment, after, limit) => knownParties(context, environment, after, limit),
    payeesOfNumbers: (payeeNumbers) => payeesOfNumbers(context, payeeNumbers),
    paymentsToPayee: (payee, limit) => paymentsToPayee(context, payee, limit),
    paidTotals: (environment, payees) => paidTotals(context, environment, payees),
    amountsBesideTotals: (environment, payees, currencyCode) =>
      amountsBesideTotals(context, environment, payees, currencyCode),
    payeesThatAre: (environment, what) => payeesThatAre(context, environment, what),
    blockedRows: (batchId, limit) => blockedRows(context, batchId, limit),
    isPayeeBlocked: (payment) => isPayeeBlocked(context, payment),
  } satisfies PayeeStore;
}
