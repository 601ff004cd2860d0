import type { AppEvent } from '../../../contract/events.ts';
import type { Store } from '../ports/index.ts';

/** Event emitted after a batch change is committed; for a payin or top-up it carries the order ID. */
export function recordedEvent(store: Pick<Store, 'incomingOfBatch'>, batchId: string): AppEvent {
  const incoming = store.incomingOfBatch(batchId);
  return incoming === null ? { kind: 'batch', id: batchId } : { kind: 'incoming', id: incoming.idPayment };
}
