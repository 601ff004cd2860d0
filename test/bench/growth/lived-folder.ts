import type { OperationInput, OperationName, OperationOutput } from '../../../contract/operations.ts';
import { createCore } from '../../../main/core/core.ts';
import { createDispatch } from '../../../main/dispatch.ts';
import { createBackgroundWork } from '../../../main/core/maintenance/watch-background.ts';
import { createFiles, createWitnessFile } from '../../../main/files/index.ts';
import { createGateway, encodePaymentBody } from '../../../main/gateway/index.ts';
import { createEd25519Key } from '../../../main/keys/ed25519-key.ts';
import { createMemoryKeys } from '../../../main/keys/index.ts';
import { createMemoryVault } from '../../../main/keys/memory-vault.ts';
import { openStore } from '../../../main/store/index.ts';
import { systemClock, systemRandom } from '../../../main/system.ts';
import { callbackUrl, merchantCode } from '../kit/merchant.ts';
import { makeRows, toCsv } from '../kit/rows.ts';
import { payingGateway } from './paying-gateway.ts';

const rowsOfABatch = 10_000;

/** A core on a data folder whose payouts are imported, released, sent and paid, each with its events, attempts and checkpoints. */
export type Lived = {
  call<Name extends OperationName>(name: Name, input: OperationInput<Name>): Promise<OperationOutput<Name>>;
  /** Imports and releases a file; gives the batch. */
  release(bytes: Uint8Array, fileName: string): Promise<string>;
  /** Brings flows and history up to date. */
  index(): void;
  close(): Promise<void>;
};

/** Pays so many payouts in batches of ten thousand. */
export async function liveThrough(directory: string, payouts: number): Promise<Lived> {
  const lived = await openLived(directory);
  const rows = makeRows(payouts, true);
  for (let start = 0; start < payouts; start += rowsOfABatch) {
    const batchId = await lived.release(toCsv(rows.slice(start, start + rowsOfABatch)), `bench-${start}.csv`);
    const { outcome } = await lived.call('batches.run', {
      batchIds: [batchId],
      until: 'final',
      silenceLimitMs: 60_000,
    });
    if (outcome !== 'done') throw new Error(`batch ${batchId}: ${outcome}`);
  }
  lived.index();
  return lived;
}

/**
 * A core on a data folder, with one profile of a gateway that pays everything at once. Its audit key is in memory, so that what it signed is
 * verified here or nowhere.
 */
export async function openLived(
  directory: string,
  {
    requestsPerSecond = null,
    onDeparture = () => undefined,
  }: { readonly requestsPerSecond?: number | null; readonly onDeparture?: (path: string) => void } = {},
): Promise<Lived> {
  const opened = openStore({ directory, clock: systemClock });
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  const keys = createMemoryKeys();
  const emit = (): void => undefined;
  const gateway = createGateway({
    keys,
    clock: systemClock,
    random: systemRandom,
    transport: payingGateway(onDeparture),
    requestsPerSecond,
    monotonicNow: () => performance.now(),
    lastUseAt: store.lastUseAt,
  });
  const handlers = await createCore(
    {
      store,
      gateway,
      keys,
      files: createFiles({ clock: systemClock }),
      clock: systemClock,
      random: systemRandom,
      encode: (payment) => encodePaymentBody(payment),
      emit,
      limits: requestsPerSecond === null ? { submissions: 200, polls: 200 } : { submissions: 20, polls: 10 },
      requestsPerSecond,
      servesLive: false,
      background: createBackgroundWork({ clock: systemClock, emit }),
    },
    undefined,
    undefined,
    { auditKey: createEd25519Key(createMemoryVault(), 'audit-key'), witnessFile: createWitnessFile() },
  );
  const dispatch = createDispatch(handlers);
  const { signal } = new AbortController();
  const call: Lived['call'] = async (name, input) => {
    const result = await dispatch(name, input, { signal, confirm: () => Promise.resolve(true) });
    if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
    return result.value;
  };
  await call('profiles.add', {
    name: 'bench',
    environment: 'sandbox',
    baseUrl: 'http://127.0.0.1:9',
    merchantCode,
    callbackUrl,
    key: { kind: 'generate', modulusBits: 2048 },
  });
  return {
    call,
    release: async (bytes, fileName) => {
      const { batch } = await call('batches.import', { fileName, bytes });
      await call('batches.release', { batchId: batch.batchId, rowsHash: batch.rowsHash });
      return batch.batchId;
    },
    index: () => {
      while (store.indexFlows(1000) > 0);
      while (!store.indexHistory());
    },
    close: async () => {
      await call('runner.stop', {});
      store.close();
    },
  };
}
