import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { Payee, PayeeAccount, PayeeRecord } from '../../../contract/payees/payee.ts';
import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import type { CoreContext, Handlers } from '../context/context.ts';
import { isoTime } from '../payments/convert.ts';
import { payeeIdOf } from '../payments/identity.ts';
import { payeeKeyOf, wholeAccount } from '../../../contract/payees/payee-key.ts';
import { payeeHashOf } from '../payments/payee.ts';
import type { PaidAs, PayeeChange, PayeeEvent, StoredPayee, StoredPayment, Store } from '../ports/index.ts';
import { verificationFault } from './check-account.ts';
import { exportPayees } from './export-payees.ts';
import { importPayees } from './import-payees.ts';
import { catchUpPayees, describePayee, toPayee } from './known.ts';
import { listPayees } from './list-payees.ts';
import { actorStore, madeBy } from '../settings/actor.ts';

const shownPayments = 200;
const shownRecords = 200;

/** The company's payees. */
export function payeeHandlers(context: CoreContext) {
  return {
    'payees.list': (input, { signal }) => listPayees(context, input, signal),
    'payees.show': async ({ payeeId }, { signal }) => {
      const found = await find(context, payeeId, signal);
      return found.ok ? succeed(shown(context, found.value)) : found;
    },
    'payees.verify': (input, call) => verify(madeBy(context, call), input, call.signal),
    'payees.block': ({ payeeId }, call) =>
      change(madeBy(context, call), payeeId, { kind: 'blocked' }, call.signal),
    'payees.unblock': ({ payeeId }, call) =>
      change(madeBy(context, call), payeeId, { kind: 'unblocked' }, call.signal),
    'payees.import': (input, call) => importPayees(madeBy(context, call), input, call.signal),
    'payees.export': (input, { signal }) => exportPayees(context, input, signal),
  } satisfies Partial<Handlers>;
}

async function find(
  context: CoreContext,
  payeeId: string,
  signal: AbortSignal,
): Promise<Result<StoredPayee>> {
  await catchUpPayees(context, signal);
  const found = context.store.findPayee(payeeId);
  return found === null ? fail('notFound', `There is no payee ${payeeId}.`) : succeed(found);
}

function shown(context: CoreContext, payee: StoredPayee): OperationOutput<'payees.show'> {
  const { store } = context;
  const paymentIds = store.paymentsToPayee(
    { ...payee, payeeHash: payeeHashOf(payee.payee) },
    shownPayments + 1,
  );
  const latest = store.paymentsOf(paymentIds.slice(0, shownPayments));
  const described = toPayee(context, payee);
  const records = described.accounts
    .flatMap((account) => recordsOf(store, account))
    .toSorted((left, right) => right.at.localeCompare(left.at));
  return {
    ...described,
    nameHistory: payee.names.map(({ name, firstPaidAt, lastPaidAt, payments }) => ({
      name,
      firstPaidAt: isoTime(firstPaidAt),
      lastPaidAt: isoTime(lastPaidAt),
      payments,
    })),
    records: records.slice(0, shownRecords),
    hasMoreRecords: records.length > shownRecords,
    latestPayments: latest.map(toPayment),
    hasMorePayments: paymentIds.length > shownPayments,
  };
}

function toPayment(payment: StoredPayment): OperationOutput<'payees.show'>['latestPayments'][number] {
  const { idPayment, profileName, batchId, createdAt, accountName, amount, currencyCode, reference, state } =
    payment;
  return {
    idPayout: idPayment,
    profileName,
    batchId,
    createdAt: isoTime(createdAt),
    accountName,
    amount,
    currencyCode,
    reference,
    state,
  };
}

/** The latest records of one account, newest first: one more than are shown. */
function recordsOf(
  store: Store,
  { payeeId, account }: Pick<PayeeAccount, 'payeeId' | 'account'>,
): PayeeRecord[] {
  const payee = store.findPayee(payeeId);
  if (payee === null) return [];
  return store.recordsOf(payee, shownRecords + 1).map(({ at, kind, accountName, verification }) => ({
    at: isoTime(at),
    kind,
    account,
    accountName,
    verification: verification === null ? null : shownVerification(verification),
  }));
}

function shownVerification({ by, how, note }: NonNullable<PayeeEvent['verification']>) {
  return { by, how, note };
}

/** A verification belongs to the account that was verified, under the name of the payee who was asked. */
async function verify(
  context: CoreContext,
  { payeeId, account, by, how, note }: ParsedInput<'payees.verify'>,
  signal: AbortSignal,
): Promise<Result<Payee>> {
  const found = await find(context, payeeId, signal);
  if (!found.ok) return found;
  const payee = found.value;
  const own = payee.accountNumber || payee.emailAddress || nameOf(payee);
  const isOwn = own === account || wholeAccount(own) === wholeAccount(account);
  const asEmail = payee.accountNumber === '' && account.includes('@');
  const verified: PaidAs = isOwn
    ? paidAs(payee)
    : {
        accountName: nameOf(payee),
        accountNumber: asEmail ? '' : account,
        emailAddress: asEmail ? account : payee.emailAddress,
      };
  const fault = verificationFault(context, payee.environment, verified);
  if (fault !== null)
    return fail(
      'inputInvalid',
      `${account} was not verified. ${fault} Enter the account that was confirmed.`,
    );
  const key = { environment: payee.environment, payee: isOwn ? payee.payee : payeeKeyOf(verified) };
  const recorded = { ...key, ...verified, payeeId: payeeIdOf(key.environment, key.payee) };
  return record(context, { ...recorded, change: { kind: 'verified', by, how, note } }, payeeId);
}

async function change(
  context: CoreContext,
  payeeId: string,
  what: PayeeChange['change'],
  signal: AbortSignal,
): Promise<Result<Payee>> {
  const found = await find(context, payeeId, signal);
  if (!found.ok) return found;
  const payee = found.value;
  const isBlocked = (payee.record?.blockedAt ?? null) !== null;
  // The log records changes only.
  if (isBlocked === (what.kind === 'blocked')) return succeed(toPayee(context, payee));
  const { environment } = payee;
  return record(
    context,
    { environment, payee: payee.payee, payeeId, ...paidAs(payee), change: what },
    payeeId,
  );
}

function record(context: CoreContext, recorded: PayeeChange, shownId: string): Result<Payee> {
  actorStore(context).recordPayees([recorded], context.clock.now(), describePayee);
  context.emit({ kind: 'payee', id: recorded.payeeId });
  const now = context.store.findPayee(shownId);
  return now === null ? fail('notFound', `There is no payee ${shownId}.`) : succeed(toPayee(context, now));
}

function nameOf({ names }: StoredPayee): string {
  return names[0]?.name ?? '';
}

function paidAs(payee: StoredPayee): PaidAs {
  const { accountNumber, emailAddress } = payee;
  return { accountName: nameOf(payee), accountNumber, emailAddress };
}
