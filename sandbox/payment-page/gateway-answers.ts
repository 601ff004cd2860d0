import { z } from 'zod';
import { plainDecimal } from '../../contract/money/decimal.ts';
import { NumberLiteral } from '../http/exact-json.ts';

/** A way to pay, from the options operation. `requiredFields` are the customer data that it needs. */
export const PaymentOptions = z.object({
  paymentMethods: z.array(
    z.object({
      paymentMethodCode: z.string(),
      name: z.string().optional(),
      requiredFields: z.array(z.string()).default([]),
      paymentOperators: z
        .array(z.object({ paymentOperatorCode: z.string(), name: z.string().optional() }))
        .default([]),
    }),
  ),
});
export type PaymentMethod = z.output<typeof PaymentOptions>['paymentMethods'][number];

const Money = z
  .object({ amount: z.instanceof(NumberLiteral), currencyCode: z.string() })
  .transform(({ amount, currencyCode }) => ({
    amount: plainDecimal(amount.literal) ?? amount.literal,
    currencyCode,
  }));

/** Interface: Payment detail, with the fields of an offline method. */
export const PayinDetail = z.object({
  paymentRequested: z.object({ money: Money }),
  process: z.object({ status: z.string(), processedAt: z.string().nullish() }),
  paymentMethodResponse: z
    .object({
      paymentMethodCode: z.string().optional(),
      account: z.record(z.string(), z.unknown()).optional(),
      money: Money.optional(),
      expireAt: z.string().optional(),
      reference: z.string().optional(),
      returnUrl: z.string().optional(),
    })
    .default({}),
});
export type PayinDetail = z.output<typeof PayinDetail>;

export const MerchantInfo = z.object({ channelName: z.string() });

/** A complaint of the gateway; `field` is a path of the request such as `paymentMethod.account.accountName`. */
export type Complaint = { readonly field: string | null; readonly message: string };

const OneComplaint = z
  .object({ field: z.string().optional(), message: z.string() })
  .transform(({ field, message }): Complaint => ({ field: field ?? null, message }));
const Complaints = z.union([
  z.array(OneComplaint).min(1),
  z.object({ errors: z.array(OneComplaint).min(1) }).transform(({ errors }) => errors),
  OneComplaint.transform((one) => [one]),
]);

/** Reads the body of a 400 (BasicError) or 406 (array of error objects). */
export function readComplaints(body: unknown): readonly Complaint[] {
  const read = Complaints.safeParse(body);
  return read.success ? read.data : [{ field: null, message: 'The gateway gave no reason.' }];
}
