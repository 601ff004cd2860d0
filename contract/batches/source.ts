import { z } from 'zod';
import { ReportedMoney } from '../money/money.ts';
import { cell, text } from '../operation.ts';
import { isSameCode } from '../same-code.ts';

/** The source of a row from a payment file: its IDs there, unchanged, its money and its payee. */
export const RowSource = z.object({
  endToEndId: z.string(),
  /** The `PmtInf` that it belongs to. */
  paymentInformationId: z.string(),
  instructionId: z.string().nullable(),
  /** Absent where the file has none, and in rows of earlier versions. */
  uetr: z.string().optional(),
  /** Absent where the amount is an equivalent in another currency, and in rows of earlier versions. */
  money: ReportedMoney.optional(),
  /** Its payee as `payeeKeyOf` identified it; absent in rows of earlier versions. */
  payee: z.string().optional(),
});
export type RowSource = z.infer<typeof RowSource>;

/** An element of a payment file that is not sent to the gateway, and how many transactions or groups have it. */
export const NotCarried = z.object({
  field: z.string(),
  count: z.number().int(),
  /** Its latest date in the file; absent if it is not a date. */
  latestDate: z.string().optional(),
});
export type NotCarried = z.infer<typeof NotCarried>;

/** The message that the payments of a file came in (ISO 20022). A message ID seen before is a duplicate file. */
export const FileSource = z.object({
  kind: z.literal('pain.001'),
  /** The name of the message, for instance `pain.001.001.09`. */
  messageName: z.string(),
  messageId: z.string(),
  /** Whether this contains only some of its rows, set aside by a person: they do not count as a second file. */
  isPart: z.boolean().optional(),
  createdAt: z.string(),
  /** The file's own number of transactions, and their sum over all currencies; both were verified. */
  transactions: z.number().int(),
  controlSum: z.string(),
  /** Elements that Bursar cannot send to the gateway, each with the number of transactions or groups that have it. */
  notCarried: z.array(NotCarried),
});
export type FileSource = z.infer<typeof FileSource>;

const code = text(100);

/** The common traits of a file's payments by which a method is chosen. */
export const PaymentTraits = z.object({
  currencyCode: z.string(),
  account: z.enum(['iban', 'other']),
  /** Empty if the file names none. */
  serviceLevel: z.string(),
  /** The BIC of the payee's bank, or its clearing code; empty if the file names none. */
  agent: z.string(),
});
export type PaymentTraits = z.infer<typeof PaymentTraits>;

/** Which payments of a file are sent by which method; every part of `when` is optional. */
export const MethodRule = z.strictObject({
  when: z
    .strictObject({
      currencyCode: code,
      account: PaymentTraits.shape.account,
      serviceLevel: code,
      agent: code,
    })
    .partial()
    .default({}),
  paymentMethodCode: code,
  paymentOperatorCode: cell(100).default(''),
});
export type MethodRule = z.output<typeof MethodRule>;

/** A mapping of payment files: the first rule that matches wins. */
export const MethodRules = z.array(MethodRule).max(500);
/** The same as a file. */
export const MappingFile = z.strictObject({ rules: MethodRules.min(1) });

/** The method of a payment by the first rule that covers it; null if none does. */
export function ruleFor(rules: readonly MethodRule[], traits: PaymentTraits): MethodRule | null {
  return rules.find(({ when }) => covers(when, traits)) ?? null;
}

function covers(when: MethodRule['when'], traits: PaymentTraits): boolean {
  return (
    (when.currencyCode === undefined || isSameCode(when.currencyCode, traits.currencyCode)) &&
    (when.account === undefined || when.account === traits.account) &&
    (when.serviceLevel === undefined || isSameCode(when.serviceLevel, traits.serviceLevel)) &&
    (when.agent === undefined || isSameAgent(when.agent, traits.agent))
  );
}

const bicOfBank = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}$/i;

/** A BIC of 8 characters covers all branches of a bank. */
function isSameAgent(rule: string, agent: string): boolean {
  const isBranch = bicOfBank.test(rule) && /^.{8}(?:.{3})?$/.test(agent);
  return isSameCode(rule, isBranch ? agent.slice(0, 8) : agent);
}

/** Payments of a file that no rule covers, and their number. */
export const UncoveredPayments = PaymentTraits.extend({ transactions: z.number().int() });
export type UncoveredPayments = z.infer<typeof UncoveredPayments>;
