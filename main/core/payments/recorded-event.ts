import type { AppEvent } from '../../../contract/events.ts';
import type { Store } from '../ports/index.ts';

/** What is told when something of a batch was recorded: of a payin or top-up by its order ID. */
export function recordedEvent(store: Pick<Store, 'incomingOfBatch'>, batchId: string): AppEvent {
  const incoming = store.incomingOfBatch(batchId);
  return incoming === null ? { kind: 'batch', id: batchId } : { kind: 'incoming', id: incoming.idPayment };
}
