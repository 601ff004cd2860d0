import { hash } from 'node:crypto';
import type { PayoutFilter, PayoutOrder } from '../../../contract/payments/history.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { HistoryEntry } from '../ports/index.ts';

const pattern = /^([0-9a-f]{16})\.(\d{1,16})\.([A-Za-z0-9_-]*)$/;

/** A position in the history as text, to request the next page; it names the filter and order that it belongs to. */
export function cursorOf({ key, paymentId }: HistoryEntry, filter: PayoutFilter, order: PayoutOrder): string {
  return `${fingerprint(filter, order)}.${paymentId}.${Buffer.from(key, 'utf8').toString('base64url')}`;
}

/** Reads a cursor; `inputInvalid` if it is malformed, or belongs to another filter or order. */
export function readCursor(cursor: string, filter: PayoutFilter, order: PayoutOrder): Result<HistoryEntry> {
  const [, found, paymentId = '', key = ''] = pattern.exec(cursor) ?? [];
  if (found !== fingerprint(filter, order) || !Number.isSafeInteger(Number(paymentId)))
    return fail(
      'inputInvalid',
      'This list cannot be continued from here with this filter and order. Start again with the first page.',
    );
  return succeed({ key: Buffer.from(key, 'base64url').toString('utf8'), paymentId: Number(paymentId) });
}

function fingerprint(filter: PayoutFilter, order: PayoutOrder): string {
  const { profileName, batchId, payeeId, states, currencyCodes, paymentMethodCodes, dateOf } = filter;
  const { from, until, amountFrom, amountUntil, search } = filter;
  const codes = [currencyCodes.toSorted(), paymentMethodCodes.toSorted()];
  const conditions = [profileName, batchId, payeeId, states.toSorted(), codes, dateOf];
  const text = JSON.stringify([...conditions, from, until, amountFrom, amountUntil, search, order]);
  return hash('sha256', text, 'hex').slice(0, 16);
}
