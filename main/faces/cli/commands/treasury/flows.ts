import { currencyCodeOf } from '../../../../../contract/money/money.ts';
import type { FlowPeriod } from '../../../../../contract/treasury/flows.ts';
import { momentText } from '../../../../../contract/text/clock.ts';
import { amountIn, counted, countText, shareText } from '../../../../../contract/text/numbers.ts';
import { textOption, type Command } from '../../command.ts';
import { wrongUsage } from '../../failures.ts';
import { tableFormatOf } from '../../terminal/export-target.ts';
import { table } from '../../terminal/output.ts';
import { writeNewFile } from '../../terminal/write-new-file.ts';
import { periodOptions, periodUsage, readPeriod } from './period.ts';

const steps = ['day', 'week', 'month'] as const;

export const flows: Command = {
  name: 'flows',
  options: { ...periodOptions, by: 'text', out: 'newFile' },
  usage: `flows ${periodUsage} [--by day|week|month] [--out FILE]`,
  summary: 'money in and out, fees and success rate per day, week or month and currency; days are UTC',
  run: ({ withBursar, output, options }) => {
    const by = steps.find((step) => step === (textOption(options, 'by') ?? 'day'));
    if (by === undefined) throw wrongUsage('--by takes day, week or month.');
    const which = { profileName: textOption(options, 'profile'), ...readPeriod(options), by };
    const out = textOption(options, 'out');
    return withBursar(async ({ call }) => {
      if (out !== null) {
        const { bytes, lines } = await call('flows.export', { ...which, format: tableFormatOf(out) });
        await writeNewFile(out, bytes);
        output.json({ lines, file: out });
        output.print(`Saved ${counted(lines, 'line')} to ${out}.`);
        return;
      }
      const found = await call('flows.read', which);
      output.json(found);
      output.print(found.length === 0 ? 'Nothing moved.' : flowLines(found));
    });
  },
};

export const balancesHistory: Command = {
  name: 'balances history',
  options: { ...periodOptions, currency: 'text', out: 'newFile' },
  usage: `balances history --currency C ${periodUsage} [--out FILE]`,
  summary: 'every stored balance of a currency, and the gaps; days are UTC',
  run: ({ withBursar, output, options }) => {
    const currency = textOption(options, 'currency');
    if (currency === null) throw wrongUsage('--currency C is required.');
    const currencyCode = currencyCodeOf(currency);
    const asked = readPeriod(options);
    const out = textOption(options, 'out');
    return withBursar(async ({ call }) => {
      const which = { profileName: textOption(options, 'profile'), currencyCode, ...asked };
      if (out !== null) {
        const { bytes, balances } = await call('balances.export', { ...which, format: tableFormatOf(out) });
        await writeNewFile(out, bytes);
        output.json({ balances, file: out });
        output.print(`Saved ${counted(balances, 'balance')} to ${out}.`);
        return;
      }
      const history = await call('balances.history', which);
      output.json(history);
      const rows = history.points.map(({ profileName, at, available, reserved, booked }) => [
        momentText(at),
        profileName,
        available === null ? '' : amountIn(available, currencyCode),
        reserved === null ? '' : amountIn(reserved, currencyCode),
        amountIn(booked, currencyCode),
      ]);
      output.print(
        rows.length === 0
          ? `No balance of ${currencyCode} was read on these days.`
          : table(
              ['Read at', 'Profile', { right: 'Available' }, { right: 'Reserved' }, { right: 'Booked' }],
              rows,
            ),
      );
      for (const { profileName, after, before } of history.gaps)
        output.remark(
          `${profileName}: no balance was read from ${momentText(after)} to ${momentText(before)}.`,
        );
    });
  },
};

function flowLines(found: readonly FlowPeriod[]): string {
  return table(
    [
      'From',
      'Until',
      'Environment',
      'Currency',
      { right: 'In' },
      { right: 'Out' },
      { right: 'Fees' },
      { right: 'Net' },
      { right: 'Payouts paid' },
      { right: 'Success' },
    ],
    found.map((period) => [
      period.from,
      period.until,
      period.environment,
      period.currencyCode,
      amountIn(period.in, period.currencyCode),
      amountIn(period.out, period.currencyCode),
      amountIn(period.fees, period.currencyCode),
      amountIn(period.net, period.currencyCode),
      countText(paidPayouts(period)),
      period.successRate === null ? '' : shareText(period.successRate),
    ]),
  );
}

function paidPayouts({ counts }: FlowPeriod): number {
  return counts.find(({ kind, state }) => kind === 'payout' && state === 'paid')?.count ?? 0;
}
