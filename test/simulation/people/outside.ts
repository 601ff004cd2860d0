import type { PersonParts } from '../runs.ts';
import { releasedBatches } from './drafts.ts';

/** Somebody who asks the gateway's people adopts what was sent from here after all, and decides either way about what others sent. */
export async function decideOutside(parts: PersonParts): Promise<void> {
  const { computer, random, payOnce, entryOf } = parts;
  const { store, watch } = computer;
  for (const batchId of releasedBatches(parts))
    for (const payment of store.rowsOfBatch(batchId, 0, 1000)) {
      const { idPayment, profileName, state } = payment;
      if (state !== 'outside') continue;
      const isOurs = entryOf(payment)?.from === watch.computer;
      const decision = isOurs || random.chance(0.5) ? 'adopt' : 'payAgain';
      watch.decide(idPayment);
      if (decision === 'payAgain') payOnce.allow([payment], 1);
      await computer.insist('payouts.decide', { idPayout: idPayment, profileName, decision });
    }
}
