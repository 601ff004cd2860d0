import type { Payee, PayeeAccount } from '../../../contract/payees/payee.ts';
import type { CoreContext, EmittingContext } from '../context/context.ts';
import { catchUpOrStop } from '../context/turns.ts';
import { isoTime } from '../payments/convert.ts';
import { payeeIdOf } from '../payments/identity.ts';
import { catchUpKeys } from '../payments/payee.ts';
import type { DescribePayee, StoredPayee, Store } from '../ports/index.ts';
import { foldText } from '../../../contract/payees/fold-text.ts';
import { compareNames } from './names/compare-names.ts';
import { plainName } from './names/plain-name.ts';

/** Events followed per commit: few enough that none blocks the process for long. */
const eventsAtOnce = 200;
const separator = '\u001f';
const unsearched = /[^\p{L}\p{N}\p{M}@]/gu;
const otherAccounts = 20;

/** The store's record of a payee besides its payments. */
export const describePayee: DescribePayee = ({
  environment,
  payee,
  accountName,
  accountNumber,
  emailAddress,
}) => ({
  payeeId: payeeIdOf(environment, payee),
  nameKey: nameKeyOf(accountName),
  text: [accountName, accountNumber, emailAddress].map(searchedText).join(separator),
});

/** Equal for names that are the same; empty for an empty name. */
export function nameKeyOf(name: string): string {
  return plainName(name).keys[0] ?? '';
}

/** A text in its search form, independent of notation: accounts with or without spaces and hyphens. */
export function searchedText(text: string): string {
  return foldText(text).replace(unsearched, '');
}

/** Brings the list of payees up to date: everything once after an update, otherwise only what was paid since. Stops as `catchUpKeys`. */
export async function catchUpPayees(context: EmittingContext, signal: AbortSignal): Promise<void> {
  const { store, clock } = context;
  await catchUpKeys(context, signal);
  const isCaughtUp = (): boolean => store.indexPayees(eventsAtOnce, describePayee) < eventsAtOnce;
  await catchUpOrStop(clock, isCaughtUp, signal);
}

/** A payee as the contract has it. */
export function toPayee({ store }: Pick<CoreContext, 'store'>, stored: StoredPayee): Payee {
  const own = toAccount(store, stored);
  const others = namesakes(store, stored).map((each) => toAccount(store, each));
  return { ...toOnePayee(stored), verifiedAs: own.verifiedAs, accounts: [own, ...others] };
}

/** A payee by itself, without the other accounts that were paid under its names. */
export function toOnePayee(stored: StoredPayee): Omit<Payee, 'accounts' | 'verifiedAs'> {
  return {
    payeeId: stored.payeeId,
    environment: stored.environment,
    names: stored.names.map(({ name }) => name).filter((name) => name !== ''),
    firstPaidAt: isoTime(stored.firstPaidAt),
    lastPaidAt: isoTime(stored.lastPaidAt),
    payments: stored.payments,
    totals: stored.totals,
    ...said(stored),
    isImported: (stored.record?.importedAt ?? null) !== null,
  };
}

/** The other payees that have one of its names, the last paid first. */
export function namesakes(store: Store, stored: StoredPayee): StoredPayee[] {
  const found = new Map<string, StoredPayee>();
  const keys = new Set(stored.names.flatMap(({ name }) => plainName(name).keys));
  for (const nameKey of keys) {
    if (nameKey === '') continue;
    for (const other of store.payeesNamed(stored.environment, nameKey, otherAccounts))
      if (other.payeeId !== stored.payeeId) found.set(other.payeeId, other);
  }
  return [...found.values()]
    .toSorted((left, right) => (right.lastPaidAt ?? 0) - (left.lastPaidAt ?? 0))
    .slice(0, otherAccounts);
}

function toAccount(store: Store, stored: StoredPayee): PayeeAccount {
  return {
    payeeId: stored.payeeId,
    account: stored.accountNumber || stored.emailAddress,
    firstPaidAt: isoTime(stored.firstPaidAt),
    lastPaidAt: isoTime(stored.lastPaidAt),
    payments: stored.payments,
    ...said(stored),
    verifiedAs: verifiedAs(store, stored),
  };
}

/** A verification counts for the name that was asked about, so one of another name than this is shown under is told apart. */
function verifiedAs(store: Store, stored: StoredPayee): string | null {
  if ((stored.record?.verification ?? null) === null) return null;
  const shown = stored.names.find(({ name }) => name !== '')?.name ?? '';
  const verified = store.firstRecorded(stored, 'verified', 0).map(({ accountName }) => accountName ?? '');
  const isOfShown = verified.some((name) => name === '' || compareNames(name, shown) !== 'different');
  return isOfShown ? null : (verified[0] ?? null);
}

function said({ record }: StoredPayee): Pick<Payee, 'verification' | 'isBlocked'> {
  const verification = record?.verification ?? null;
  return {
    verification: verification === null ? null : { ...verification, at: isoTime(verification.at) },
    isBlocked: (record?.blockedAt ?? null) !== null,
  };
}
