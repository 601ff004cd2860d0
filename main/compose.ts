import type { AppEvent, AppEventListener } from '../contract/events.ts';
import { succeed, type Result } from '../contract/result.ts';
import { startSandbox } from '../sandbox/index.ts';
import { createCore } from './core/core.ts';
import { attachedError, createDispatch, type Dispatch } from './core/dispatch.ts';
import type { Encode, KeyFile, Keys } from './core/ports.ts';
import { createFiles } from './files/index.ts';
import { createGateway, createHttpTransport, encodePayoutBody } from './gateway/index.ts';
import { createKeychainKeys, createKeyFileKeys, createMemoryKeys } from './keys/index.ts';
import { openStore, restoreBackup } from './store/index.ts';
import { systemClock, systemRandom } from './system.ts';

/** The interface's limit for one merchant (heading Limits). */
const requestsPerSecond = 10;
/** So many payouts may be on their way at once: enough to use the whole rate when an answer takes two seconds. */
const defaultLimits = { submissions: 20, polls: 10 };

export type ComposeOptions = {
  /** The data folder; made if it is not there. */
  readonly directory: string;
  /** A key file that signs for the life of this process instead of the OS keychain. */
  readonly keyFile: KeyFile | null;
  /** Keys in memory instead of the OS keychain, for the demo. */
  readonly isThrowAway?: boolean;
  /** For measuring: another rate limit (null: none) and other limits of the engine. */
  readonly requestsPerSecond?: number | null;
  readonly limits?: { readonly submissions: number; readonly polls: number };
};

/** A running core: what a face holds. */
export type Bursar = {
  readonly dispatch: Dispatch;
  subscribe(listener: AppEventListener): () => void;
  close(): Promise<void>;
};

/**
 * Wires store, gateway, keys and files to the core. Fails with `dataFolderInUse`, `databaseNewer`, `databaseDamaged` or
 * `storageFailed` when the data folder cannot be opened.
 */
export async function compose(options: ComposeOptions): Promise<Result<Bursar>> {
  const opened = openStore({ directory: options.directory, clock: systemClock });
  if (!opened.ok) return opened;
  const store = opened.value;
  const listeners = new Set<AppEventListener>();
  const emit = (event: AppEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const keys = chooseKeys(options);
  const transport = createHttpTransport({});
  const rate = options.requestsPerSecond === undefined ? requestsPerSecond : options.requestsPerSecond;
  const gateway = createGateway({
    keys,
    clock: systemClock,
    random: systemRandom,
    transport,
    requestsPerSecond: rate,
    monotonicNow: () => performance.now(),
    lastUseAt: store.lastUseAt,
  });
  const files = createFiles({ clock: systemClock });
  const limits = options.limits ?? defaultLimits;
  try {
    const parts = {
      store,
      gateway,
      keys,
      files,
      clock: systemClock,
      random: systemRandom,
      encode,
      emit,
      limits,
    };
    const dispatch = createDispatch(await createCore({ ...parts, requestsPerSecond: rate }));
    return succeed({
      dispatch,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      close: async () => {
        await transport.close();
        store.close();
      },
    });
  } catch (thrown) {
    await transport.close();
    store.close();
    const error = attachedError(thrown);
    if (error !== null) return { ok: false, error };
    throw thrown;
  }
}

function chooseKeys({ keyFile, isThrowAway }: ComposeOptions): Keys {
  const stored = isThrowAway === true ? createMemoryKeys() : createKeychainKeys();
  return keyFile === null ? stored : createKeyFileKeys({ keyFile, otherwise: stored });
}

const encode: Encode = (payment) => encodePayoutBody(payment);

export { restoreBackup, startSandbox };
