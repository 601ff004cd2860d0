import { onTestFinished } from 'vitest';
import type { AppEvent } from '../../contract/events.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../contract/operations.ts';
import type { Result } from '../../contract/result.ts';
import { createCore } from '../../main/core/core.ts';
import { createDispatch } from '../../main/dispatch.ts';
import type { CoreContext } from '../../main/core/context/context.ts';
import type {
  ApprovalKeys,
  CallbackListening,
  Clock,
  Evidence,
  Keys,
  Store,
} from '../../main/core/ports/index.ts';
import { createFiles } from '../../main/files/index.ts';
import { createGateway, encodePaymentBody, type Transport } from '../../main/gateway/index.ts';
import { openStore } from '../../main/store/index.ts';
import { NearSandbox } from './gateway-double.ts';
import { quickKeys } from './quick-keys.ts';
import { systemClock, systemRandom } from '../../main/system.ts';
import type { SandboxGateway } from '../../sandbox/index.ts';
import { confirmedAll } from './confirmed-all.ts';
import { openMemoryStore } from './memory-store.ts';
import { editUnseen, editWithoutTriggers, value } from './store.ts';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * A core on a database in memory and a sandbox in this process that can go down, with a clock that a test advances: the one way to a
 * core with a gateway.
 */
export type Office = {
  /** The core that runs now. */
  readonly sandbox: NearSandbox;
  readonly store: Store;
  /** The data folder, of an office whose records are on disk. */
  readonly directory: string;
  /** Edits the database like somebody with another SQLite program, so that only the edit itself can be noticed. */
  editDatabase(sql: string): void;
  readonly parts: CoreContext;
  readonly events: AppEvent[];
  /** How many requests for balances and options reached the sandbox. */
  readonly asked: string[];
  now(): number;
  wait(durationMs: number): void;
  tell<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    signal?: AbortSignal,
  ): Promise<Result<OperationOutput<Name>>>;
  /** Like `tell`, for calls that must succeed. */
  get<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    signal?: AbortSignal,
  ): Promise<OperationOutput<Name>>;
  /** A draft with a row for each of these amounts. */
  draft(amounts: readonly string[], fileName?: string): Promise<{ batchId: string; rowsHash: string }>;
  release(batchId: string, areDuplicatesConfirmed?: boolean): Promise<Result<unknown>>;
  /** A draft of these rows: amount, currency, method, account, operator. */
  draftRows(rows: readonly (readonly string[])[]): Promise<string>;
  /** Releases a draft with all its duplicates; it must succeed. */
  releaseAll(batchId: string): Promise<void>;
  countOf(batchId: string, ...states: readonly string[]): number;
  /** Stops the sandbox: nothing listens at its address any longer. */
  leave(): void;
  /** Starts it again at the same address, with an empty book. */
  comeBack(): void;
  /** Keeps this many of the next balance requests from reaching the gateway. */
  failBalances(requests: number): void;
  /** Whether every request is lost in transit from now on; the book stays. */
  lose(isLost: boolean): void;
  /** Resolves once the condition holds; checked repeatedly. */
  until(condition: () => Promise<boolean> | boolean): Promise<void>;
};

/** For an office that sends in the background: waits are shortened, so that a test need not sit through them, and the rate is that of the interface. */
export const atWork = { longestWaitMs: 50, requestsPerSecond: 10 } as const;

/** The longest delay of a timer, in milliseconds. */
const forDays = 2 ** 31 - 1;

export const merchantCode = 'OFFICE';
export const callbackUrl = 'https://merchant.example/callbacks';

/** Opens an office with the profile `main`; it is closed after the test. */
export async function openOffice(
  options: {
    readonly keys?: Keys;
    /** Whether the records are in a data folder. */
    readonly isOnDisk?: boolean;
    /** The sandbox's gateway, of a test that serves it over HTTP, too. */
    readonly gateway?: SandboxGateway;
    /** Personal key and control marker; without them nothing is signed. */
    readonly approvalKeys?: ApprovalKeys;
    readonly servesLive?: boolean;
    /** Whether notifications are shown; they arrive as events. */
    readonly notifies?: boolean;
    readonly settleMs?: number;
    /** How long the answer to the request with this number is delayed. */
    readonly delayMs?: (requestNumber: number) => number;
    readonly listening?: CallbackListening;
    /** The operating system user of every call; by default nobody is known. */
    readonly systemUser?: string;
    /** The audit key and witness files; without them, checkpoints are made but not signed. */
    readonly evidence?: Evidence;
    /** Longer waits of the core are shortened to this. */
    readonly longestWaitMs?: number;
    /** Whether a wait ends only where the test ends it, so that the awaited event comes even on a slow machine. */
    readonly isPatient?: boolean;
    /** The rate by which the core plans. */
    readonly requestsPerSecond?: number;
    /** The most payouts in flight at once. */
    readonly submissions?: number;
    /** Called while an event is emitted, so that a test can act in the middle of an operation. */
    readonly onEvent?: (event: AppEvent) => void;
    /** Whether the gateway's clock shows the time that the test has waited, too. */
    readonly sharesClock?: boolean;
    /** Whether each reading of the clock is at least a millisecond after the previous one, as on a slow machine. */
    readonly neverStands?: boolean;
  } = {},
): Promise<Office> {
  const { isOnDisk = false, settleMs = 0, delayMs = () => 0, listening } = options;
  let publicKeyPem = '';
  const deliversCallbacks = listening !== undefined;
  const sandbox = new NearSandbox({ settleMs, delayMs, deliversCallbacks, gateway: options.gateway });
  const directory = isOnDisk ? temporaryFolder() : '/the records of this office are in memory (isOnDisk)';
  const inMemory = isOnDisk ? null : openMemoryStore({ at: systemClock.now() });
  const store = inMemory ?? value(openStore({ directory, clock: systemClock }));
  const events: AppEvent[] = [];
  const asked: string[] = [];
  let ahead = 0;
  let failing = 0;
  let last = 0;
  const longestWaitMs = options.longestWaitMs ?? Number.POSITIVE_INFINITY;
  const clock: Clock = {
    ...systemClock,
    now: () => (last = Math.max(systemClock.now() + ahead, options.neverStands === true ? last + 1 : 0)),
    sleep: (durationMs, signal) =>
      systemClock.sleep(options.isPatient === true ? forDays : Math.min(durationMs, longestWaitMs), signal),
  };
  const keys = options.keys ?? quickKeys();
  const transport: Transport = {
    send: async (request) => {
      const { pathname } = new URL(request.url);
      asked.push(`${request.method} ${pathname}`);
      if (failing > 0 && pathname.endsWith('/balances')) {
        failing -= 1;
        return { kind: 'notSent', cause: 'ECONNREFUSED' };
      }
      const outcome = await sandbox.send(request);
      const date = outcome.kind === 'answered' ? outcome.answer.headers['date'] : undefined;
      if (options.sharesClock !== true || outcome.kind !== 'answered' || date === undefined) return outcome;
      const shown = new Date(Date.parse(date) + ahead).toUTCString();
      return {
        ...outcome,
        answer: { ...outcome.answer, headers: { ...outcome.answer.headers, date: shown } },
      };
    },
    close: () => Promise.resolve(),
  };
  onTestFinished(async () => {
    await office.get('runner.stop', {});
    await sandbox.close();
    store.close();
  });
  const gateway = createGateway({
    keys,
    clock: systemClock,
    random: systemRandom,
    transport,
    requestsPerSecond: null,
    monotonicNow: () => performance.now(),
    lastUseAt: 0,
  });
  const parts: CoreContext = {
    store,
    gateway,
    keys,
    files: createFiles({ clock }),
    clock,
    random: systemRandom,
    encode: (payment) => encodePaymentBody(payment),
    emit: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
    limits: { submissions: options.submissions ?? 10, polls: 10 },
    requestsPerSecond: options.requestsPerSecond ?? null,
    servesLive: options.servesLive ?? true,
    notifies: options.notifies ?? false,
  };
  const dispatch = createDispatch(
    await createCore(parts, undefined, listening, options.evidence, options.approvalKeys),
  );
  const importRows = async (fileName: string, rows: readonly string[], profileName?: string) => {
    const header =
      'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference';
    const bytes = new TextEncoder().encode([header, ...rows].join('\n'));
    return (await office.get('batches.import', { profileName, fileName, bytes })).batch;
  };
  const office: Office = {
    sandbox,
    store,
    directory,
    editDatabase: (sql) =>
      inMemory === null ? editUnseen(directory, sql) : editWithoutTriggers(inMemory.database, sql),
    parts,
    events,
    asked,
    now: () => clock.now(),
    wait: (durationMs) => {
      ahead += durationMs;
    },
    tell: (name, input, signal = AbortSignal.timeout(60_000)) =>
      dispatch(name, input, {
        signal,
        systemUser: options.systemUser ?? null,
        confirm: () => Promise.resolve(true),
      }),
    get: async (name, input, signal) => {
      const result = await office.tell(name, input, signal);
      if (!result.ok) {
        const { code, message, details } = result.error;
        throw new Error(`${name}: ${code}: ${message} ${details?.cause ?? ''}`);
      }
      return result.value;
    },
    draft: async (amounts, fileName = `${amounts.slice(0, 3).join(' ')}.csv`) => {
      const rows = amounts.map(
        (amount, index) => `${amount},EUR,BANK_TRANSFER,Payee ${index},ACC-${index},SANDBOX_BANK,${fileName}`,
      );
      return importRows(fileName, rows, 'main');
    },
    release: async (batchId, areDuplicatesConfirmed = false) => {
      const confirmed = areDuplicatesConfirmed
        ? confirmedAll(await office.get('batches.duplicates', { batchId }))
        : null;
      const rowsHash = store.findBatch(batchId)?.rowsHash ?? '';
      return office.tell('batches.release', { batchId, rowsHash, confirmed });
    },
    draftRows: async (rows) => {
      const lines = rows.map(
        ([amount, currencyCode, method, account, operator = ''], index) =>
          `${amount},${currencyCode},${method},Payee ${index},${account},${operator},Row ${index} of ${rows.length}`,
      );
      return (await importRows('rows.csv', lines)).batchId;
    },
    releaseAll: async (batchId) => {
      const released = await office.release(batchId, true);
      if (!released.ok) throw new Error(`batches.release: ${released.error.message}`);
    },
    countOf: (batchId, ...states) => {
      const counts = Object.entries(store.countByState(batchId));
      return counts.reduce((sum, [state, count]) => sum + (states.includes(state) ? count : 0), 0);
    },
    leave: () => sandbox.leave(),
    comeBack: () => {
      sandbox.comeBack();
      register(sandbox, publicKeyPem);
    },
    failBalances: (requests) => {
      failing = requests;
    },
    lose: (lost) => {
      sandbox.isLost = lost;
    },
    until: async (condition) => {
      while (!(await condition())) await systemClock.sleep(10);
    },
  };
  const { publicKey } = await office.get('profiles.add', {
    name: 'main',
    environment: 'sandbox',
    baseUrl: sandbox.url,
    merchantCode,
    callbackUrl,
    key: { kind: 'generate', modulusBits: 2048 },
  });
  publicKeyPem = publicKey?.pem ?? '';
  register(sandbox, publicKeyPem);
  return office;
}

/** Makes this the only public key that the sandbox knows of the merchant. */
export function register({ gateway }: NearSandbox, pem: string): void {
  gateway.registerMerchant({ merchantCode, publicKeyPems: [pem], secrets: [] });
}

/** This many payouts of about one euro, each to a separate account. */
export function rowsOf(count: number, prefix = 'ACC'): string[][] {
  return Array.from({ length: count }, (_, index) => [
    `${index + 1}.00`,
    'EUR',
    'BANK_TRANSFER',
    `${prefix}-${index}X`,
  ]);
}
