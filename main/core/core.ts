import { batchHandlers } from './batches.ts';
import { sharedClients } from './clients.ts';
import { inPieces, type CoreParts, type Handlers } from './parts.ts';
import { payoutHandlers } from './payouts.ts';
import { profileHandlers } from './profiles.ts';
import { treasuryHandlers } from './treasury.ts';
import { upkeepHandlers } from './upkeep.ts';

const rowsPerCommit = 1000;

/**
 * Every operation of the contract, implemented. Payouts that an earlier run of the program left on their way are unknown from
 * now on, since only the gateway can say what became of them; `batches.run` asks.
 */
export async function createCore(given: CoreParts): Promise<Handlers> {
  const parts = { ...given, gateway: sharedClients(given.gateway) };
  const { store, clock } = parts;
  await inPieces(clock, rowsPerCommit, (limit) => store.interruptSending(limit, clock.now()));
  return {
    ...profileHandlers(parts),
    ...batchHandlers(parts),
    ...payoutHandlers(parts),
    ...treasuryHandlers(parts),
    ...upkeepHandlers(parts),
  };
}
