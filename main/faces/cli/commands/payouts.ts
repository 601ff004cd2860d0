import type { PayoutDetail, PayoutSummary } from '../../../../contract/payment.ts';
import { textOption, type Command, type OptionValues } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { wrongUsage } from '../failures.ts';
import { filterOptions, filterUsage, readFilter, readOrder } from '../payout-filter.ts';
import { writeNewFile } from '../write-new-file.ts';
import { fieldLines, grouped, shortened, table, type Output } from '../output.ts';

const usualLimit = 100;
const largestLimit = 1_000_000;
const pageSize = 1000;

export const payouts: Command = {
  name: 'payouts',
  arguments: [],
  options: { ...filterOptions, limit: 'text' },
  usage: `payouts ${filterUsage} [--limit N]`,
  summary: 'the history, newest first; every condition must hold, --state may be given several times',
  run: ({ withBursar, output, options }) => {
    const limit = readLimit(options);
    const filter = readFilter(options);
    const order = readOrder(options);
    return withBursar(async ({ call }) => {
      const found: PayoutSummary[] = [];
      let after: string | null = null;
      do {
        const page: { payouts: PayoutSummary[]; next: string | null } = await call('payouts.list', {
          filter,
          order,
          after,
          limit: Math.min(pageSize, limit - found.length),
        });
        found.push(...page.payouts);
        after = page.next;
      } while (after !== null && found.length < limit);
      output.json(found);
      output.print(found.length === 0 ? 'No payouts.' : payoutLines(found));
      return exitCodes.done;
    });
  },
};

export const payoutsExport: Command = {
  name: 'payouts export',
  arguments: [],
  options: { ...filterOptions, out: 'text', format: 'text' },
  usage: `payouts export --out FILE [--format csv|xlsx] ${filterUsage}`,
  summary: 'write exactly what these conditions find as CSV or XLSX',
  run: ({ withBursar, output, options }) => {
    const out = textOption(options, 'out');
    if (out === null) throw wrongUsage('Say where to write with --out FILE.');
    const format = textOption(options, 'format') ?? (/\.xlsx$/i.test(out) ? 'xlsx' : 'csv');
    if (format !== 'csv' && format !== 'xlsx') throw wrongUsage('--format takes csv or xlsx.');
    const filter = readFilter(options);
    const order = readOrder(options);
    return withBursar(async ({ call }) => {
      const { bytes, rows } = await call('payouts.export', { filter, order, format });
      await writeNewFile(out, bytes);
      output.json({ rows, file: out });
      output.print(`${rows} payouts are in ${out}.`);
      return exitCodes.done;
    });
  },
};

export const payout: Command = {
  name: 'payout',
  arguments: [{ name: 'ID' }],
  options: { 'send-again': 'flag', 'not-accepted': 'flag' },
  usage: 'payout ID [--send-again | --not-accepted]',
  summary: 'one payout with its events and attempts; decide about one that stays unknown',
  run: ({ withBursar, output, options, arguments: [idPayout = ''] }) => {
    const isSentAgain = options['send-again'] === true;
    const isNotAccepted = options['not-accepted'] === true;
    if (isSentAgain && isNotAccepted) throw wrongUsage('Choose one of --send-again and --not-accepted.');
    return withBursar(async ({ call }) => {
      if (isSentAgain || isNotAccepted)
        await call('payouts.decide', { idPayout, decision: isSentAgain ? 'sendAgain' : 'notAccepted' });
      const detail = await call('payouts.show', { idPayout });
      output.json(detail);
      printPayout(output, detail);
      if (isSentAgain) output.remark(`Send it with \`bursar resume --batch ${detail.batchId}\`.`);
      return exitCodes.done;
    });
  },
};

/** How many are listed at most. */
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
    [
      { header: 'Order ID' },
      { header: 'State' },
      { header: 'Amount', align: 'right' },
      { header: 'Currency' },
      { header: 'Payee' },
      { header: 'Account' },
      { header: 'Updated' },
    ],
    found.map(({ idPayout, state, money, accountName, accountNumber, updatedAt }) => [
      shortened(idPayout, 28),
      state,
      grouped(money.amount),
      money.currencyCode,
      shortened(accountName, 28),
      shortened(accountNumber, 24),
      updatedAt.slice(0, 19).replace('T', ' '),
    ]),
  );
}

function printPayout(output: Output, detail: PayoutDetail): void {
  const { idPayout, batchId, rowNumber, profileName, money, state, gatewayStatus, fee, retryOf } = detail;
  const fields: readonly (readonly [string, string])[] = [
    ['Order ID', idPayout],
    ['Batch', `${batchId}, row ${rowNumber}`],
    ['Profile', profileName],
    ['Amount', `${grouped(money.amount)} ${money.currencyCode}`],
    ['State', state],
    ['Gateway status', gatewayStatus ?? ''],
    ['Fee', fee === null ? '' : `${grouped(fee.amount)} ${fee.currencyCode}`],
    ['Payee', detail.accountName],
    ['Account', detail.accountNumber],
    [
      'Method',
      [detail.paymentMethodCode, detail.paymentOperatorCode].filter((part) => part !== '').join(', '),
    ],
    ['E-mail', detail.emailAddress],
    ['Reference', detail.reference],
    ['Repeats', retryOf ?? ''],
    ['Problem', detail.problemMessage ?? ''],
    ['Problem code', detail.problemCode ?? ''],
  ];
  output.print(fieldLines(fields));
  printHistory(output, detail);
}

/** What happened to a payment, and every request with which it was created. */
export function printHistory(output: Output, detail: Pick<PayoutDetail, 'events' | 'attempts'>): void {
  output.print('');
  const events = detail.events.map(({ at, from, to, cause }) => [at, from ?? '', to ?? '', cause]);
  output.print(
    table([{ header: 'Time' }, { header: 'From' }, { header: 'To' }, { header: 'Cause' }], events),
  );
  for (const { number, startedAt, status, body } of detail.attempts)
    output.print(`\nAttempt ${number} at ${startedAt}, answer ${status ?? 'none'}\n  ${body}`);
}
