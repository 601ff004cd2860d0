import { PayoutRow } from '../../../contract/payments/payment.ts';

/** A column that Bursar reads, named as the field of the row that it fills. */
export type PayoutColumn = keyof PayoutRow;

/** Header names that mean each column, besides its own name. The first ones are shown to people. */
export const headerNames: Readonly<Record<PayoutColumn, readonly string[]>> = {
  amount: ['Amount', 'Sum', 'Value', 'Betrag', 'Summe', 'Montant', 'Importe', 'Importo', 'Valor', 'Bedrag'],
  currencyCode: ['Currency', 'Ccy', 'Währung', 'Waehrung', 'Devise', 'Moneda', 'Divisa', 'Valuta', 'Moeda'],
  paymentMethodCode: [
    'Method',
    'Payment method',
    'Method code',
    'Payment type',
    'Zahlungsart',
    'Zahlungsmethode',
    'Méthode de paiement',
    'Método de pago',
  ],
  accountName: [
    'Name',
    'Beneficiary',
    'Beneficiary name',
    'Payee',
    'Payee name',
    'Recipient',
    'Recipient name',
    'Account holder',
    'Empfänger',
    'Begünstigter',
    'Kontoinhaber',
    'Bénéficiaire',
    'Beneficiario',
    'Begunstigde',
  ],
  accountNumber: [
    'IBAN',
    'Account',
    'Account no.',
    'Account nr',
    'Bank account',
    'Bank account number',
    'Beneficiary account',
    'Recipient account',
    'Kontonummer',
    'Konto',
    'Compte',
    'Cuenta',
    'Rekening',
    'Wallet address',
  ],
  paymentOperatorCode: [
    'Operator',
    'Operator code',
    'Payment operator',
    'Bank',
    'Bank code',
    'Provider',
    'Wallet',
    'Bankleitzahl',
  ],
  emailAddress: ['E-mail', 'Mail', 'E-mail address', 'E-Mail-Adresse', 'Courriel', 'Correo electrónico'],
  idPayout: ['Order ID', 'Payout ID', 'ID'],
  reference: [
    'Reference',
    'Ref',
    'Description',
    'Purpose',
    'Payment reference',
    'Note',
    'Verwendungszweck',
    'Référence',
    'Referencia',
    'Concepto',
    'Causale',
  ],
};

/** Columns without which there is no payout. */
export const requiredColumns = [
  'amount',
  'currencyCode',
  'paymentMethodCode',
] as const satisfies readonly PayoutColumn[];

/** Every column, in the order of the row's fields. */
export const payoutColumns: readonly PayoutColumn[] = PayoutRow.keyof().options;

/** A header in its comparison form: letters and digits only, in lower case. */
export function headerKey(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const columnsByKey = new Map(
  payoutColumns.flatMap((column) =>
    [column, ...headerNames[column]].map((name): [string, PayoutColumn] => [headerKey(name), column]),
  ),
);

/** The column that a header means; `null` if Bursar does not know the name. */
export function columnOf(header: string): PayoutColumn | null {
  return columnsByKey.get(headerKey(header)) ?? null;
}
