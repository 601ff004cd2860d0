import { dayMs, minuteMs } from '../../contract/duration.ts';
import { runningTotals, type Money } from '../../contract/money/money.ts';
import { moneyText } from '../../contract/text/numbers.ts';
import type { Balance } from '../../contract/treasury.ts';
import { spendableRank } from '../../contract/treasury/available.ts';

/** The balances with a key each, which stays the same wherever they are listed: a gateway may list several accounts of one currency. */
export function keyedBalances(balances: readonly Balance[]): (Balance & { readonly key: string })[] {
  const counts = new Map<string, number>();
  return balances.map((balance) => {
    const { currencyCode } = balance;
    const count = counts.get(currencyCode) ?? 0;
    counts.set(currencyCode, count + 1);
    return { ...balance, key: `${currencyCode} ${count}` };
  });
}

/** The names of amounts over all currencies, the spendable one first, then in the gateway's order. */
export function amountNames(balances: readonly Balance[]): string[] {
  const names = new Set(balances.flatMap(({ amounts }) => amounts.map(({ name }) => name)));
  const [first] = [...names].toSorted((left, right) => spendableRank(left) - spendableRank(right) || 0);
  return first === undefined ? [] : [first, ...[...names].filter((name) => name !== first)];
}

/** The expected money of unfinished top-ups, in words, by currency; where `next` says that there are older ones, they are not added. */
export function onTheirWayTexts({
  payments,
  next,
}: {
  readonly payments: readonly { readonly money: Money }[];
  readonly next: string | null;
}): ReadonlyMap<string, string> {
  const totals = runningTotals();
  for (const { money } of payments) totals.add(money);
  const least = next === null ? '' : 'at least ';
  return new Map(
    totals.list().map((total) => [total.currencyCode, `${least}${moneyText(total)} on its way`]),
  );
}

type Trend = { readonly points: readonly { readonly at: string }[] };

/**
 * The time of a column of trends. Where nothing was read on the first day of the period it goes from the first reading to the last: the hours
 * of a new profile would be a dot at the end of 30 empty days. `since` is that first moment; null: the whole period is shown.
 */
export function shownSpan(
  trends: readonly Trend[],
  period: { readonly from: number; readonly until: number },
): { readonly from: number; readonly until: number; readonly since: string | null } {
  const moments = trends.flatMap(({ points }) => points.map(({ at }) => at)).toSorted();
  const [first, last] = [moments[0], moments.at(-1)];
  if (first === undefined || last === undefined || Date.parse(first) < period.from + dayMs)
    return { ...period, since: null };
  const from = Date.parse(first);
  return { from, until: Math.max(Date.parse(last), from + minuteMs), since: first };
}
