import { hash } from 'node:crypto';
import { formatDecimal, parseDecimal, shortestDecimal } from '../../../contract/money/decimal.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import { inPieces, type CoreContext } from '../context.ts';
import type { PaymentKeys } from '../ports/index.ts';

type Payee = Pick<PayoutRow, 'accountNumber' | 'emailAddress' | 'accountName'>;

/**
 * Who a payment pays (DESIGN: Terms): the account; where there is none the e-mail address; where there is none either
 * the name. Equal for two ways of writing the same payee, and the only place that says so.
 */
export function payeeKeyOf({ accountNumber, emailAddress, accountName }: Payee): string {
  const account = plainAccount(accountNumber);
  if (account !== '') return `account ${account}`;
  const email = plainText(emailAddress);
  return email === '' ? `name ${plainText(accountName)}` : `email ${email}`;
}

/** What a payment is compared by with others, when the store looks for duplicates and for payees paid before. */
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

const hashBytes = 6;

/** 48 bits, which are found faster than the text and take less space. Never 0, which stands for an empty text. */
function hashOf(text: string): number {
  return hash('sha256', text, 'buffer').readUIntBE(0, hashBytes) || 1;
}

/** Texts that the steps after the test would leave as they are, apart from capitals: nearly all, at a fraction of the cost. */
const wordsOfAscii = /^[!-~]+(?: [!-~]+)*$/;
const capitalsAndDigits = /^[0-9A-Z]*$/;
const shortestAmount = /^[1-9]\d{0,50}(?:\.\d{0,50}[1-9])?$/;
/** Characters that cannot be seen, such as a zero-width space pasted from a web page. */
const invisible = /\p{Cf}/gu;

/** A name, reference or e-mail address without differences of capitals, spacing and composition. */
export function plainText(text: string): string {
  if (wordsOfAscii.test(text)) return text.toLowerCase();
  return text.normalize('NFKC').replace(invisible, '').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** An account without spaces, hyphens and differences of capitals. */
export function plainAccount(text: string): string {
  if (capitalsAndDigits.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase();
}

/** An amount by value: without zeros that say nothing. */
export function plainAmount(text: string): string {
  const decimal = shortestAmount.test(text) ? null : parseDecimal(text);
  return decimal === null ? text : formatDecimal(shortestDecimal(decimal));
}

/** Keys computed in one commit: few enough that no commit blocks the process for long. */
const keysAtOnce = 100;

/** Computes the keys of payouts from before keys were kept: nothing to do but once, after the update. */
export async function catchUpKeys({ store, clock }: Pick<CoreContext, 'store' | 'clock'>): Promise<void> {
  await inPieces(clock, keysAtOnce, (limit) => store.catchUpKeys(limit, paymentKeysOf));
}
