import { isBelow } from '../../../contract/money/amount.ts';
import { hourMs } from '../../../contract/duration.ts';
import type { PayeePolicy } from '../../../contract/payees/findings.ts';
import { payeeKeyOf, wholeAccount } from '../../../contract/payees/payee-key.ts';
import type { CoreContext } from '../context/context.ts';
import { payeeIdOf } from '../payments/identity.ts';
import type { FirstRecorded, StoredPayee, Store } from '../ports/index.ts';
import type { CountedAmounts } from './counted-amounts.ts';
import type { PartyDraft, Row, RowsToPay } from './gather-parties.ts';
import { compareNames } from './names/compare-names.ts';

/** Imports of payees within this time may be one list, because a long one is recorded in many steps. */
const oneImportMs = hourMs / 6;

/** Whether a payee was paid or imported under the name. A payee that was only verified under it is not known until the waiting time is over. */
export function isKnownAs(
  context: Pick<CoreContext, 'store'>,
  payee: StoredPayee,
  draft: PartyDraft,
): boolean {
  if (payee.record === null) return payee.payments > 0;
  const isPaid = payee.names.some(({ name, payments }) => payments > 0 && isNameOf(name, draft.name));
  return isPaid || isImportedFirst(context, payee, draft);
}

/**
 * Finds the rows of a known payee for which it does not count as known: the policy counts them, and the payee was paid less than its
 * amount so far. Small payouts below the policy do not make a payee known for large ones, nor in a currency without an amount; a list
 * makes it known for any amount.
 */
export function beyondKnown(
  context: Pick<CoreContext, 'store'>,
  payee: StoredPayee,
  draft: PartyDraft,
  amounts: CountedAmounts,
): (row: Row) => boolean {
  const paid = (currencyCode: string): string =>
    payee.totals.find((total) => total.currencyCode === currencyCode)?.amount ?? '0';
  const amountsFrom = new Map(
    amounts.policy.amountsFrom.map(({ currencyCode, amount }) => [currencyCode, amount]),
  );
  const short = new Set(
    [...amountsFrom].filter(([code, amount]) => isBelow(paid(code), amount)).map(([code]) => code),
  );
  if (short.size === 0 || isImportedFirst(context, payee, draft)) return () => false;
  const isShortOfAll = payee.totals.every(({ currencyCode }) => short.has(currencyCode));
  return (row) =>
    (amountsFrom.has(row.currencyCode) ? short.has(row.currencyCode) : isShortOfAll) && amounts.counts(row);
}

/**
 * Whether a list had the payee before the name was known with another account, or the account under another name. A later list has
 * changed details, like a payout: that alone does not make them known.
 */
function isImportedFirst(
  { store }: Pick<CoreContext, 'store'>,
  payee: StoredPayee,
  { name, sameName, sameAccount }: PartyDraft,
): boolean {
  if ((payee.record?.importedAt ?? null) === null) return false;
  // The payee itself is one of them, if its account is known under another name.
  const others = store.payeesOfNumbers([...sameName.union(sameAccount)]);
  if (others.length === 0) return true;
  const importedAt = firstImportOf(store, payee, name);
  if (importedAt === null) return false;
  return others.every((other) => {
    const otherAt = firstImportOf(store, other);
    const isPaidBefore = other.firstPaidAt !== null && other.firstPaidAt < importedAt;
    return !isPaidBefore && (otherAt === null || otherAt + oneImportMs >= importedAt);
  });
}

/** When a list first had the payee, under this name if one is given; null: never. */
function firstImportOf(store: Store, payee: StoredPayee, name = ''): number | null {
  if ((payee.record?.importedAt ?? null) === null) return null;
  const imports = store.firstRecorded(payee, 'imported', 0);
  return firstOf(imports.filter(({ accountName }) => accountName === null || isNameOf(accountName, name)));
}

function firstOf(recorded: readonly FirstRecorded[]): number | null {
  return recorded.length === 0 ? null : Math.min(...recorded.map(({ at }) => at));
}

/** Whether a row with this name may mean the payee with that one; a row without a name may mean any. */
function isNameOf(known: string, name: string): boolean {
  return name === '' || compareNames(known, name) !== 'different';
}

/** Whether this account, recorded of the payee of a row, is that of the row: one key covers addresses with "@" that differ in hyphens. */
function isAccountOf(recorded: string, account: string): boolean {
  return recorded === '' || wholeAccount(recorded) === wholeAccount(account);
}

/** Whether anybody ever verified the account of a row, for any name. */
export function isEverVerified(
  { store }: Pick<CoreContext, 'store'>,
  environment: RowsToPay['environment'],
  row: Row,
): boolean {
  const own = store.findPayee(payeeIdOf(environment, payeeKeyOf(row)));
  return (own?.record?.verification ?? null) !== null;
}

/**
 * From when a verification of the account counts for the payee that the row names; null if there is none, or none since the
 * given time. For an account that is known under another name, the verification must be later than that: only then
 * did the person know about both.
 */
export function verifiedFrom(
  { store }: Pick<CoreContext, 'store'>,
  environment: RowsToPay['environment'],
  draft: Pick<PartyDraft, 'name'> & Partial<Pick<PartyDraft, 'sameAccount'>>,
  row: Row,
  policy: PayeePolicy,
  verifiedSince = 0,
): number | null {
  const own = store.findPayee(payeeIdOf(environment, payeeKeyOf(row)));
  if (own === null) return null;
  const knownSince = [own.lastPaidAt, own.record?.importedAt ?? null].filter((each) => each !== null);
  const isOtherName = (draft.sameAccount?.size ?? 0) > 0;
  if (isOtherName && knownSince.length === 0) return null;
  const since = isOtherName ? Math.max(verifiedSince, ...knownSince) : verifiedSince;
  const verified = store.firstRecorded(own, 'verified', since);
  const first = firstOf(
    verified.filter(
      ({ accountName, accountNumber }) =>
        isNameOf(accountName ?? '', draft.name) && isAccountOf(accountNumber ?? '', row.accountNumber),
    ),
  );
  return first === null ? null : first + policy.waitingHours * hourMs;
}
