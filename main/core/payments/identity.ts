import { createHash, hash } from 'node:crypto';
import { normalBaseUrl, type Environment } from '../../../contract/profile.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import type { RowSource } from '../../../contract/batches/source.ts';
import type { Clock, Random } from '../ports/index.ts';
import { shortestAmount } from '../../../contract/money/amount.ts';
import { plainAccount } from '../../../contract/payees/payee-key.ts';
import { plainText } from '../../../contract/payees/plain-text.ts';

const keyAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const keyLength = 16;

/** A new random ID of 16 characters (80 bits), from an alphabet of 32 that is unambiguous when read aloud. */
export function newId(random: Random): string {
  return idOf(random.bytes(keyLength));
}

function idOf(bytes: Uint8Array): string {
  let id = '';
  for (const byte of bytes.subarray(0, keyLength)) id += keyAlphabet[byte % keyAlphabet.length];
  return id;
}

/**
 * The batch ID, which is also the key of its order IDs: 80 bits of a hash of the merchant, the address of the gateway, the rows, and
 * how many times exactly these rows were released before. The same file paid again from a restored backup or another computer
 * carries the same order IDs, so the gateway answers 409 (docs/decisions/0013).
 */
export function batchIdOf(
  merchant: { readonly merchantCode: string; readonly baseUrl: string },
  contentHash: string,
  releases: number,
): string {
  const text = JSON.stringify([
    merchant.merchantCode,
    normalBaseUrl(merchant.baseUrl),
    contentHash,
    releases,
  ]);
  return idOf(createHash('sha256').update(text).digest());
}

/**
 * The order ID of the retry with that number, from 1, for the row that `idPayout` was the first to pay. It is derived from the row alone: however
 * a retry is made, from whichever records, the gateway accepts each one once (docs/decisions/0013).
 */
export function retryIdOf(
  merchant: { readonly merchantCode: string; readonly baseUrl: string },
  idPayout: string,
  number: number,
): string {
  const text = JSON.stringify([merchant.merchantCode, normalBaseUrl(merchant.baseUrl), 'retry', idPayout]);
  return `${idOf(createHash('sha256').update(text).digest())}-${number}`;
}

/** The ID of a payee in an environment: the same on every computer, so that it can be named in a file or over the phone. */
export function payeeIdOf(environment: Environment, payee: string): string {
  return idOf(
    createHash('sha256')
      .update(JSON.stringify([environment, 'payee', payee]))
      .digest(),
  );
}

/** SHA-256 of a text, in hexadecimal. */
export function textHashOf(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Bytes to hash before yielding to other work: a few milliseconds. */
const bytesAtOnce = 1024 * 1024;

/** SHA-256 of a file of any size, in hexadecimal. */
export async function fileHashOf(bytes: Uint8Array, clock: Clock): Promise<string> {
  const sum = createHash('sha256');
  for (let start = 0; start < bytes.length; start += bytesAtOnce) {
    sum.update(bytes.subarray(start, start + bytesAtOnce));
    await clock.turn();
  }
  return sum.digest('hex');
}

/**
 * Hashes what rows pay, in order, and the message that they came in. Equal amounts, accounts and names have equal hashes regardless of spelling. Files with their own
 * order IDs, and retries, hash differently from those without.
 */
export function contentHasher(messageId: string | null): {
  add(row: PayoutRow & { readonly retryOf?: string | null; readonly source?: RowSource | null }): void;
  digest(): string;
} {
  const sum = textHasher();
  if (messageId !== null) sum.add(JSON.stringify(['message', messageId]));
  return {
    add(row) {
      const { source = null } = row;
      const values = [
        shortestAmount(row.amount),
        row.currencyCode,
        row.paymentMethodCode,
        row.paymentOperatorCode,
        plainText(row.accountName),
        plainAccount(row.accountNumber),
        plainText(row.emailAddress),
        plainText(row.reference),
        row.idPayout,
        row.retryOf ?? '',
      ];
      if (source !== null) values.push(source.endToEndId, source.paymentInformationId);
      sum.add(JSON.stringify(values));
    },
    digest: () => sum.digest(),
  };
}

/** Characters per call of the hash: one call per row costs more than the hashing. */
const charactersAtOnce = 65_536;

/** SHA-256 of texts one after the other, in hexadecimal. */
function textHasher(): { add(text: string): void; digest(): string } {
  const sum = createHash('sha256');
  let waiting = '';
  const hashWaiting = (): void => {
    sum.update(waiting);
    waiting = '';
  };
  return {
    add(text) {
      waiting += text;
      if (waiting.length >= charactersAtOnce) hashWaiting();
    },
    digest() {
      hashWaiting();
      return sum.digest('hex');
    },
  };
}

/** What is hashed of a row: all that is sent of it. */
export type HashedRow = Omit<PayoutRow, 'idPayout'> & {
  readonly idPayment: string;
  readonly rowNumber: number;
};

/** Hashes everything that a release sends, as one JSON array per row (invariant I4). */
export function rowsHasher(callbackUrl: string): {
  add(row: HashedRow): void;
  digest(): string;
} {
  const sum = textHasher();
  sum.add(JSON.stringify([callbackUrl]));
  return {
    add: (row) => sum.add(JSON.stringify([row.rowNumber, ...hashedFields(row)])),
    digest: () => sum.digest(),
  };
}

/** Every field of a row that is sent or identifies the payee, in the order in which they are hashed. */
export function hashedFields(row: Omit<HashedRow, 'rowNumber'>): string[] {
  const { idPayment, amount, currencyCode, paymentMethodCode } = row;
  const { accountName, accountNumber, paymentOperatorCode, emailAddress, reference } = row;
  const what = [idPayment, amount, currencyCode, paymentMethodCode];
  return [...what, accountName, accountNumber, paymentOperatorCode, emailAddress, reference];
}
