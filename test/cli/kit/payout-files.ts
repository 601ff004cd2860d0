/** Writes CSV files of payouts for tests; what a test does not care about is filled in, different in every row. */
export type PayoutLine = {
  readonly accountNumber: string;
  readonly amount?: string;
  readonly currencyCode?: string;
  readonly accountName?: string;
  readonly reference?: string;
  readonly idPayout?: string;
};

const header =
  'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,emailAddress,idPayout,reference';

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A file with one row for each line; rows differ in amount, payee and reference unless a line says otherwise. */
export function payoutFile(lines: readonly PayoutLine[]): string {
  const rows = lines.map((line, index) =>
    [
      line.amount ?? `${index + 1}.50`,
      line.currencyCode ?? 'EUR',
      'BANK_TRANSFER',
      line.accountName ?? `Payee ${index + 1}`,
      line.accountNumber,
      '',
      '',
      line.idPayout ?? '',
      line.reference ?? `invoice ${index + 1}`,
    ]
      .map(cell)
      .join(','),
  );
  return `${[header, ...rows].join('\n')}\n`;
}

/** A file with one row for each account number. */
export function payoutFileTo(...accountNumbers: string[]): string {
  return payoutFile(accountNumbers.map((accountNumber) => ({ accountNumber })));
}

/** So many account numbers without any of the sandbox's magic endings. */
export function plainAccounts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `ACC-${1000 + index}`);
}
