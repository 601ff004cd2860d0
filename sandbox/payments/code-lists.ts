import type { PaymentKind } from '../../contract/payments/payment.ts';
import { mostAddedCodes } from '../limits.ts';
import type { AddedCode } from '../types.ts';

type Currency = { readonly currencyCode: string; readonly name: string; readonly type: 'FIAT' | 'CRYPTO' };
type Segment = { readonly segmentCode: string; readonly name: string };
type Operator = {
  readonly paymentOperatorCode: string;
  readonly name: string;
  readonly paymentMethodCodes: readonly string[];
};
type Method = {
  readonly paymentMethodCode: string;
  readonly name: string;
  readonly requiredFields: readonly ('accountName' | 'accountNumber')[];
  /** The customer data that the hosted payment page collects for a payin. Other payins need none of it. */
  readonly customerFields: readonly ('accountName' | 'accountNumber' | 'emailAddress')[];
  /** For what the options operations offer it. */
  readonly offeredFor: {
    readonly kinds: readonly PaymentKind[];
    readonly currencies: readonly string[] | Currency['type'];
  };
  /** The customer segments to which it is offered; omitted: all. */
  readonly segments?: readonly string[];
};

export type CodeLists = {
  currencies: readonly Currency[];
  segments: readonly Segment[];
  paymentOperators: readonly Operator[];
  paymentMethods: readonly Method[];
};

const currency = (currencyCode: string, name: string, type: Currency['type'] = 'FIAT'): Currency => ({
  currencyCode,
  name,
  type,
});

const everyKind = ['payout', 'payin', 'topup'] as const;

const startingLists: CodeLists = {
  currencies: [
    currency('EUR', 'Euro'),
    currency('USD', 'US dollar'),
    currency('GBP', 'Pound sterling'),
    currency('CZK', 'Czech koruna'),
    currency('CHF', 'Swiss franc'),
    currency('JPY', 'Yen'),
    currency('KRW', 'Won'),
    currency('KWD', 'Kuwaiti dinar'),
    currency('HUF', 'Forint'),
    currency('IDR', 'Rupiah'),
    currency('INR', 'Indian rupee'),
    currency('THB', 'Baht'),
    currency('VND', 'Dong'),
    currency('KES', 'Kenyan shilling'),
    currency('BTC', 'Bitcoin', 'CRYPTO'),
    currency('ETH', 'Ether', 'CRYPTO'),
    currency('USDT', 'Tether', 'CRYPTO'),
  ],
  segments: [
    { segmentCode: 'RETAIL', name: 'Retail customers' },
    { segmentCode: 'BUSINESS', name: 'Business customers' },
  ],
  paymentOperators: [
    {
      paymentOperatorCode: 'SANDBOX_BANK',
      name: 'Sandbox Bank',
      paymentMethodCodes: ['BANK_TRANSFER', 'SEPA'],
    },
    { paymentOperatorCode: 'EXAMPLE_BANK', name: 'Example Bank', paymentMethodCodes: ['BANK_TRANSFER'] },
    { paymentOperatorCode: 'SANDBOX_CARDS', name: 'Sandbox Cards', paymentMethodCodes: ['CARD'] },
    { paymentOperatorCode: 'SANDBOX_CHAIN', name: 'Sandbox Chain', paymentMethodCodes: ['CRYPTO'] },
    { paymentOperatorCode: 'SANDBOX_WALLET', name: 'Sandbox Wallet', paymentMethodCodes: ['MOBILE_WALLET'] },
  ],
  paymentMethods: [
    {
      paymentMethodCode: 'BANK_TRANSFER',
      name: 'Bank transfer',
      requiredFields: ['accountName', 'accountNumber'],
      customerFields: ['accountName'],
      offeredFor: { kinds: everyKind, currencies: 'FIAT' },
    },
    {
      paymentMethodCode: 'SEPA',
      name: 'SEPA credit transfer',
      requiredFields: ['accountName', 'accountNumber'],
      customerFields: ['accountName', 'accountNumber'],
      offeredFor: { kinds: ['payout'], currencies: ['EUR'] },
    },
    {
      paymentMethodCode: 'CARD',
      name: 'Card',
      requiredFields: ['accountName', 'accountNumber'],
      customerFields: ['accountName', 'emailAddress'],
      offeredFor: { kinds: everyKind, currencies: ['EUR', 'USD', 'GBP', 'CHF'] },
      segments: ['RETAIL'],
    },
    {
      paymentMethodCode: 'CRYPTO',
      name: 'Crypto transfer',
      requiredFields: ['accountNumber'],
      customerFields: ['emailAddress'],
      offeredFor: { kinds: everyKind, currencies: 'CRYPTO' },
    },
    {
      paymentMethodCode: 'MOBILE_WALLET',
      name: 'Mobile wallet',
      requiredFields: ['accountNumber'],
      customerFields: ['accountName', 'accountNumber'],
      offeredFor: { kinds: ['payout', 'payin'], currencies: ['INR', 'IDR', 'THB', 'VND', 'KES'] },
    },
  ],
};

/** Lists of one gateway; adding a code replaces them, they are never modified. */
export function createCodeLists(): CodeLists {
  return { ...startingLists };
}

/** Currencies in which a merchant has an account initially. */
export const startingCurrencies: readonly string[] = startingLists.currencies.map((one) => one.currencyCode);

/** Methods whose payins are paid elsewhere, with an account and a reference. */
export function isOffline(paymentMethodCode: string): boolean {
  return paymentMethodCode === 'BANK_TRANSFER';
}

function addOne<Item>(list: readonly Item[], item: Item, codeOf: (item: Item) => string): readonly Item[] {
  if (list.some((known) => codeOf(known) === codeOf(item))) return list;
  if (list.length >= mostAddedCodes) throw new TypeError('the code list is full');
  return [...list, item];
}

/** Adds a code to a list: a new currency is fiat, a new operator serves bank transfers, a new method accepts all fiat. */
export function addCode(lists: CodeLists, { list, code, name }: AddedCode): void {
  switch (list) {
    case 'currencies':
      lists.currencies = addOne(lists.currencies, currency(code, name), (one) => one.currencyCode);
      return;
    case 'segments':
      lists.segments = addOne(lists.segments, { segmentCode: code, name }, (one) => one.segmentCode);
      return;
    case 'paymentOperators':
      lists.paymentOperators = addOne(
        lists.paymentOperators,
        { paymentOperatorCode: code, name, paymentMethodCodes: ['BANK_TRANSFER'] },
        (one) => one.paymentOperatorCode,
      );
      return;
    case 'paymentMethods':
      lists.paymentMethods = addOne(
        lists.paymentMethods,
        {
          paymentMethodCode: code,
          name,
          requiredFields: [],
          customerFields: [],
          offeredFor: { kinds: everyKind, currencies: 'FIAT' },
        },
        (one) => one.paymentMethodCode,
      );
  }
}

export function findMethod(lists: CodeLists, paymentMethodCode: string): Method | undefined {
  return lists.paymentMethods.find((method) => method.paymentMethodCode === paymentMethodCode);
}

/** Methods with their operators that are offered for payments of this kind in this currency, to this customer segment if any. */
export function availableMethods(
  lists: CodeLists,
  kind: PaymentKind,
  currencyCode: string,
  segmentCode: string | undefined,
): object[] {
  const type = lists.currencies.find((one) => one.currencyCode === currencyCode)?.type;
  return lists.paymentMethods
    .filter(({ offeredFor: { kinds, currencies } }) => {
      const hasCurrency =
        typeof currencies === 'string' ? currencies === type : currencies.includes(currencyCode);
      return hasCurrency && kinds.includes(kind);
    })
    .filter(({ segments }) => segmentCode === undefined || segments?.includes(segmentCode) !== false)
    .map(({ paymentMethodCode, name, customerFields }) => ({
      paymentMethodCode,
      name,
      ...(kind === 'payin' ? { requiredFields: customerFields } : {}),
      paymentOperators: lists.paymentOperators
        .filter((operator) => operator.paymentMethodCodes.includes(paymentMethodCode))
        .map((operator) => ({ paymentOperatorCode: operator.paymentOperatorCode, name: operator.name })),
    }));
}
