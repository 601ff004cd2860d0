import { createHash, hash } from 'node:crypto';
import { formatDecimal, parseDecimal, shortestDecimal } from '../../../contract/decimal.ts';
import type { PayoutRow } from '../../../contract/payment.ts';
import type { Clock, Random } from '../ports/index.ts';

const keyAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const keyLength = 16;

/**
 * A new batch ID, which is also the key of its order IDs: 16 characters of 32 (80 random bits), none of which
 * is mistaken for another when read aloud.
 */
export function newBatchId(random: Random): string {
  return Array.from(random.bytes(keyLength), (byte) => keyAlphabet[byte % keyAlphabet.length]).join('');
}

/** SHA-256 of a short text that stands for a file which was not brought by a person. */
export function textHashOf(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Bytes that are hashed between two turns: some milliseconds. */
const bytesAtOnce = 1024 * 1024;

/** SHA-256 of a file of any size, as hexadecimal. */
export async function fileHashOf(bytes: Uint8Array, clock: Clock): Promise<string> {
  const sum = createHash('sha256');
  for (let start = 0; start < bytes.length; start += bytesAtOnce) {
    sum.update(bytes.subarray(start, start + bytesAtOnce));
    await clock.turn();
  }
  return sum.digest('hex');
}

/** Texts that the steps after the test would leave as they are, apart from capitals: nearly all, at a fraction of the cost. */
const wordsOfAscii = /^[!-~]+(?: [!-~]+)*$/;
const capitalsAndDigits = /^[0-9A-Z]*$/;
const shortestAmount = /^[1-9]\d{0,50}(?:\.\d{0,50}[1-9])?$/;

function plainName(text: string): string {
  if (wordsOfAscii.test(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

function plainAccount(text: string): string {
  return capitalsAndDigits.test(text) ? text : text.toUpperCase().replace(/[\s-]/gu, '');
}

function plainAmount(text: string): string {
  const decimal = shortestAmount.test(text) ? null : parseDecimal(text);
  return decimal === null ? text : formatDecimal(shortestDecimal(decimal));
}

/** Who is paid: the account; where there is none the e-mail address, and where there is none either the name. */
export function payeeKeyOf(row: Pick<PayoutRow, 'accountNumber' | 'emailAddress' | 'accountName'>): string {
  return plainAccount(row.accountNumber) || plainName(row.emailAddress) || plainName(row.accountName);
}

/** Equal for rows that pay the same thing: payee, amount by value, currency and reference. */
export function duplicateKeyOf(row: PayoutRow): string {
  const amount = plainAmount(row.amount);
  return hash(
    'sha256',
    JSON.stringify([payeeKeyOf(row), amount, row.currencyCode, plainName(row.reference)]),
    'hex',
  );
}

/** Rows whose text is hashed at once: a call for every row costs more than the hashing. */
const rowsAtOnce = 1000;

/** Hashes all that a release sends: a JSON array for each row, one after the other (invariant I4). */
export function rowsHasher(callbackUrl: string): {
  add(row: Omit<PayoutRow, 'idPayout'> & { readonly idPayment: string; readonly rowNumber: number }): void;
  digest(): string;
} {
  const sum = createHash('sha256');
  let text = JSON.stringify([callbackUrl]);
  let rows = 0;
  const hashText = (): void => {
    sum.update(text);
    text = '';
  };
  return {
    add(row) {
      const { rowNumber, idPayment, amount, currencyCode, paymentMethodCode } = row;
      const { accountName, accountNumber, paymentOperatorCode, emailAddress, reference } = row;
      const what = [rowNumber, idPayment, amount, currencyCode, paymentMethodCode];
      const fields = [...what, accountName, accountNumber, paymentOperatorCode, emailAddress, reference];
      text += JSON.stringify(fields);
      rows += 1;
      if (rows % rowsAtOnce === 0) hashText();
    },
    digest() {
      hashText();
      return sum.digest('hex');
    },
  };
}
