import { PaymentAccount } from '../../../../../contract/receiving/incoming.ts';
import { profileOption, type Command } from '../../command.ts';
import { printIncoming } from '../../incoming-report.ts';
import { table } from '../../terminal/output.ts';

const accounts: Command = {
  name: 'payin accounts',
  arguments: [{ name: 'ID' }],
  summary: "the customer's account as given, and the account that the payment came from",
  run: ({ withBursar, output, options, arguments: [idPayment = ''] }) =>
    withBursar(async ({ call }) => {
      const found = await call('payins.accounts', { ...profileOption(options), idPayment });
      output.json(found);
      const rows = PaymentAccount.keyof().options.map((name) => [
        name,
        found.customerAccountRequest?.[name] ?? '',
        found.customerAccountProcess?.[name] ?? '',
      ]);
      output.print(table(['Field', 'As given', 'As seen'], rows));
    }),
};

const reference: Command = {
  name: 'payin reference',
  arguments: [{ name: 'ID' }, { name: 'TEXT' }],
  summary: 'set the external reference that the customer gave for a payin',
  run: ({ withBursar, output, options, arguments: [idPayment = '', externalReference = ''] }) =>
    withBursar(async ({ call }) => {
      const input = { ...profileOption(options), idPayment, externalReference };
      const detail = await call('payins.setReference', input);
      output.json(detail);
      printIncoming(output, detail);
    }),
};

/** Commands for payins only. */
export const payinCommands: readonly Command[] = [accounts, reference];
