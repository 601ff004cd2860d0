import { orderIdPattern } from '../../../contract/payments/order-id.ts';
import type { CoreContext } from '../context/context.ts';
import type { PaymentMessage } from '../ports/index.ts';

/** Order IDs looked up at once. */
export const idsAtOnce = 1000;
const notProvided = 'NOTPROVIDED';

/**
 * Gives each row of a message its `EndToEndId` as its order ID if possible: once in the message, never used before, and with
 * characters that the gateway accepts. Every other row gets an order ID from Bursar; all keep their own IDs as well.
 */
export async function useOwnIds(
  { store, clock }: CoreContext,
  keyId: string,
  rows: readonly { idPayout: string }[],
  message: PaymentMessage,
): Promise<void> {
  const counts = new Map<string, number>();
  for (const source of message.rows)
    if (source !== null) counts.set(source.endToEndId, (counts.get(source.endToEndId) ?? 0) + 1);
  const canBeOrderId = (id: string): boolean =>
    counts.get(id) === 1 && orderIdPattern.test(id) && id.toUpperCase() !== notProvided;
  for (let start = 0; start < rows.length; start += idsAtOnce) {
    const ids = message.rows
      .slice(start, start + idsAtOnce)
      .map((source) => (source !== null && canBeOrderId(source.endToEndId) ? source.endToEndId : ''));
    const used = new Set(
      store.usedOrderIds(
        keyId,
        ids.filter((id) => id !== ''),
      ),
    );
    for (const [index, id] of ids.entries()) {
      const row = rows[start + index];
      if (row !== undefined && id !== '' && !used.has(id)) row.idPayout = id;
    }
    await clock.turn();
  }
}
