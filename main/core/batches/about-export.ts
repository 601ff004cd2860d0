import { runningTotals } from '../../../contract/money/money.ts';
import { counted, countText, moneyText } from '../../../contract/text/numbers.ts';
import { isoTime } from '../payments/convert.ts';
import type { StoredPayment } from '../ports/index.ts';

export type AboutLine = readonly [name: string, value: string];

/** Counts and sums up the payouts of an export, for the sheet that says what it holds. */
export function aboutExport(): {
  add(payments: readonly Pick<StoredPayment, 'amount' | 'currencyCode' | 'fee'>[]): void;
  /** `what` names the filter or the batch, `noun` one of the payments. */
  lines(what: readonly AboutLine[], at: number, noun?: string): AboutLine[];
} {
  const [totals, fees] = [runningTotals(), runningTotals()];
  let rows = 0;
  return {
    add(payments) {
      rows += payments.length;
      for (const { amount, currencyCode, fee } of payments) {
        totals.add({ amount, currencyCode });
        if (fee !== null) fees.add(fee);
      }
    },
    lines: (what, at, noun = 'payout') => [
      ...what,
      ['Exported at', isoTime(at)],
      ['Rows', countText(rows)],
      ...totals
        .list()
        .map((total): AboutLine => [
          `Total ${total.currencyCode}`,
          `${moneyText(total)} in ${counted(total.count, noun)}`,
        ]),
      ...fees.list().map((fee): AboutLine => [`Fees ${fee.currencyCode}`, moneyText(fee)]),
    ],
  };
}

/** The conditions of a filter, one line each; what is not set is left out. */
export function filterLines(filter: Readonly<Record<string, unknown>>): AboutLine[] {
  const set = Object.entries(filter).flatMap(([name, value]): AboutLine[] => {
    if (value === null || value === undefined || value === '') return [];
    if (Array.isArray(value)) return value.length === 0 ? [] : [[`Filter: ${name}`, value.join(', ')]];
    return [[`Filter: ${name}`, String(value)]];
  });
  return set.length === 0 ? [['Filter', 'none']] : set;
}
