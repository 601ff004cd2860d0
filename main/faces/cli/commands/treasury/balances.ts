import { currencyCodeOf } from '../../../../../contract/money/money.ts';
import { PaymentKind } from '../../../../../contract/payments/payment.ts';
import { amountIn } from '../../../../../contract/text/numbers.ts';
import { profileOption, textOption, type Command } from '../../command.ts';
import { wrongUsage } from '../../failures.ts';
import { table } from '../../terminal/output.ts';

export const balances: Command = {
  name: 'balances',
  options: { currency: 'text' },
  usage: 'balances [--currency EUR,USD]',
  summary: 'current balances at the gateway',
  run: ({ withBursar, output, options }) =>
    withBursar(async ({ call }) => {
      const currencyCodes = (textOption(options, 'currency') ?? '')
        .split(',')
        .map(currencyCodeOf)
        .filter((code) => code !== '');
      const { balances: found } = await call('balances.read', { ...profileOption(options), currencyCodes });
      output.json(found);
      const rows = found.flatMap(({ currencyCode, amounts }) =>
        amounts.length === 0
          ? [[currencyCode, 'no readable amount', '']]
          : amounts.map(({ name, amount }) => [currencyCode, name, amountIn(amount, currencyCode)]),
      );
      output.print(
        rows.length === 0 ? 'No balances.' : table(['Currency', 'Balance', { right: 'Amount' }], rows),
      );
    }),
};

export const options: Command = {
  name: 'options',
  arguments: [{ name: 'payout|payin|topup' }],
  options: { amount: 'text', currency: 'text', segment: 'text' },
  usage: 'options payout|payin|topup --amount A --currency C [--segment CODE]',
  summary: 'available payment methods and operators for an amount, currency and customer segment',
  run: ({ withBursar, output, options: given, arguments: [kindText = ''] }) => {
    const kind = PaymentKind.safeParse(kindText);
    if (!kind.success) throw wrongUsage('Name a kind: payout, payin or topup.');
    const amount = textOption(given, 'amount');
    const currency = textOption(given, 'currency');
    if (amount === null || currency === null) throw wrongUsage('--amount and --currency are required.');
    return withBursar(async ({ call }) => {
      const money = { amount, currencyCode: currencyCodeOf(currency) };
      const { options: found } = await call('options.read', {
        ...profileOption(given),
        kind: kind.data,
        money,
        segmentCode: textOption(given, 'segment') ?? '',
      });
      output.json(found);
      const rows = found.flatMap(({ paymentMethodCode, name, operators }) =>
        operators.length === 0
          ? [[paymentMethodCode, name ?? '', '', '']]
          : operators.map((operator) => [
              paymentMethodCode,
              name ?? '',
              operator.paymentOperatorCode,
              operator.name ?? '',
            ]),
      );
      output.print(table(['Method', 'Name', 'Operator', 'Operator name'], rows));
    });
  },
};
