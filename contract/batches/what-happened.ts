import type { CurrencyTotal } from '../money/money.ts';
import type { PaymentState } from '../payments/payment.ts';
import { counted, countText, moneyText } from '../text/numbers.ts';

/** What a person who tries Bursar should have seen: each line is a name and its explanation. */
type HappenedLine = {
  readonly name: 'Paid' | 'Failed' | 'Rejected' | 'Fee' | 'Balance';
  readonly text: string;
};

type Happened = {
  readonly rows: number;
  readonly byState: Partial<Record<PaymentState, number>>;
  readonly paid: readonly CurrencyTotal[];
  readonly fees: readonly CurrencyTotal[];
  /** The available balance in the first currency of paid payouts, as read at a time of the day; null: not yet. */
  readonly balance: { readonly amount: string; readonly currencyCode: string; readonly at: string } | null;
};

/** The outcome of the first batch in five lines, with what each means. Claims only what is known. */
export function whatHappened({ rows, byState, paid, fees, balance }: Happened): readonly HappenedLine[] {
  const { paid: paidRows = 0, failed = 0, rejected = 0, conflict = 0, outside = 0 } = byState;
  const asked = (byState.sending ?? 0) + (byState.unknown ?? 0) + (byState.accepted ?? 0);
  const unsent = (byState.draft ?? 0) + (byState.queued ?? 0);
  const progress = [
    ...(asked === 0 ? [] : [` ${countText(asked)} not settled yet: Bursar keeps asking.`]),
    ...(unsent === 0 ? [] : [` ${countText(unsent)} to send.`]),
    ...(conflict + outside === 0 ? [] : [` ${countText(conflict + outside)} to review.`]),
  ].join('');
  return [
    {
      name: 'Paid',
      text: `${countText(paidRows)} of ${counted(rows, 'payout')}: the gateway reported success. ${sumsText(paid)}${progress}`,
    },
    {
      name: 'Failed',
      text:
        failed === 0
          ? 'None. A payout fails when the gateway accepts it and it then ends without success.'
          : `${countText(failed)}: accepted by the gateway, then ended without success. A retry asks the gateway about the old one first.`,
    },
    {
      name: 'Rejected',
      text:
        rejected === 0
          ? 'None. The gateway rejects a payout at once when it cannot pay it.'
          : `${countText(rejected)}: refused by the gateway, so nothing was paid. Edit and retry.`,
    },
    {
      name: 'Fee',
      text: fees.length === 0 ? 'The gateway reported none yet.' : `The gateway reported ${sumsText(fees)}`,
    },
    {
      name: 'Balance',
      text:
        balance === null
          ? 'Not read again yet. Refresh asks the gateway.'
          : `${moneyText(balance)} available, read at ${balance.at}; what was paid after that is not in it.`,
    },
  ];
}

const named = 2;

/** The first sums, and how many more there are. */
function sumsText(totals: readonly CurrencyTotal[]): string {
  if (totals.length === 0) return '';
  const shown = totals.slice(0, named).map(moneyText).join(', ');
  const more = totals.length - named;
  return more > 0 ? `${shown} and ${counted(more, 'more currency', 'more currencies')}.` : `${shown}.`;
}
