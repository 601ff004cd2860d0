import { addAmounts, compareAmounts, negateAmount, sumAmounts } from '../money/amount.ts';
import type { Balance } from '../treasury.ts';

type Amounts = Pick<Balance, 'amounts'>;
type NamedAmount = Amounts['amounts'][number];

/** Possible names of the spendable amount, the likeliest first. */
const spendable = [/^available$/i, /^(?:total[ _.-]?)?available/i, /^balance$/i, /^(?:amount|value)$/i];
/** Possible names of the amount reserved for payouts in process. */
const setAside =
  /^(?:blocked|reserved|held|on.?hold|hold|pending|locked|frozen|un.?available|not.?available)/i;
/** The beginning of the name of several reserved amounts, added up. */
const addedUp = /^total[ _.-]?/i;
/** Possible names of the booked total. Others that begin so, such as `totalPayouts`, say what they are a total of. */
const whole = [
  /^total$/i,
  /^booked(?:[ _.-]?(?:balance|amount|funds|value|total))*$/i,
  /^ledger(?:[ _.-]?(?:balance|amount|funds|value|total))*$/i,
  /^total(?:[ _.-]?(?:booked|ledger|account|wallet|current|balance|amount|funds|value))*$/i,
];

/** How likely a name is that of the spendable amount: the lower, the likelier; infinite if it is another one. */
export function spendableRank(name: string): number {
  const rank = spendable.findIndex((pattern) => pattern.test(name));
  return rank === -1 ? Number.POSITIVE_INFINITY : rank;
}

/** The spendable amount of a balance, as a decimal; null if the gateway named none. */
export function availableOf(balance: Amounts): string | null {
  const parts = availableParts(balance);
  return parts.length === 0 ? null : sumAmounts(parts.map(({ amount }) => amount));
}

/**
 * The amounts that add up to the spendable one, never to more: the likeliest by its name, the lowest if several have that name; otherwise the
 * lowest total less what is reserved; otherwise the only amount. None where the gateway names several others, because which one can be spent is not known.
 */
export function availableParts({ amounts }: Amounts): NamedAmount[] {
  const likeliest = Math.min(...amounts.map(({ name }) => spendableRank(name)));
  if (Number.isFinite(likeliest))
    return lowestFirst(amounts.filter(({ name }) => spendableRank(name) === likeliest)).slice(0, 1);
  const total = totalOf(amounts);
  if (total !== null)
    return [
      total,
      ...reservedParts({ amounts }).map((each) => ({ ...each, amount: negateAmount(each.amount) })),
    ];
  return amounts.length === 1 && reservedParts({ amounts }).length === 0 ? [...amounts] : [];
}

/** The amount that the gateway reserves for payouts in process; null if it names none. */
export function reservedOf(balance: Amounts): string | null {
  const reserved = reservedParts(balance);
  return reserved.length === 0 ? null : sumAmounts(reserved.map(({ amount }) => amount));
}

/**
 * The booked amount, which changes as payments end: the total if the gateway names one, otherwise available plus reserved. If it names
 * neither, the available amount is used, although a payout in process may already be missing from it. Several accounts of one currency are
 * added up: which of them a payment moves is not known.
 */
export function bookedOf({ amounts }: Amounts): string | null {
  const total = totalOf(amounts);
  const found = total ?? availableParts({ amounts })[0];
  if (found === undefined) return null;
  const booked = sumAmounts(amounts.filter(({ name }) => name === found.name).map(({ amount }) => amount));
  return total === null ? addAmounts(booked, reservedOf({ amounts }) ?? '0') : booked;
}

/** The amounts that add up to the reserved one, none negative: a gateway may write one as a deduction already. The interface does not say; so read, the least is available. */
export function reservedParts({ amounts }: Amounts): NamedAmount[] {
  const single = amounts.filter(({ name }) => setAside.test(name));
  const added = amounts.filter(({ name }) => setAside.test(name.replace(addedUp, '')));
  return (single.length === 0 ? added : single).map(({ name, amount }) => ({
    name,
    amount: amount.startsWith('-') ? negateAmount(amount) : amount,
  }));
}

/** The lowest, if there are several. */
function totalOf(amounts: readonly NamedAmount[]): NamedAmount | null {
  for (const pattern of whole) {
    const [found] = lowestFirst(amounts.filter(({ name }) => pattern.test(name)));
    if (found !== undefined) return found;
  }
  return null;
}

function lowestFirst(amounts: readonly NamedAmount[]): NamedAmount[] {
  return amounts.toSorted((left, right) => compareAmounts(left.amount, right.amount));
}
