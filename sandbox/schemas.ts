import { z } from 'zod';
import { type Decimal, parseDecimal, plainDecimal } from '../contract/money/decimal.ts';
import { CurrencyCode, PayableAmount } from '../contract/money/money.ts';
import { NumberLiteral } from './http/exact-json.ts';
import { largestValiditySecs, longestOperation, mostOperations } from './limits.ts';

/** Money of a request: the received literal, and its exact value. */
export type RequestMoney = {
  readonly amount: NumberLiteral;
  readonly decimal: Decimal;
  readonly currencyCode: string;
};

const amountMessage =
  'an amount is a JSON number above zero with at most 18 digits before and 18 after the point';

function readAmount({ literal }: NumberLiteral): Decimal | null {
  const plain = plainDecimal(literal);
  return plain !== null && PayableAmount.safeParse(plain).success ? parseDecimal(plain) : null;
}

const Money = z
  .object({ amount: z.instanceof(NumberLiteral, { error: amountMessage }), currencyCode: CurrencyCode })
  .transform((money, context): RequestMoney => {
    const decimal = readAmount(money.amount);
    if (decimal === null) {
      context.addIssue({ code: 'custom', path: ['amount'], message: amountMessage });
      return z.NEVER;
    }
    return { ...money, decimal };
  });

const text = (largest: number) => z.string().min(1).max(largest);

/** An http or https address, such as callbackUrl and returnUrl. */
export const HttpAddress = z
  .string()
  .max(2000)
  .refine((value) => {
    const url = URL.parse(value);
    return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
  }, 'an address begins with http:// or https://');

export const accountFields = [
  'accountName',
  'accountNumber',
  'accountType',
  'bankCode',
  'bankName',
  'bankBranch',
  'bankCity',
  'bankProvince',
] as const;

export type AccountField = (typeof accountFields)[number];

export const AccountFields = z.object({
  accountName: text(250).optional(),
  accountNumber: text(100).optional(),
  accountType: text(100).optional(),
  bankCode: text(100).optional(),
  bankName: text(250).optional(),
  bankBranch: text(250).optional(),
  bankCity: text(250).optional(),
  bankProvince: text(250).optional(),
});

export const EmailAddress = text(254).regex(
  /^[^\s@]+@[^\s@]+$/,
  'an e-mail address is written like name@example.com',
);

/** A number was parsed into an object, which would pass for an account without fields. */
const Account = z
  .unknown()
  .refine((value) => !(value instanceof NumberLiteral), 'an object')
  .pipe(AccountFields);

/** Interface: Payment accounts. All eight fields, empty if unknown. */
export function accountTexts(
  account: Partial<Record<AccountField, string | undefined>>,
): Record<AccountField, string> {
  return {
    accountName: account.accountName ?? '',
    accountNumber: account.accountNumber ?? '',
    accountType: account.accountType ?? '',
    bankCode: account.bankCode ?? '',
    bankName: account.bankName ?? '',
    bankBranch: account.bankBranch ?? '',
    bankCity: account.bankCity ?? '',
    bankProvince: account.bankProvince ?? '',
  };
}

/** Interface: Payment request; the same for payouts, payins and top-ups. Unknown fields are ignored. */
export const PaymentRequest = z.object({
  paymentRequested: z.object({ money: Money, segmentCode: text(100).optional() }),
  paymentMethod: z.object({
    paymentMethodCode: text(100),
    account: Account.optional(),
    paymentOperatorCode: text(100).optional(),
    emailAddress: EmailAddress.optional(),
  }),
  callbackUrl: HttpAddress.optional(),
  returnUrl: HttpAddress.optional(),
});
export type PaymentRequest = z.output<typeof PaymentRequest>;

/** PaymentRequested and TopUpRequested of the options operations. */
export const OptionsRequest = z.object({ money: Money, segmentCode: text(100).optional() });

export const ExternalReference = z.object({ externalReference: text(250) });

const integer = z
  .instanceof(NumberLiteral, { error: 'an integer, written as a JSON number' })
  .refine(({ literal }) => /^(?:0|[1-9]\d{0,11})$/.test(literal), 'an integer without a point or exponent')
  .transform(({ literal }) => Number(literal));

const tokenRequest = {
  merchantCode: text(250),
  validitySecs: integer.refine(
    (secs) => secs >= 1 && secs <= largestValiditySecs,
    `from 1 to ${largestValiditySecs} seconds`,
  ),
  timestamp: integer,
  secret: text(1000).optional(),
  money: Money.optional(),
};

/** Interface: Authentication 2 and 6. */
export const TokenRequest = z.object({
  ...tokenRequest,
  operations: z.array(text(longestOperation)).min(1).max(mostOperations),
});

/** The order ID's pattern is that of idEntity, since an ID must come back in callbacks. */
export const idPattern = /^[A-Za-z0-9_-]{1,250}$/;

/** Interface: Authentication 2 and 5. Other values of action are not shown. */
export const ActionTokenRequest = z.object({
  ...tokenRequest,
  action: z.enum(['PAYIN_CREATE', 'PAYIN_INFO']),
  idPayment: z.string().regex(idPattern, 'an order ID has 1 to 250 letters, digits, _ and -'),
});

export type AnyTokenRequest = z.output<typeof TokenRequest> | z.output<typeof ActionTokenRequest>;
