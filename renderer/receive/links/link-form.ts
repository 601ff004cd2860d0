import type { FieldErrors, Resolver } from 'react-hook-form';
import type { IncomingDetail } from '../../../contract/receiving/incoming.ts';
import { currencyCodeOf } from '../../../contract/money/money.ts';
import { operations, type OperationInput } from '../../../contract/operations.ts';
import { faultsOf } from '../../kit/fields/form-faults.ts';
import { emptyIncoming, type IncomingFields } from '../create/new-incoming.ts';

/** The fields of a payment link as typed. */
export type LinkFields = IncomingFields & {
  limitsMoney: boolean;
  how: 'choose' | 'fixed' | 'suggest';
  customerMayChange: boolean;
  showsMerchantName: boolean;
  collectsReference: boolean;
  validitySeconds: string;
};

export const emptyLink: LinkFields = {
  ...emptyIncoming,
  limitsMoney: true,
  how: 'choose',
  customerMayChange: false,
  showsMerchantName: false,
  collectsReference: false,
  validitySeconds: '86400',
};

/** The fields of another link for an awaited payin: the same order ID, amount, currency and customer. */
export function linkAgain(payin: IncomingDetail): LinkFields {
  const { money, accountName, accountNumber, emailAddress, returnUrl, idPayment, note } = payin;
  return { ...emptyLink, ...money, accountName, accountNumber, emailAddress, returnUrl, idPayment, note };
}

/** The validities to choose from, in seconds. */
export const lifetimes: readonly (readonly [seconds: string, words: string])[] = [
  ['900', '15 minutes'],
  ['3600', '1 hour'],
  ['14400', '4 hours'],
  ['43200', '12 hours'],
  ['86400', '1 day'],
  ['259200', '3 days'],
  ['604800', '7 days'],
  ['2592000', '30 days'],
];

/** Whether the address would contain any customer data. */
export function hasCustomerData(
  fields: Pick<LinkFields, 'accountName' | 'accountNumber' | 'emailAddress'>,
): boolean {
  const { accountName, accountNumber, emailAddress } = fields;
  return `${accountName}${accountNumber}${emailAddress}`.trim() !== '';
}

/** The input of `links.create` that these fields make, right or wrong. */
export function linkInputOf(fields: LinkFields, profileName: string): OperationInput<'links.create'> {
  const { how, limitsMoney, customerMayChange, showsMerchantName, collectsReference, validitySeconds } =
    fields;
  const paymentMethodCode = fields.paymentMethodCode.trim();
  const paymentOperatorCode = fields.paymentOperatorCode.trim();
  return {
    profileName,
    idPayment: fields.idPayment.trim(),
    money: { amount: fields.amount.trim(), currencyCode: currencyCodeOf(fields.currencyCode) },
    limitsMoney,
    validitySeconds: Number(validitySeconds),
    returnUrl: fields.returnUrl.trim(),
    method: how === 'choose' ? { kind: how } : { kind: how, paymentMethodCode, paymentOperatorCode },
    customer: {
      accountName: fields.accountName.trim(),
      accountNumber: fields.accountNumber.trim(),
      emailAddress: fields.emailAddress.trim(),
    },
    customerMayChange: customerMayChange && hasCustomerData(fields),
    showsMerchantName,
    collectsReference,
    note: fields.note.trim(),
  };
}

/** Messages for empty fields, instead of the parser's. */
const missing: Partial<Record<keyof LinkFields, string>> = {
  amount: 'Enter the amount, for example 1234.50.',
  currencyCode: 'Enter the currency, for example EUR.',
  paymentMethodCode: 'Choose the payment method.',
  returnUrl: 'Enter where the customer is sent after paying.',
};

/** Checks the fields with the contract's own schema, so that the form never contradicts the program. */
export const resolveLink: Resolver<LinkFields> = (fields) => {
  const input = linkInputOf(fields, 'any');
  const parsed = operations['links.create'].input.safeParse(input);
  // Issues without a field are about the method.
  const issues = parsed.error?.issues ?? [];
  const errors: FieldErrors<LinkFields> = faultsOf(issues, fields, missing, 'paymentMethodCode');
  const { method } = input;
  if (method.kind === 'fixed' && method.paymentMethodCode === '' && method.paymentOperatorCode === '')
    errors.paymentMethodCode ??= { type: 'contract', message: 'Choose the method or the operator.' };
  return Object.keys(errors).length === 0 ? { values: fields, errors: {} } : { values: {}, errors };
};
