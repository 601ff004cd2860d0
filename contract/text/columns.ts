import type { PayoutColumn } from '../batches/sheet.ts';

const labels: Record<PayoutColumn, string> = {
  amount: 'Amount',
  currencyCode: 'Currency',
  paymentMethodCode: 'Method',
  accountName: 'Name',
  accountNumber: 'Account',
  paymentOperatorCode: 'Operator',
  emailAddress: 'E-mail',
  idPayout: 'Order ID',
  reference: 'Reference',
};

/** The label of a payout column on its own, as above a table: `Account`. */
export function columnLabel(column: PayoutColumn): string {
  return labels[column];
}

/** The same for a column given as text; an unknown column keeps its name. */
export function namedColumnLabel(column: string): string {
  return knownLabel(column, column);
}

const otherFields: ReadonlyMap<string, string> = new Map([
  ['idPayment', 'Order ID'],
  ['returnUrl', 'Address to return to'],
  ['callbackUrl', 'Callback address'],
  ['baseUrl', 'Address of the gateway'],
  ['merchantCode', 'Merchant code'],
  ['externalReference', 'External reference'],
  ['profileName', 'Profile'],
  ['batchId', 'Batch'],
  ['payeeId', 'Payee'],
  ['search', 'Search'],
]);

/** The label of an input field of an operation, by its path: `Amount` for `money.amount`. */
export function inputLabel(field: string): string {
  const name = field.split('.').at(-1) ?? '';
  return otherFields.get(name) ?? knownLabel(name, field);
}

function knownLabel(name: string, otherwise: string): string {
  return Object.hasOwn(labels, name) ? columnLabel(name as PayoutColumn) : otherwise;
}

const inSentence: Record<PayoutColumn, string> = {
  amount: 'an amount',
  currencyCode: 'a currency',
  paymentMethodCode: 'a payment method',
  accountName: 'a payee name',
  accountNumber: 'an account number',
  paymentOperatorCode: 'an operator',
  emailAddress: 'an e-mail address',
  idPayout: 'an order ID',
  reference: 'a reference',
};

/** A column in a sentence: `without an account number`. */
export function columnText(column: PayoutColumn): string {
  return inSentence[column];
}

const pathsOfColumns = [
  ['accountName', /\b(?:paymentMethod\.)?account\.accountName\b/g],
  ['accountNumber', /\b(?:paymentMethod\.)?account\.accountNumber\b/g],
  ['paymentOperatorCode', /\bpaymentMethod\.paymentOperatorCode\b/g],
  ['paymentMethodCode', /\bpaymentMethod\.paymentMethodCode\b/g],
  ['emailAddress', /\bpaymentMethod\.emailAddress\b/g],
  ['amount', /\b(?:paymentRequested\.)?money\.amount\b/g],
  ['currencyCode', /\b(?:paymentRequested\.)?money\.currencyCode\b/g],
] as const;

/** The gateway's validation error with people's field names: `Account` for `paymentMethod.account.accountNumber`. */
export function withPlainFields(message: string): string {
  return pathsOfColumns.reduce((text, [column, path]) => text.replace(path, columnLabel(column)), message);
}
