import { dayMs } from '../../../../contract/duration.ts';
import { addAmounts, subtractAmounts, sumAmounts } from '../../../../contract/money/amount.ts';
import type { OpeningBasis, StatementDay } from '../../../../contract/treasury/statement.ts';
import { dayOfNumber } from '../flows/days.ts';

/** The movements of one day, signed. */
export type DayMovement = {
  readonly in: string;
  readonly out: string;
  readonly fees: string;
  readonly count: number;
};

/** The number of movements, and their total with fees. */
export type Moved = { readonly count: number; readonly amount: string };

/** A balance that was read, and the movements after it until the end of its day or, before the period, until the period begins. */
export type ReportedBalance = { readonly at: number; readonly booked: string; readonly movedAfter: Moved };

/** The inputs of a statement. */
export type StatementFacts = {
  /** The first day, and the last one. */
  readonly from: number;
  readonly until: number;
  /** By day; days without movements are left out. */
  readonly moved: ReadonlyMap<number, DayMovement>;
  /** The last balance read before the period. */
  readonly before: ReportedBalance | null;
  /** The first balance read in the period, and the movements on its day until then. */
  readonly first: (Pick<ReportedBalance, 'at' | 'booked'> & { readonly movedBefore: string }) | null;
  /** The last balance read on each day of the period. */
  readonly reported: ReadonlyMap<number, ReportedBalance>;
};

type DrawnDay = Omit<StatementDay, 'explanation' | 'candidates' | 'reportedAt'> & {
  readonly number: number;
  /** When the balances of this day and of the previous report were read; null if none was. */
  readonly reportedAt: number | null;
};

export type DrawnStatement = {
  readonly opening: string | null;
  readonly openingBasis: OpeningBasis;
  readonly openingReadAt: number | null;
  readonly in: string;
  readonly out: string;
  readonly fees: string;
  readonly closing: string | null;
  readonly reported: string | null;
  readonly reportedAt: number | null;
  readonly sinceReported: Moved | null;
  readonly unexplained: string | null;
  readonly movementCount: number;
  readonly days: DrawnDay[];
};

const still: DayMovement = { in: '0', out: '0', fees: '0', count: 0 };

/** Derives the statement from its inputs. The opening and every movement add up to the closing exactly. */
export function drawStatement(facts: StatementFacts): DrawnStatement {
  const { from, until, moved, reported } = facts;
  const { opening, openingBasis, openingReadAt } = openingOf(facts);
  const days: DrawnDay[] = [];
  let balance = opening;
  let known: string | null = opening === null ? null : '0';
  for (let number = from; number <= until; number += 1) {
    const movement = moved.get(number) ?? still;
    const amount = addAmounts(movement.in, movement.out);
    const closing: string | null = balance === null ? null : sumAmounts([balance, amount, movement.fees]);
    const reading = reported.get(number);
    // The balance that the opening is derived from proves nothing about the opening.
    const unexplained =
      reading === undefined || closing === null || reading.at === openingReadAt
        ? null
        : subtractAmounts(addAmounts(reading.booked, reading.movedAfter.amount), closing);
    days.push({
      number,
      day: dayOfNumber(number),
      opening: balance,
      amount,
      fees: movement.fees,
      closing,
      reported: reading?.booked ?? null,
      reportedAt: reading?.at ?? null,
      sinceReported: reading?.movedAfter ?? null,
      unexplained,
      arisen: unexplained === null || known === null ? null : subtractAmounts(unexplained, known),
    });
    known = unexplained ?? known;
    balance = closing;
  }
  const last = days.findLast((day) => day.reported !== null);
  const movements = [...moved.values()];
  return {
    opening,
    openingBasis,
    openingReadAt,
    in: sumAmounts(movements.map((movement) => movement.in)),
    out: sumAmounts(movements.map((movement) => movement.out)),
    fees: sumAmounts(movements.map((movement) => movement.fees)),
    closing: balance,
    reported: last?.reported ?? null,
    reportedAt: last?.reportedAt ?? null,
    sinceReported: last === undefined ? null : sinceLast(last, moved),
    unexplained: last?.unexplained ?? null,
    movementCount: movements.reduce((sum, { count }) => sum + count, 0),
    days,
  };
}

/** The movements after the last balance: on its day and on all later ones. */
function sinceLast(
  { number, sinceReported }: Pick<DrawnDay, 'number' | 'sinceReported'>,
  moved: StatementFacts['moved'],
): Moved {
  const later = [...moved].filter(([day]) => day > number).map(([, movement]) => movement);
  return withDays(sinceReported ?? { count: 0, amount: '0' }, later);
}

/** What moved, with what moved on these days. */
export function withDays({ count, amount }: Moved, days: readonly DayMovement[]): Moved {
  return {
    count: days.reduce((sum, movement) => sum + movement.count, count),
    amount: sumAmounts([amount, ...days.flatMap((movement) => [movement.in, movement.out, movement.fees])]),
  };
}

/** From the first balance that was read: later differences arose since, and must not be hidden in the opening. */
function openingOf({ moved, before, first }: StatementFacts): {
  opening: string | null;
  openingBasis: OpeningBasis;
  openingReadAt: number | null;
} {
  if (before !== null)
    return {
      opening: addAmounts(before.booked, before.movedAfter.amount),
      openingBasis: 'carriedForward',
      openingReadAt: before.at,
    };
  if (first === null) return { opening: null, openingBasis: 'unknown', openingReadAt: null };
  const firstDay = Math.floor(first.at / dayMs);
  const until = [first.movedBefore];
  for (const [day, movement] of moved)
    if (day < firstDay) until.push(movement.in, movement.out, movement.fees);
  return {
    opening: subtractAmounts(first.booked, sumAmounts(until)),
    openingBasis: 'derived',
    openingReadAt: first.at,
  };
}
