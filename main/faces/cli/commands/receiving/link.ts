import { shortestValiditySeconds } from '../../../../../contract/receiving/links.ts';
import type { LinkMethod, TokenClaims } from '../../../../../contract/receiving/links.ts';
import { currencyCodeOf } from '../../../../../contract/money/money.ts';
import { profileOption, textOption, textsOption, type Command, type OptionValues } from '../../command.ts';
import { wrongUsage } from '../../failures.ts';
import type { Output } from '../../terminal/output.ts';

const usualValiditySeconds = 86_400;

export const linkCommands: readonly Command[] = [
  {
    name: 'link create',
    options: {
      amount: 'text',
      currency: 'text',
      'order-id': 'text',
      'return-url': 'text',
      validity: 'text',
      'any-money': 'flag',
      method: 'text',
      operator: 'text',
      suggest: 'flag',
      'customer-name': 'text',
      'customer-account': 'text',
      'customer-email': 'text',
      'customer-may-change': 'flag',
      'show-merchant-name': 'flag',
      'collect-reference': 'flag',
      note: 'text',
    },
    usage:
      'link create --amount A --currency C --return-url URL [--order-id ID] [--validity SECS] [--method CODE] [--operator CODE] [--suggest] [--customer-name NAME] [--customer-account NUMBER] [--customer-email ADDRESS] [--customer-may-change] [--show-merchant-name] [--collect-reference] [--any-money] [--note TEXT]',
    summary: 'create a payment page link for a payin; --suggest lets the customer choose another method',
    run: ({ withBursar, output, options }) => {
      const returnUrl = textOption(options, 'return-url');
      if (returnUrl === null)
        throw wrongUsage('--return-url URL is required: where the customer goes after paying.');
      const input = {
        ...profileOption(options),
        idPayment: textOption(options, 'order-id') ?? '',
        money: moneyOf(options),
        limitsMoney: options['any-money'] !== true,
        validitySeconds: validityOf(options),
        returnUrl,
        method: methodOf(options),
        customer: {
          accountName: textOption(options, 'customer-name') ?? '',
          accountNumber: textOption(options, 'customer-account') ?? '',
          emailAddress: textOption(options, 'customer-email') ?? '',
        },
        customerMayChange: options['customer-may-change'] === true,
        showsMerchantName: options['show-merchant-name'] === true,
        collectsReference: options['collect-reference'] === true,
        note: textOption(options, 'note') ?? '',
      };
      return withBursar(async ({ call }) => {
        const made = await call('links.create', input);
        output.json(made);
        output.print(made.address);
        output.print(`Order ID ${made.payment.idPayment}`);
        printClaims(output, made.claims);
      });
    },
  },
  {
    name: 'link status',
    arguments: [{ name: 'ORDER_ID' }],
    options: { validity: 'text' },
    usage: 'link status ORDER_ID [--validity SECS]',
    summary: 'create a status page link for a payin',
    run: ({ withBursar, output, options, arguments: [idPayment = ''] }) => {
      const validitySeconds = validityOf(options);
      return withBursar(async ({ call }) => {
        const made = await call('links.status', { ...profileOption(options), idPayment, validitySeconds });
        output.json(made);
        output.print(made.address);
        printClaims(output, made.claims);
      });
    },
  },
  {
    name: 'token',
    options: { operations: 'texts', validity: 'text', money: 'text', reveal: 'flag' },
    usage: "token --operations 'METHOD /path' … --validity SECS [--money 'A C'] [--reveal]",
    summary: 'create a token for exactly these operations; printed only with --reveal',
    run: ({ withBursar, output, options }) => {
      const operations = [...textsOption(options, 'operations')];
      if (operations.length === 0)
        throw wrongUsage(
          "--operations is required, for instance --operations 'GET /payins/ORDER_ID'. Repeat it to permit more.",
        );
      if (textOption(options, 'validity') === null)
        throw wrongUsage('--validity SECONDS is required: how long the token is valid.');
      const input = {
        ...profileOption(options),
        operations,
        money: tokenMoneyOf(options),
        validitySeconds: validityOf(options),
      };
      return withBursar(async ({ call }) => {
        const { token, claims } = await call('tokens.create', input);
        const isRevealed = options['reveal'] === true;
        output.json(isRevealed ? { token, claims } : { claims });
        if (isRevealed) output.print(token);
        printClaims(output, claims);
        if (claims.operations.some((operation) => /[.*+?[\]{}()|]/.test(operation)))
          output.remark(
            'This token is valid for more than one order ID. Keep it away from pages, e-mails and customers.',
          );
      });
    },
  },
];

function printClaims(output: Output, { operations, issuedAt, expiresAt, sub, jti }: TokenClaims): void {
  output.print(`${expiresAt === null ? 'The gateway returned no expiry' : `Valid until ${expiresAt}`}`);
  if (issuedAt !== null) output.print(`Issued ${issuedAt}${sub === null ? '' : ` for merchant ${sub}`}`);
  if (jti !== null) output.print(`Token ID ${jti}`);
  output.print(['Permits', ...operations.map((operation) => `  ${operation}`)].join('\n'));
}

function methodOf(options: OptionValues): LinkMethod {
  const paymentMethodCode = textOption(options, 'method') ?? '';
  const paymentOperatorCode = textOption(options, 'operator') ?? '';
  if (options['suggest'] === true) {
    if (paymentMethodCode === '') throw wrongUsage('--suggest needs a --method to suggest.');
    return { kind: 'suggest', paymentMethodCode, paymentOperatorCode };
  }
  return paymentMethodCode === '' && paymentOperatorCode === ''
    ? { kind: 'choose' }
    : { kind: 'fixed', paymentMethodCode, paymentOperatorCode };
}

function moneyOf(options: OptionValues): { amount: string; currencyCode: string } {
  const amount = textOption(options, 'amount');
  const currency = textOption(options, 'currency');
  if (amount === null || currency === null) throw wrongUsage('--amount and --currency are required.');
  return { amount, currencyCode: currencyCodeOf(currency) };
}

function tokenMoneyOf(options: OptionValues): { amount: string; currencyCode: string } | null {
  const text = textOption(options, 'money');
  if (text === null) return null;
  const [amount, currency, ...more] = text.trim().split(/\s+/);
  if (amount === undefined || currency === undefined || more.length > 0)
    throw wrongUsage("--money takes an amount and a currency, for instance --money '10.00 EUR'.");
  return { amount, currencyCode: currencyCodeOf(currency) };
}

function validityOf(options: OptionValues): number {
  const text = textOption(options, 'validity');
  if (text === null) return usualValiditySeconds;
  if (!/^\d{1,9}$/.test(text)) throw wrongUsage('--validity takes whole seconds, for instance 3600.');
  if (Number(text) < shortestValiditySeconds)
    throw wrongUsage(`--validity takes at least ${shortestValiditySeconds} seconds.`);
  return Number(text);
}
