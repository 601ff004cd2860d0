import { momentText } from '../../../../contract/text/clock.ts';
import type { PayoutFilter, PayoutTotal } from '../../../../contract/payments/history.ts';
import type { PayoutDetail, PayoutSummary, PersonDecision } from '../../../../contract/payments/payment.ts';
import { beforeDecidingText, decisionConsequence } from '../../../../contract/text/decision.ts';
import { amountIn, countText, moneyText, shortened } from '../../../../contract/text/numbers.ts';
import { retriedByLabel } from '../../../../contract/text/batch-problems.ts';
import { attemptEndText, paymentMeaning } from '../../../../contract/text/payment-meaning.ts';
import { environmentText, stateText, statesIncluded } from '../../../../contract/text/states.ts';
import { profileOption, textOption, type Command, type OptionValues } from '../command.ts';
import { wrongUsage } from '../failures.ts';
import { readExport, saveExport } from '../terminal/export-target.ts';
import { filterOptions, filterUsage, readFilter, readOrder } from '../payout-filter.ts';
import { moreText, readPages } from '../read-pages.ts';
import { fieldLines, table, type Output } from '../terminal/output.ts';

const usualLimit = 100;
const largestLimit = 1_000_000;
const pageSize = 1000;

export const payouts: Command = {
  name: 'payouts',
  options: { ...filterOptions, limit: 'text', totals: 'flag' },
  usage: `payouts ${filterUsage} [--limit N | --totals]`,
  summary: 'list payouts, newest first, or their totals; all conditions apply, --state can be repeated',
  profiles: 'past',
  run: ({ withBursar, output, options }) => {
    if (options['totals'] === true && textOption(options, 'limit') !== null)
      throw wrongUsage('--totals counts every payout found: leave out --limit.');
    const limit = readLimit(options);
    const filter = readFilter(options);
    const order = readOrder(options);
    return withBursar(async ({ call }) => {
      if (options['totals'] === true) {
        const { totals } = await call('payouts.totals', { filter });
        if (totals === null)
          throw wrongUsage(
            'These are too many payouts to sum up. Narrow the conditions, for example with --from.',
          );
        output.json({ totals });
        output.print(totalLines(totals, filter));
        return;
      }
      const readPage = async (after: string | null, atMost: number) => {
        const { payouts: items, next } = await call('payouts.list', { filter, order, after, limit: atMost });
        return { items, next };
      };
      const { found, hasMore } = await readPages(pageSize, readPage, limit);
      output.json(found);
      output.print(found.length === 0 ? 'No payouts.' : payoutLines(found));
      if (hasMore) output.remark(moreText(limit));
    });
  },
};

export const payoutsExport: Command = {
  name: 'payouts export',
  options: { ...filterOptions, out: 'newFile', format: 'text' },
  usage: `payouts export --out FILE [--format csv|xlsx] ${filterUsage}`,
  summary: 'export the payouts that match these conditions as CSV or XLSX',
  profiles: 'past',
  run: ({ withBursar, output, options }) => {
    const { out, format } = readExport(options);
    const filter = readFilter(options);
    const order = readOrder(options);
    return withBursar(async ({ call }) =>
      saveExport(output, out, await call('payouts.export', { filter, order, format }), 'payout'),
    );
  },
};

const decisions = {
  'send-again': 'sendAgain',
  'not-accepted': 'notAccepted',
  adopt: 'adopt',
  'pay-again': 'payAgain',
} as const satisfies Record<string, PersonDecision>;

export const payout: Command = {
  name: 'payout',
  arguments: [{ name: 'ID' }],
  options: { 'send-again': 'flag', 'not-accepted': 'flag', adopt: 'flag', 'pay-again': 'flag' },
  usage: 'payout ID [--send-again | --not-accepted | --adopt | --pay-again]',
  summary: 'show a payout with its events and attempts, or save your decision about it',
  run: ({ withBursar, output, options, arguments: [idPayout = ''] }) => {
    const decision = readDecision(options, decisions);
    const which = { ...profileOption(options), idPayout };
    return withBursar(async ({ call }) => {
      if (decision !== null) await call('payouts.decide', { ...which, decision });
      const detail = await call('payouts.show', which);
      output.json(detail);
      printPayout(output, detail);
      if (decision !== null) output.remark(decidedText(decision, detail.batchId));
    });
  },
};

/** The decision that the options name; null if they name none. */
export function readDecision<Decision extends PersonDecision>(
  options: OptionValues,
  offered: Readonly<Record<string, Decision>>,
): Decision | null {
  const [first, ...others] = Object.entries(offered).flatMap(([option, decision]) =>
    options[option] === true ? [decision] : [],
  );
  if (others.length > 0)
    throw wrongUsage(
      `Choose one of ${Object.keys(offered)
        .map((option) => `--${option}`)
        .join(', ')}.`,
    );
  return first ?? null;
}

/** Confirms a decision, states its effect, and names the next step. */
export function decidedText(decision: PersonDecision, batchId: string): string {
  const next =
    decision === 'sendAgain' || decision === 'adopt'
      ? `bursar resume --batch ${batchId}`
      : `bursar batch retry ${batchId}`;
  return `Decision saved. ${decisionConsequence(decision, 'payout')} Next: \`${next}\`.`;
}

/** The value of --limit. */
export function readLimit(options: OptionValues): number {
  const text = textOption(options, 'limit');
  if (text === null) return usualLimit;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > largestLimit)
    throw wrongUsage(`--limit takes a whole number from 1 to ${largestLimit}.`);
  return limit;
}

function payoutLines(found: readonly PayoutSummary[]): string {
  return table(
    ['Order ID', 'State', { right: 'Amount' }, 'Currency', 'Payee', 'Account', 'Updated'],
    found.map(({ idPayout, state, money, accountName, accountNumber, updatedAt }) => [
      shortened(idPayout, 28),
      stateText(state),
      amountIn(money.amount, money.currencyCode),
      money.currencyCode,
      shortened(accountName, 28),
      shortened(accountNumber, 24),
      momentText(updatedAt),
    ]),
  );
}

function totalLines(totals: readonly PayoutTotal[], filter: PayoutFilter): string {
  if (totals.length === 0) return 'No payouts.';
  const isMixed = new Set(totals.map(({ environment }) => environment)).size > 1;
  const lines = table(
    [
      ...(isMixed ? ['Environment'] : []),
      'Currency',
      { right: 'Payouts' },
      { right: 'Amount' },
      { right: 'Fees' },
    ],
    totals.map(({ environment, currencyCode, payouts: count, amount, fees }) => [
      ...(isMixed ? [environmentText(environment)] : []),
      currencyCode,
      countText(count),
      amountIn(amount, currencyCode),
      fees === null ? '' : amountIn(fees, currencyCode),
    ]),
  );
  return `${lines}\n${statesIncluded(filter)}`;
}

function printPayout(output: Output, detail: PayoutDetail): void {
  const { idPayout, batchId, rowNumber, profileName, money, state } = detail;
  const { retryOf, retriedBy, problemMessage } = detail;
  const meaning = paymentMeaning({ ...detail, kind: 'payout', origin: null });
  const fields: readonly (readonly [string, string])[] = [
    ['Order ID', idPayout],
    ['Batch', `${batchId}, row ${rowNumber}`],
    ['Profile', profileName],
    ['Amount', moneyText(money)],
    ['State', stateText(state)],
    ['', meaning],
    ['Problem', problemMessage ?? ''],
    ['Problem code', detail.problemCode ?? ''],
    ...gatewayFields(detail),
    ['Payee', detail.accountName],
    ['Account', detail.accountNumber],
    [
      'Method',
      [detail.paymentMethodCode, detail.paymentOperatorCode].filter((part) => part !== '').join(', '),
    ],
    ['E-mail', detail.emailAddress],
    ['Reference', detail.reference],
    ['Retries', retryOf ?? ''],
    [
      retriedByLabel(retriedBy),
      retriedBy === null ? '' : `${retriedBy.idPayout} (${stateText(retriedBy.state)})`,
    ],
    ...decideFields(detail.decisions),
  ];
  output.print(fieldLines(fields));
  printHistory(output, detail);
}

/** The gateway's data about a payment. */
export function gatewayFields({
  gatewayStatus,
  gatewayCreatedAt,
  processedAt,
  isTest,
  fee,
}: Pick<PayoutDetail, 'gatewayStatus' | 'gatewayCreatedAt' | 'processedAt' | 'isTest' | 'fee'>): (readonly [
  string,
  string,
])[] {
  return [
    ['Gateway status', gatewayStatus ?? ''],
    ['Gateway created', gatewayCreatedAt ?? ''],
    ['Gateway ended', processedAt ?? ''],
    ['Test payment', isTest === null ? '' : isTest ? 'yes' : 'no'],
    ['Fee', fee === null ? '' : moneyText(fee)],
  ];
}

/** The options with which a person decides about a payment, and the warning; nothing if there is nothing to decide. */
export function decideFields(offered: readonly PersonDecision[]): (readonly [string, string])[] {
  if (offered.length === 0) return [];
  return [
    ['Decide with', offered.map((decision) => optionOf[decision]).join(' or ')],
    ['', beforeDecidingText],
  ];
}

const optionOf: Record<PersonDecision, string> = {
  sendAgain: '--send-again',
  notAccepted: '--not-accepted',
  adopt: '--adopt',
  payAgain: '--pay-again',
};

/** Prints the events of a payment, and every request that tried to create it. */
export function printHistory(
  output: Output,
  detail: Pick<PayoutDetail, 'events' | 'attempts' | 'problem'>,
): void {
  output.print('');
  const events = detail.events.map(({ at, from, to, cause }) => [
    at,
    from === null ? '' : stateText(from),
    to === null ? '' : stateText(to),
    cause,
  ]);
  output.print(table(['Time', 'From', 'To', 'Cause'], events));
  for (const attempt of detail.attempts) {
    const { number, startedAt, body } = attempt;
    output.print(`\nAttempt ${number} at ${startedAt}, ${attemptEndText(attempt, detail)}\n  ${body}`);
  }
}
