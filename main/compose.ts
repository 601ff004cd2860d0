import { notifyAll, type AppEvent, type AppEventListener } from '../contract/events.ts';
import { succeed, type Result } from '../contract/result.ts';
import type { SandboxServer, SandboxServerOptions } from '../sandbox/index.ts';
import { createCallbackListening } from './callbacks/index.ts';
import { trialKeyPrefix } from './core/context/context.ts';
import { attachedError } from './core/context/refused.ts';
import { createCore } from './core/core.ts';
import { createDispatch, quietCall, type Dispatch } from './dispatch.ts';
import { createBackgroundWork } from './core/maintenance/watch-background.ts';
import { describePayee } from './core/payees/known.ts';
import { keepIndexed } from './core/payouts/keep-indexed.ts';
import { noEvidence } from './core/maintenance/checkpoints.ts';
import type {
  ApprovalKeys,
  BackgroundWork,
  Encode,
  Evidence,
  JobControl,
  KeyFile,
  Keys,
} from './core/ports/index.ts';
import { createFiles, createWitnessFile, verifyInSteps } from './files/index.ts';
import { createGateway, createHttpTransport, encodePaymentBody } from './gateway/index.ts';
import {
  createKeychainApprovalKeys,
  createKeychainAuditKey,
  createKeychainKeys,
  createKeyFileKeys,
  createMemoryApprovalKeys,
  createMemoryKeys,
  createTrialKeys,
} from './keys/index.ts';
import { hasDatabase, openStore, restoreBackup as restoreInto, sizeOfLongUpdate } from './store/index.ts';
import { sizeText } from '../contract/text/numbers.ts';
import { olderRecordsText } from '../contract/text/attention/older-records.ts';
import type { Restored } from '../contract/text/maintenance/restored-text.ts';
import { systemClock, systemRandom, usualStateDirectory } from './system.ts';

export { systemUser } from './system.ts';
import { createTrial } from './trial.ts';

/** Reading a file, and verifying an evidence pack, need no data folder. */
export { readAtMost, writeWhole } from './files/index.ts';
export const verifyEvidence = (archive: Uint8Array, job: JobControl) =>
  verifyInSteps(archive, job, systemClock);

/** The interface's limit for one merchant (heading Limits). */
const requestsPerSecond = 10;
const nanosecondsPerMs = 1e6;
/** The most payouts in flight: enough to use the whole rate when an answer takes two seconds. */
const defaultLimits = { submissions: 20, polls: 10 };

export type ComposeOptions = {
  /** The data folder; created if it does not exist. */
  readonly directory: string;
  /** A key file that signs for the lifetime of this process instead of the OS keychain. */
  readonly keyFile: KeyFile | null;
  /** Keys in memory instead of the OS keychain, for the demo. */
  readonly isThrowAway?: boolean;
  /** False: live profiles are refused (`liveNotServed`). */
  readonly servesLive?: boolean;
  /** Whether the face shows notifications and a badge. */
  readonly notifies?: boolean;
  /** Whether the face stays open, so that the balances are read hourly in the background. */
  readonly readsBalancesHourly?: boolean;
  /** How long one call may wait for the OS keychain, including the time a person takes to unlock it. */
  readonly keychainAnswerLimitMs?: number;
  /** Replaces the environment of the process: it names a proxy and the state directory. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** For benchmarks: another rate limit (null: none) and other limits of the engine. */
  readonly requestsPerSecond?: number | null;
  readonly limits?: { readonly submissions: number; readonly polls: number };
};

/** A running core, as a face holds it. */
export type Bursar = {
  /** Whether the data folder had no database, so that a new one was created. */
  readonly isNewFolder: boolean;
  /** What a person should know about how the data folder was opened; null: nothing. */
  readonly notice: string | null;
  readonly dispatch: Dispatch;
  /** Where a face reports background work. */
  readonly background: Pick<BackgroundWork, 'failed' | 'worked'>;
  subscribe(listener: AppEventListener): () => void;
  close(): Promise<void>;
};

/** The notice before the data folder is opened, if that takes long because an older Bursar wrote it; null: none. */
export function longUpdateNotice(directory: string): string | null {
  const bytes = sizeOfLongUpdate(directory);
  if (bytes === null) return null;
  return `This version of Bursar first updates the database (${sizeText(bytes)}), which can take some minutes. If that is interrupted, nothing is lost: the next start begins it again.`;
}

/**
 * Wires store, gateway, keys and files to the core. Fails with `dataFolderInUse`, `databaseNewer`, `databaseDamaged` or
 * `storageFailed` when the data folder cannot be opened.
 */
export async function compose(options: ComposeOptions): Promise<Result<Bursar>> {
  const isNewFolder = !hasDatabase(options.directory);
  const opened = openStore({
    directory: options.directory,
    clock: systemClock,
    stateDirectory: options.isThrowAway === true ? null : usualStateDirectory(options.environment),
  });
  if (!opened.ok) return opened;
  const store = opened.value;
  const listeners = new Set<AppEventListener>();
  const emit = (event: AppEvent): void => notifyAll(event, listeners, background, 'faces');
  const background = createBackgroundWork({ clock: systemClock, emit });
  const keys = chooseKeys(options);
  const transport = createHttpTransport({ environment: options.environment ?? process.env });
  const rate = options.requestsPerSecond === undefined ? requestsPerSecond : options.requestsPerSecond;
  const gateway = createGateway({
    keys,
    clock: systemClock,
    random: systemRandom,
    transport,
    requestsPerSecond: rate,
    monotonicNow: () => Number(process.hrtime.bigint()) / nanosecondsPerMs,
    lastUseAt: store.lastUseAt,
  });
  const files = createFiles({ clock: systemClock });
  const trial = createTrial(systemRandom);
  const limits = options.limits ?? defaultLimits;
  try {
    const context = {
      store,
      gateway,
      keys,
      files,
      clock: systemClock,
      random: systemRandom,
      encode,
      emit,
      limits,
      servesLive: options.servesLive ?? true,
      notifies: options.notifies ?? false,
      readsBalancesHourly: options.readsBalancesHourly ?? false,
      background,
    };
    const dispatch = createDispatch(
      await createCore(
        { ...context, requestsPerSecond: rate },
        trial,
        createCallbackListening(),
        evidenceOf(options),
        approvalKeysOf(options, store.databaseId()),
      ),
    );
    const history = keepIndexed({ store, clock: systemClock, background: context.background });
    listeners.add(history.hear);
    return succeed({
      isNewFolder,
      notice: store.foundOlder === null ? null : olderRecordsText(store.foundOlder),
      dispatch,
      background: context.background,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      close: async () => {
        await dispatch('runner.stop', {}, quietCall());
        await transport.close();
        await trial.end();
        await history.stop();
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

function chooseKeys({ keyFile, isThrowAway, keychainAnswerLimitMs }: ComposeOptions): Keys {
  const stored =
    isThrowAway === true
      ? createMemoryKeys()
      : createKeychainKeys(
          keychainAnswerLimitMs === undefined ? {} : { answerLimitMs: keychainAnswerLimitMs },
        );
  const usual = keyFile === null ? stored : createKeyFileKeys({ keyFile, otherwise: stored });
  return createTrialKeys({ prefix: trialKeyPrefix, inMemory: createMemoryKeys(), otherwise: usual });
}

/** If no key of the keychain is used, checkpoints are created but not signed. */
function evidenceOf({ keyFile, isThrowAway, keychainAnswerLimitMs }: ComposeOptions): Evidence {
  const witnessFile = createWitnessFile();
  if (keyFile !== null || isThrowAway === true) return { ...noEvidence, witnessFile };
  const limit = keychainAnswerLimitMs === undefined ? {} : { answerLimitMs: keychainAnswerLimitMs };
  return { auditKey: createKeychainAuditKey(limit), witnessFile };
}

/** Approvals use the keychain even with a key file, but only if a policy was set. */
function approvalKeysOf(
  { keyFile, isThrowAway, keychainAnswerLimitMs }: ComposeOptions,
  databaseId: string,
): ApprovalKeys {
  if (isThrowAway === true) return createMemoryApprovalKeys();
  const limit = keychainAnswerLimitMs === undefined ? {} : { answerLimitMs: keychainAnswerLimitMs };
  return createKeychainApprovalKeys({ databaseId, isKeychainUsed: keyFile === null, ...limit });
}

const encode: Encode = (payment) => encodePaymentBody(payment);

/** Replaces the database with a backup; see the store's `restoreBackup`. */
export function restoreBackup(options: {
  directory: string;
  backupPath: string;
  at: number;
  environment?: ComposeOptions['environment'];
  confirm?: () => Promise<void>;
}): Promise<Result<Restored>> {
  const { environment, ...rest } = options;
  return restoreInto({ ...rest, describePayee, stateDirectory: usualStateDirectory(environment) });
}

/** Starts a sandbox; its code is loaded only then. */
export async function startSandbox(options: SandboxServerOptions): Promise<SandboxServer> {
  const sandbox = await import('../sandbox/index.ts');
  return sandbox.startSandbox(options);
}

/** Whether this is a public key that the sandbox accepts for a merchant. */
export async function isPublicKey(pem: string): Promise<boolean> {
  const sandbox = await import('../sandbox/index.ts');
  return sandbox.readPublicKey(pem) !== null;
}
