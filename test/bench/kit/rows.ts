import type { PayoutRow } from '../../../contract/payments/payment.ts';
import { SeededRandom } from '../../simulation/seeded-random.ts';

const seed = 20_260_417;
/** Neither the amounts nor the account numbers are among the sandbox's magic values. */
const leastAmount = 5000;
const currencies = [
  { code: 'EUR', decimals: 2 },
  { code: 'USD', decimals: 2 },
  { code: 'GBP', decimals: 2 },
  { code: 'JPY', decimals: 0 },
];
const names = [
  'Anneliese Brückner',
  'Northern Timber Supply Ltd',
  'Élodie Garçon',
  'Van der Laan, Bakker & Zn.',
  'María Fernández Ortega',
  'Sakura Denki KK',
  'O’Connor Freight Services',
  'Łukasz Wiśniewski',
];
const columns = [
  'amount',
  'currencyCode',
  'paymentMethodCode',
  'accountName',
  'accountNumber',
  'paymentOperatorCode',
  'emailAddress',
  'reference',
] as const satisfies readonly (keyof PayoutRow)[];

/** So many payouts as real ones look, the same ones every time; no two are equal. */
export function makeRows(count: number, hasIbans: boolean): PayoutRow[] {
  const next = rowMaker(hasIbans);
  return Array.from({ length: count }, next);
}

/** What is paid to the same payees a month later: other amounts and references, so that nothing repeats an earlier payment. */
export function nextMonth(rows: readonly PayoutRow[]): PayoutRow[] {
  return rows.map((row) => ({ ...row, amount: `1${row.amount}`, reference: `${row.reference} / next` }));
}

/** Makes these payouts one after the other, for those who need more of them than fit into memory. */
export function rowMaker(hasIbans: boolean): () => PayoutRow {
  const random = new SeededRandom(seed);
  const digits = (length: number): string => Array.from({ length }, () => random.below(10)).join('');
  let index = -1;
  return () => {
    index += 1;
    const { code, decimals } = random.pick(currencies);
    const whole = String(leastAmount + random.below(50_000));
    return {
      amount: decimals === 0 ? whole : `${whole}.${digits(decimals)}`,
      currencyCode: code,
      paymentMethodCode: 'BANK_TRANSFER',
      accountName: `${random.pick(names)} ${index}`,
      accountNumber: hasIbans ? germanIban(digits(18)) : `40${digits(10)}00`,
      paymentOperatorCode: `BANK${random.below(90) + 10}`,
      emailAddress: `payee${index}@example.com`,
      idPayout: '',
      reference: `Invoice 2026-${index} / ${digits(6)}`,
    };
  };
}

function germanIban(account: string): string {
  // ISO 7064: the country's letters as numbers, D being 13 and E 14, and 00 in place of the check digits.
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
}

const cell = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** These payouts as a CSV file of eight columns. */
export function toCsv(rows: readonly PayoutRow[]): Uint8Array {
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','));
  return new TextEncoder().encode(`${columns.join(',')}\n${lines.join('\n')}\n`);
}
