import { hash } from 'node:crypto';
import { shortestAmount } from '../../../contract/money/amount.ts';
import { comparedKeyOf, payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import { plainText } from '../../../contract/payees/plain-text.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import type { EmittingContext } from '../context/context.ts';
import { rowProgress } from '../context/exports.ts';
import { catchUpOrStop } from '../context/turns.ts';
import type { PaymentHashes, PaymentKeys } from '../ports/index.ts';

/** The keys by which the store finds duplicates and payees paid before; `known` are their hashes where they were computed before. */
export function paymentKeysOf(
  row: Omit<PayoutRow, 'idPayout' | 'paymentMethodCode' | 'paymentOperatorCode'>,
  known?: PaymentHashes,
): PaymentKeys {
  const payee = payeeKeyOf(row);
  if (known !== undefined) {
    const { payeeHash, moneyHash, nameHash, referenceHash } = known;
    return { payee, payeeHash, moneyHash, nameHash, referenceHash };
  }
  const name = plainText(row.accountName);
  const reference = plainText(row.reference);
  return {
    payee,
    payeeHash: payeeHashOf(payee),
    // Capitals, whatever `codeKeyOf` compares by: the hash is stored.
    moneyHash: hashOf(`${shortestAmount(row.amount)} ${row.currencyCode.toUpperCase()}`),
    nameHash: name === '' ? 0 : hashOf(name),
    referenceHash: reference === '' ? 0 : hashOf(reference),
  };
}

/** The hash by which the store finds the payments to a payee, and to those that duplicates do not distinguish from it. */
export function payeeHashOf(payee: string): number {
  return hashOf(comparedKeyOf(payee));
}

/**
 * The first 48 bits of SHA-256: faster to look up and smaller than the text. Never 0, which means empty text. Requested as a
 * string of bytes, because creating a buffer takes twice as long as the hash.
 */
function hashOf(text: string): number {
  const bytes = hash('sha256', text, 'binary');
  let bits = 0;
  for (let place = 0; place < hashBytes; place += 1) bits = bits * 256 + bytes.charCodeAt(place);
  return bits || 1;
}

const hashBytes = 6;

/** Keys per commit: few enough that no commit blocks the process for long. */
const keysAtOnce = 100;

/**
 * Computes missing keys of payouts from versions that stored none, or others. Has work only once, after an update: minutes for millions of
 * payouts, which it reports, because checks, releases and the list of payees wait for it. Throws `Refused` once the signal aborts: what was
 * compared with some of them would claim too much.
 */
export async function catchUpKeys(
  { store, clock, emit }: EmittingContext,
  signal: AbortSignal,
): Promise<void> {
  const report = rowProgress(emit, 'keys');
  let done = 0;
  const keysLeft = (): boolean => {
    const count = store.catchUpKeys(keysAtOnce, paymentKeysOf);
    done += count;
    report(done, null);
    return count === keysAtOnce;
  };
  try {
    await catchUpOrStop(clock, () => !keysLeft(), signal);
  } finally {
    // Nobody waits any longer.
    if (done > 0) report(done, done);
  }
}
