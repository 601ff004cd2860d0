import { compareDecimals, type Decimal, parseDecimal } from '../../contract/money/decimal.ts';
import type { PaymentKind } from '../../contract/payments/payment.ts';
import type { PaymentRequest } from '../schemas.ts';

/**
 * Values that select an outcome; README.md lists them. A code is the
 * ending of accountNumber, for payins and top-ups of accountName too.
 */
const magicCodes = [
  '9001',
  '9002',
  '9003',
  '9004',
  '9005',
  '9006',
  '9007',
  '9008',
  '9009',
  '9010',
  '9011',
  '9012',
  '9013',
  '9014',
  '9015',
] as const;
export type MagicCode = (typeof magicCodes)[number];

export function magicCodeOf(kind: PaymentKind, { paymentMethod }: PaymentRequest): MagicCode | null {
  const { accountNumber = '', accountName = '' } = paymentMethod.account ?? {};
  const texts = kind === 'payout' ? [accountNumber] : [accountNumber, accountName];
  return magicCodes.find((code) => texts.some((text) => text.endsWith(code))) ?? null;
}

export type CreateDecision =
  | { readonly kind: 'accept'; readonly answer: 'accepted' | 'serverError' | 'dropped' }
  | {
      readonly kind: 'refuse';
      readonly reason:
        | 'serverError'
        | 'forbidden'
        | 'invalid'
        | 'busy'
        | 'unprocessable'
        | 'insufficientFunds';
    };

/** The outcome of a create request for an ID that is not accepted yet, by how often it was posted before. */
export function decideCreate(code: MagicCode | null, earlierPosts: number): CreateDecision {
  switch (code) {
    case '9002':
      return { kind: 'refuse', reason: 'unprocessable' };
    case '9003':
      return { kind: 'accept', answer: 'serverError' };
    case '9004':
      return earlierPosts < 2
        ? { kind: 'refuse', reason: 'serverError' }
        : { kind: 'accept', answer: 'accepted' };
    case '9005':
      return { kind: 'accept', answer: 'dropped' };
    case '9007':
      return { kind: 'refuse', reason: 'forbidden' };
    case '9008':
      return { kind: 'refuse', reason: 'invalid' };
    case '9011':
      return earlierPosts < 1 ? { kind: 'refuse', reason: 'busy' } : { kind: 'accept', answer: 'accepted' };
    case '9012':
      return { kind: 'refuse', reason: 'insufficientFunds' };
    case '9001':
    case '9006':
    case '9009':
    case '9010':
    case '9013':
    case '9014':
    case '9015':
    case null:
      return { kind: 'accept', answer: 'accepted' };
  }
}

/** How long processing takes, as a multiple of settleMs (null: for ever), and how it ends. */
export function decideProcessing(code: MagicCode | null): {
  readonly settleFactor: number | null;
  readonly ends: 'SUCCESS' | 'FAILED';
} {
  if (code === '9009') return { settleFactor: null, ends: 'SUCCESS' };
  return { settleFactor: code === '9006' ? 10 : 1, ends: code === '9001' ? 'FAILED' : 'SUCCESS' };
}

/** The outcome of an operation on an accepted payment, by how often it was requested before. */
export function decideRead(
  code: MagicCode | null,
  earlierReads: number,
): 'answer' | 'otherMoney' | 'gone' | 'serverError' | 'unprocessable' {
  switch (code) {
    case '9010':
      return 'otherMoney';
    case '9013':
      return earlierReads < 2 ? 'gone' : 'answer';
    case '9014':
      return earlierReads < 1 ? 'serverError' : 'answer';
    case '9015':
      return 'unprocessable';
    default:
      return 'answer';
  }
}

const refusedAmount = parseDecimal('4060.06');
const optionlessAmount = parseDecimal('4060.07');

function isAmount(amount: Decimal, magic: Decimal | null): boolean {
  return magic !== null && compareDecimals(amount, magic) === 0;
}

/** 4060.06: a payment of it is refused with 406. */
export function isRefusedAmount(amount: Decimal): boolean {
  return isAmount(amount, refusedAmount);
}

/** 4060.07: no payment option is available for it. */
export function hasNoOptions(amount: Decimal): boolean {
  return isAmount(amount, optionlessAmount);
}

/** A currency code in `currencyCodes` of GET /balances that is answered with 406. */
export const refusedBalanceCode = 'X406';

/** A merchant whose code has this ending gets 410 or 500 when reading balances, its information or code lists. */
export function listFailureOf(merchantCode: string): 410 | 500 | null {
  if (merchantCode.endsWith('-410')) return 410;
  return merchantCode.endsWith('-500') ? 500 : null;
}
