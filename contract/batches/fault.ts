import { z } from 'zod';
import { plain } from '../operation.ts';
import { PaymentState } from '../payments/payment-states.ts';
import { PaymentTraits } from './source.ts';

const count = z.number().int();

/** The decimal sign of amounts. */
export const DecimalSign = z.enum(['point', 'comma']);
export type DecimalSign = z.infer<typeof DecimalSign>;
/** An amount exactly as in the file. */
const AmountAt = z.object({ line: count, value: z.string() });

const amountFaults = [
  plain('amountMissing'),
  plain('amountZero'),
  plain('amountNegative'),
  plain('amountNotNumber'),
  plain('amountWithCurrency'),
  /** Beside the amount is a sign that the currency of its row does not have. */
  z.object({ code: z.literal('amountOtherCurrency'), sign: z.string(), currencyCode: z.string() }),
  plain('amountExponent'),
  plain('amountGroups'),
  plain('amountTooManyDigits'),
  z.object({
    code: z.literal('amountTwoReadings'),
    value: z.string(),
    point: z.string(),
    comma: z.string(),
  }),
  /** In a sheet: not written as a plain decimal, which is `amount`. */
  z.object({ code: z.literal('amountUnusual'), amount: z.string() }),
  /** `readAs`: how the amount was read, and because of which other amount in the file. */
  z.object({
    code: z.literal('amountDecimals'),
    currencyCode: z.string(),
    minorUnits: count,
    readAs: z.object({ amount: z.string(), sign: DecimalSign, because: AmountAt }).nullable(),
  }),
  /** The amounts of a file prove both decimal signs: one here, the other in another amount. */
  z.object({ code: z.literal('amountSigns'), sign: DecimalSign, other: AmountAt }),
  /** Of a payment file: an amount that a bank would convert (EqvtAmt). */
  plain('amountEquivalent'),
] as const;

const AmountFault = z.discriminatedUnion('code', amountFaults);
export type AmountFault = z.infer<typeof AmountFault>;

const cellFaults = [
  plain('currencyMissing'),
  plain('currencyUnknown'),
  /** Digits only, as of an amount that a comma split. */
  plain('currencyNumber'),
  plain('methodMissing'),
  /** Of a payment file. */
  plain('methodCheque'),
  z.object({ code: z.literal('methodUncovered'), endToEndId: z.string(), traits: PaymentTraits }),
  /** `country` null: it does not begin like an IBAN. */
  z.object({ code: z.literal('ibanNone'), country: z.string().nullable() }),
  z.object({ code: z.literal('ibanLength'), country: z.string(), length: count, found: count }),
  z.object({ code: z.literal('ibanFormat'), country: z.string() }),
  plain('ibanCheckDigits'),
  plain('accountExponent'),
  /** A day or a truth value, as spreadsheets make of what is typed. */
  plain('accountConverted'),
  /** A character that looks like a letter or digit of accounts, and is another one. */
  z.object({ code: z.literal('accountLookAlike'), character: z.string() }),
  plain('emailInvalid'),
  plain('orderIdInvalid'),
  /** Another row of the file or sheet has it, by line or row. */
  z.object({ code: z.literal('orderIdRepeated'), where: z.enum(['line', 'row']), number: count }),
  plain('orderIdUsed'),
  z.object({ code: z.literal('tooLong'), found: count, largest: count }),
  plain('unseenCharacter'),
  plain('struckThrough'),
  /** The result of a formula that could not be calculated, such as #N/A. */
  plain('spreadsheetError'),
  /** The gateway writes this code in this form. */
  z.object({ code: z.literal('codeCase'), to: z.string() }),
  z.object({ code: z.literal('sepaName'), paymentMethodCode: z.string() }),
  z.object({ code: z.literal('sepaIban'), paymentMethodCode: z.string() }),
  /** The gateway rejected payouts without it; `rejectedAt` in milliseconds since 1970. */
  z.object({
    code: z.literal('neededByGateway'),
    column: z.enum(['accountName', 'accountNumber', 'paymentOperatorCode', 'emailAddress']),
    paymentMethodCode: z.string(),
    paymentOperatorCode: z.string(),
    rejectedAt: z.number(),
  }),
] as const;

const columnFaults = [
  z.object({
    code: z.literal('columnDoubled'),
    column: z.string(),
    first: z.string(),
    second: z.string(),
  }),
  /** `names` are some that Bursar recognises; `found` is the actual header. */
  z.object({
    code: z.literal('columnMissing'),
    column: z.string(),
    names: z.array(z.string()),
    found: z.string(),
  }),
  /** A cell in a column without a name, counted from 1. */
  z.object({ code: z.literal('columnUnnamed'), number: count }),
] as const;

/** Why a header does not identify all columns. */
export const ColumnFault = z.discriminatedUnion('code', columnFaults);
export type ColumnFault = z.infer<typeof ColumnFault>;

/** Faults after which the rest of a table cannot be parsed. */
const recordFaults = [
  plain('quoteInside'),
  plain('textAfterQuote'),
  plain('quoteNotClosed'),
  plain('recordTooLong'),
] as const;

const rowFaults = [
  plain('rowEmpty'),
  /** It has `found` cells, the header `width`. */
  z.object({ code: z.literal('rowWidth'), found: count, width: count }),
  ...recordFaults,
] as const;

const retryFaults = [
  /** The payout that the row retries has neither failed nor been rejected. */
  z.object({ code: z.literal('retryNotFailed'), idPayout: z.string(), state: PaymentState }),
  /** Another row, in the same or another batch, retries it already. */
  z.object({
    code: z.literal('retryStands'),
    idPayout: z.string(),
    by: z.object({ idPayment: z.string(), batchId: z.string(), state: PaymentState }),
  }),
  z.object({ code: z.literal('retryRepeated'), idPayout: z.string() }),
  /** These records do not have it as a payout that was sent: another computer sent it, and only that one knows what became of it. */
  z.object({ code: z.literal('retryUnknown'), idPayout: z.string() }),
  /** The payout failed, and the gateway no longer knows it, so nothing confirms that its final state is unchanged. */
  z.object({ code: z.literal('retryForgotten'), idPayout: z.string() }),
  /** The gateway has a later retry of its row, `by`, that is not in these records; `status` as the gateway reports it. */
  z.object({
    code: z.literal('retryElsewhere'),
    idPayout: z.string(),
    by: z.string(),
    status: z.string().nullable(),
  }),
] as const;

/** Why the payout that a row retries must not be retried. */
export const RetryFault = z.discriminatedUnion('code', retryFaults);
export type RetryFault = z.infer<typeof RetryFault>;

const fileFaults = [
  plain('noRows'),
  /** The first line (`sep=`) names a delimiter that Bursar does not read. */
  plain('delimiterUnknown'),
  /** Of a payment file: `where` states a wrong number of transactions, or a wrong sum. */
  z.object({ code: z.literal('messageCount'), where: z.string(), said: z.string(), found: count }),
  z.object({ code: z.literal('messageSum'), where: z.string(), said: z.string(), found: z.string() }),
  plain('messageIdMissing'),
  plain('messageCountMissing'),
  /** An amount that is not a decimal number in XML notation. */
  z.object({ code: z.literal('messageAmount'), transaction: count }),
] as const;

const limitFaults = [
  plain('limitsUnreadable'),
  z.object({
    code: z.literal('overPayoutLimit'),
    rowNumber: count,
    amount: z.string(),
    currencyCode: z.string(),
    limit: z.string(),
  }),
  z.object({
    code: z.literal('overBatchLimit'),
    amount: z.string(),
    currencyCode: z.string(),
    limit: z.string(),
  }),
  /** Rows over the limit for one payout besides the listed ones. */
  z.object({ code: z.literal('moreOverLimit'), rows: count }),
] as const;

/** A limit that a batch exceeds. */
export const LimitFault = z.discriminatedUnion('code', limitFaults);
export type LimitFault = z.infer<typeof LimitFault>;

/**
 * The problem of a cell, a row, a column, a file or the rows of a batch: a code with its parameters. `contract/text/files/fault-text.ts`
 * puts it into words.
 */
export const Fault = z.discriminatedUnion('code', [
  ...amountFaults,
  ...cellFaults,
  ...columnFaults,
  ...rowFaults,
  ...retryFaults,
  ...fileFaults,
  ...limitFaults,
]);
export type Fault = z.infer<typeof Fault>;
