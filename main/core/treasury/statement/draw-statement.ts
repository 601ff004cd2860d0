import { dayMs } from '../../../../contract/duration.ts';
import { addAmounts, isZeroAmount, subtractAmounts, sumAmounts } from '../../../../contract/money/amount.ts';
import type { OpeningBasis, StatementDay } from '../../../../contract/treasury/statement.ts';
import { dayText } from '../flows/days.ts';

/** What moved on one day, signed. */
export type DayMovement = {
  readonly in: string;
  readonly out: string;
  readonly fees: string;
  readonly count: number;
};

/** A balance that was read, and what moved after it until the end of its day or, before the period, until the period begins. */
export type ReportedBalance = { readonly at: number; readonly booked: string; readonly movedAfter: string };

/** What a statement follows from. */
export type StatementFacts = {
  /** The first day, and the last one. */
  readonly from: number;
  readonly until: number;
  /** By day; days on which nothing moved are left out. */
  readonly moved: ReadonlyMap<number, DayMovement>;
  /** The last balance read before the period. */
  readonly before: ReportedBalance | null;
  /** The first balance read in the period, and what moved on its day until then. */
  readonly first: (Pick<ReportedBalance, 'at' | 'booked'> & { readonly movedBefore: string }) | null;
  /** The last balance read on each day of the period. */
  readonly reported: ReadonlyMap<number, ReportedBalance>;
};

type DrawnDay = Omit<StatementDay, 'explanation' | 'candidates'> & {
  readonly number: number;
  /** When the balance was read that this day and the one reported before it go by; null where none was. */
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
  readonly unexplained: string | null;
  readonly movementCount: number;
  readonly days: DrawnDay[];
};

const still: DayMovement = { in: '0', out: '0', fees: '0', count: 0 };

/** The statement that follows from what is known. The opening and every movement add up to the closing exactly. */
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
    const said = reading === undefined ? null : addAmounts(reading.booked, reading.movedAfter);
    const unexplained = said === null || closing === null ? null : subtractAmounts(said, closing);
    days.push({
      number,
      day: dayText(number),
      opening: balance,
      amount,
      fees: movement.fees,
      closing,
      reported: said,
      reportedAt: reading?.at ?? null,
      unexplained,
      arisen: unexplained === null || known === null ? null : subtractAmounts(unexplained, known),
    });
    known = unexplained ?? known;
    balance = closing;
  }
  const last = days.findLast((day) => day.reported !== null);
  // What moved on the days after the last balance that was read is taken to be in it.
  const later = days.filter(({ number }) => number > (last?.number ?? until));
  const reportedAtEnd =
    last?.reported === undefined || last.reported === null
      ? null
      : sumAmounts([last.reported, ...later.flatMap(({ amount, fees }) => [amount, fees])]);
  const movements = [...moved.values()];
  return {
    opening,
    openingBasis,
    openingReadAt,
    in: sumAmounts(movements.map((movement) => movement.in)),
    out: sumAmounts(movements.map((movement) => movement.out)),
    fees: sumAmounts(movements.map((movement) => movement.fees)),
    closing: balance,
    reported: reportedAtEnd,
    reportedAt: last?.reportedAt ?? null,
    unexplained: reportedAtEnd === null || balance === null ? null : subtractAmounts(reportedAtEnd, balance),
    movementCount: movements.reduce((sum, { count }) => sum + count, 0),
    days,
  };
}

/** Whether something arose on this day that nothing explains. */
export function hasArisen({ arisen }: Pick<StatementDay, 'arisen'>): boolean {
  return arisen !== null && !isZeroAmount(arisen);
}

/** By the first balance that was read: whatever a later one says otherwise has arisen since, and is not to be hidden in the opening. */
function openingOf({ moved, before, first }: StatementFacts): {
  opening: string | null;
  openingBasis: OpeningBasis;
  openingReadAt: number | null;
} {
  if (before !== null)
    return {
      opening: addAmounts(before.booked, before.movedAfter),
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
