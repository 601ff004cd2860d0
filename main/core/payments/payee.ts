import { hash } from 'node:crypto';
import { formatDecimal, parseDecimal, shortestDecimal } from '../../../contract/money/decimal.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import { inPieces, type CoreContext } from '../context.ts';
import type { PaymentKeys } from '../ports/index.ts';

type Payee = Pick<PayoutRow, 'accountNumber' | 'emailAddress' | 'accountName'>;

/**
 * Identifies the payee of a payment (DESIGN: Terms) by account, else by e-mail address, else by name. Spellings of the same payee give
 * the same result. Nothing else compares payees this way.
 */
export function payeeKeyOf({ accountNumber, emailAddress, accountName }: Payee): string {
  const account = plainAccount(accountNumber);
  if (account !== '') return `account ${account}`;
  const email = plainText(emailAddress);
  return email === '' ? `name ${plainText(accountName)}` : `email ${email}`;
}

/** The keys by which the store finds duplicates and payees paid before. */
export function paymentKeysOf(
  row: Payee & Pick<PayoutRow, 'amount' | 'currencyCode' | 'reference'>,
): PaymentKeys {
  const payee = payeeKeyOf(row);
  const name = plainText(row.accountName);
  const reference = plainText(row.reference);
  return {
    payee,
    payeeHash: hashOf(payee),
    moneyHash: hashOf(`${plainAmount(row.amount)} ${row.currencyCode.toUpperCase()}`),
    nameHash: name === '' ? 0 : hashOf(name),
    referenceHash: reference === '' ? 0 : hashOf(reference),
  };
}

/** The hash by which the store finds the payments to a payee. */
export function payeeHashOf(payee: string): number {
  return hashOf(payee);
}

/**
 * The first 48 bits of SHA-256: faster to look up and smaller than the text. Never 0, which means empty text. Asked for as a text of
 * bytes, since making a buffer takes twice as long as the hash.
 */
function hashOf(text: string): number {
  const bytes = hash('sha256', text, 'binary');
  let bits = 0;
  for (let place = 0; place < hashBytes; place += 1) bits = bits * 256 + bytes.charCodeAt(place);
  return bits || 1;
}

const hashBytes = 6;

/** Fast path: nearly all texts are normal already, apart from case. Letters with accents are, but for the ligatures and digraphs left out here. */
const normalWords =
  /^[!-~\u00c0-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e\u2019]+(?: [!-~\u00c0-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e\u2019]+)*$/;
const capitalsAndDigits = /^[0-9A-Z]*$/;
const shortestAmount = /^[1-9]\d{0,50}(?:\.\d{0,50}[1-9])?$/;
/** Invisible characters, such as a zero-width space pasted from a web page. */
const invisible = /\p{Cf}/gu;

/** Normalizes case, spacing and Unicode composition of a name, reference or e-mail address. */
export function plainText(text: string): string {
  return normalWords.test(text) ? text.toLowerCase() : normalizedText(text);
}

/** As `plainText`, of any text. */
export function normalizedText(text: string): string {
  return text.normalize('NFKC').replace(invisible, '').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** Normalizes an account: no spaces or hyphens, one case. */
export function plainAccount(text: string): string {
  if (capitalsAndDigits.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase();
}

/** Normalizes an amount: no redundant zeros. */
export function plainAmount(text: string): string {
  const decimal = shortestAmount.test(text) ? null : parseDecimal(text);
  return decimal === null ? text : formatDecimal(shortestDecimal(decimal));
}

/** Keys per commit: few enough that no commit blocks the process for long. */
const keysAtOnce = 100;

/** Computes missing keys of payouts from versions that stored none. Has work only once, after an update. */
export async function catchUpKeys({ store, clock }: Pick<CoreContext, 'store' | 'clock'>): Promise<void> {
  await inPieces(clock, keysAtOnce, (limit) => store.catchUpKeys(limit, paymentKeysOf));
}
