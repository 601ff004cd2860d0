import type { BatchReport } from '../../../contract/batches/batch.ts';
import type { PaymentKind, PaymentState } from '../../../contract/payments/payment.ts';
import { moneyOutcomes, outcomeLabels, listedOutcomes } from '../../../contract/text/outcome.ts';
import { capitalised, kindText, stateLabel } from '../../../contract/text/states.ts';
import type { CoreContext } from '../context/context.ts';
import { aboutLines } from '../context/exports.ts';
import { isoTime } from '../payments/convert.ts';
import { sumsByEnvironment } from '../../../contract/money/money-sums.ts';
import { eventText } from '../payments/paper.ts';
import type { AboutLine, StoredPayment, Store } from '../ports/index.ts';

/** Counts and adds up the payouts of an export, for the sheet that describes it. */
export function aboutExport(): {
  add(payments: readonly Pick<StoredPayment, 'environment' | 'amount' | 'currencyCode' | 'fee'>[]): void;
  /** `what` names the filter or the batch, `noun` one of the payments. */
  lines(what: readonly AboutLine[], at: number, noun?: string): AboutLine[];
} {
  const sums = sumsByEnvironment();
  let rows = 0;
  return {
    add(payments) {
      rows += payments.length;
      for (const { environment, amount, currencyCode, fee } of payments) {
        sums.of(environment).amounts.add({ amount, currencyCode });
        if (fee !== null) sums.of(environment).fees.add(fee);
      }
    },
    lines: (what, at, noun = 'payout') => [
      ...aboutLines(what, at, rows),
      ...sums.list().flatMap(([environment, { amounts, fees }], _index, all): AboutLine[] => {
        // Named only where both are in the file.
        const where = all.length > 1 ? ` (${environment})` : '';
        return [
          ...amounts.list().flatMap(({ amount, currencyCode, count }): AboutLine[] => [
            [`Total ${currencyCode}${where}`, amount, 'amount'],
            [
              `${noun === 'payout' ? 'Payouts' : 'Payments'} in ${currencyCode}${where}`,
              String(count),
              'count',
            ],
          ]),
          ...fees
            .list()
            .map(({ amount, currencyCode }): AboutLine => [
              `Fees of all rows ${currencyCode}${where}`,
              amount,
              'amount',
            ]),
        ];
      }),
    ],
  };
}

/** The outcome of a batch in money, and who did what to it, when. */
export function batchLines({ store }: Pick<CoreContext, 'store'>, report: BatchReport): AboutLine[] {
  const lines = moneyOutcomes(report);
  const outcomes = listedOutcomes(lines, []);
  return [
    ...lines.flatMap((line) => [
      ...outcomes.flatMap((outcome): AboutLine[] => {
        const total = line[outcome];
        const label = `${outcomeLabels[outcome]} ${line.currencyCode}`;
        return total === null ? [] : [[label, total.amount, 'amount']];
      }),
      ...feeLine(line),
    ]),
    ...(report.paidTwice.count === 0
      ? []
      : [['Rows paid twice', String(report.paidTwice.count), 'count'] as const]),
    ...store
      .eventsOfBatch(report.batchId)
      .map((event): AboutLine => [`${eventText(event)} (UTC)`, isoTime(event.at), 'time']),
  ];
}

/** Like the page of the batch and the PDF: without fees for payouts that are not paid yet. */
function feeLine({ fee, currencyCode }: ReturnType<typeof moneyOutcomes>[number]): AboutLine[] {
  return fee === null ? [] : [[`Fees of paid payouts ${currencyCode}`, fee.amount, 'amount']];
}

const filterNames: Readonly<Record<string, string>> = {
  profileName: 'Profile',
  batchId: 'Batch',
  payeeId: 'Payee',
  kind: 'Kind',
  states: 'State',
  currencyCode: 'Currency',
  currencyCodes: 'Currency',
  paymentMethodCodes: 'Method',
  amountFrom: 'Amount at least',
  amountUntil: 'Amount at most',
  search: 'Search',
};

/** The conditions of a filter in words, one line each. Conditions that are not set are left out, except states: drafts may be missing. */
export function filterLines(
  { store }: { readonly store: Pick<Store, 'findBatch' | 'findPayee'> },
  filter: Readonly<Record<string, unknown>>,
): AboutLine[] {
  const { dateOf, ...conditions } = filter;
  const date = dateOf === 'paid' ? 'Paid' : 'Created';
  const set = Object.entries(conditions).flatMap(([name, value]): AboutLine[] => {
    if (value === null || value === undefined || value === '') return [];
    // Drafts are found only in the batch that is named.
    if (name === 'states' && Array.isArray(value) && value.length === 0)
      return [['Filter: State', conditions['batchId'] === null ? 'All but drafts' : 'All']];
    if (Array.isArray(value) && value.length === 0) return [];
    const texts = (Array.isArray(value) ? value : [value]).map(String);
    const [first = ''] = texts;
    switch (name) {
      case 'from':
        return [[`Filter: ${date} at or after (UTC)`, first, 'time']];
      case 'until':
        return [[`Filter: ${date} before (UTC)`, first, 'time']];
      case 'batchId':
        return [['Filter: Batch', nameOr(store.findBatch(first)?.fileName, first)]];
      case 'payeeId':
        return [['Filter: Payee', nameOr(store.findPayee(first)?.names[0]?.name, first)]];
      case 'amountFrom':
      case 'amountUntil':
        return [[`Filter: ${filterNames[name] ?? name}`, first, 'amount']];
      default: {
        return [[`Filter: ${filterNames[name] ?? name}`, texts.map((text) => wordOf(name, text)).join(', ')]];
      }
    }
  });
  const hasTime = [conditions['from'], conditions['until']].some(
    (time) => time !== null && time !== undefined,
  );
  if (dateOf === 'paid' && !hasTime) set.push(['Filter: Date', 'Paid']);
  return set;
}

/** A value of a condition as the screen writes it. */
function wordOf(condition: string, value: string): string {
  if (condition === 'states') return stateLabel(value as PaymentState);
  return condition === 'kind' ? capitalised(kindText(value as PaymentKind)) : value;
}

function nameOr(name: string | undefined, id: string): string {
  return name === undefined || name === '' ? id : `${name} (${id})`;
}
