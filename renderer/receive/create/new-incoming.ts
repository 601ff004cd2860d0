import type { FieldErrors, Resolver } from 'react-hook-form';
import { NewIncoming } from '../../../contract/receiving/incoming.ts';
import { currencyCodeOf } from '../../../contract/money/money.ts';
import type { OperationInput } from '../../../contract/operations.ts';
import { faultsOf } from '../../kit/fields/form-faults.ts';

/** The fields of a payin or top-up as typed. */
export type IncomingFields = {
  amount: string;
  currencyCode: string;
  paymentMethodCode: string;
  paymentOperatorCode: string;
  accountName: string;
  accountNumber: string;
  emailAddress: string;
  returnUrl: string;
  note: string;
  idPayment: string;
};

export const emptyIncoming: IncomingFields = {
  amount: '',
  currencyCode: '',
  paymentMethodCode: '',
  paymentOperatorCode: '',
  accountName: '',
  accountNumber: '',
  emailAddress: '',
  returnUrl: '',
  note: '',
  idPayment: '',
};

/** The input of `payins.create` and `topups.create` that these fields make, right or wrong. */
export function incomingInputOf(
  fields: IncomingFields,
  profileName: string,
): OperationInput<'payins.create'> {
  const text = (name: keyof IncomingFields) => fields[name].trim();
  return {
    profileName,
    idPayment: text('idPayment'),
    money: { amount: text('amount'), currencyCode: currencyCodeOf(text('currencyCode')) },
    paymentMethodCode: text('paymentMethodCode'),
    paymentOperatorCode: text('paymentOperatorCode'),
    accountName: text('accountName'),
    accountNumber: text('accountNumber'),
    emailAddress: text('emailAddress'),
    returnUrl: text('returnUrl'),
    note: text('note'),
  };
}

/** Messages for empty fields, instead of the parser's. */
const missing: Partial<Record<keyof IncomingFields, string>> = {
  amount: 'Enter the amount, for example 1234.50.',
  currencyCode: 'Enter the currency, for example EUR.',
  paymentMethodCode: 'Choose the payment method.',
};

/** Checks the fields with the contract's own schema, so that the form never contradicts the program. */
export const resolveIncoming: Resolver<IncomingFields> = (fields) => {
  const parsed = NewIncoming.safeParse(incomingInputOf(fields, 'any'));
  if (parsed.success) return { values: fields, errors: {} };
  const errors: FieldErrors<IncomingFields> = faultsOf(parsed.error.issues, fields, missing, 'amount');
  return { values: {}, errors };
};
