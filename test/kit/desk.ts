import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { AppEvent } from '../../contract/events.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../contract/operations.ts';
import type { Result } from '../../contract/result.ts';
import { createCore } from '../../main/core/core.ts';
import { createDispatch } from '../../main/core/dispatch.ts';
import type { Clock, Store } from '../../main/core/ports/index.ts';
import { createFiles } from '../../main/files/index.ts';
import { createGateway, createHttpTransport, encodePaymentBody } from '../../main/gateway/index.ts';
import { createMemoryKeys } from '../../main/keys/index.ts';
import { openStore } from '../../main/store/index.ts';
import { systemClock, systemRandom } from '../../main/system.ts';
import { startSandbox, type SandboxServer } from '../../sandbox/index.ts';
import { confirmedAll } from './confirmed-all.ts';

/** A treasurer's desk: a real database, a real sandbox over HTTP that can go away, and a clock whose long waits are short. */
export type Desk = {
  readonly store: Store;
  readonly events: AppEvent[];
  sandbox(): SandboxServer;
  /** Ends the sandbox: nothing listens at its address any more. */
  leave(): Promise<void>;
  /** Begins it again at the same address, its book empty. */
  comeBack(): Promise<void>;
  /** Whether every request is lost on its way from now on; the book stays. */
  lose(isLost: boolean): void;
  tell<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    signal?: AbortSignal,
  ): Promise<Result<OperationOutput<Name>>>;
  /** As `tell`, for what must succeed. */
  get<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    signal?: AbortSignal,
  ): Promise<OperationOutput<Name>>;
  /** A draft of these rows: amount, currency, method, account, operator. */
  draft(rows: readonly (readonly string[])[]): Promise<string>;
  release(batchId: string): Promise<void>;
  /** Resolves once the condition holds; it is looked at whenever an event comes, and now and then. */
  until(condition: () => Promise<boolean> | boolean): Promise<void>;
  countOf(batchId: string, ...states: readonly string[]): number;
};

export const merchantCode = 'DESK';
/** Longer waits are cut to this, so that a test need not sit them out. */
const longestWaitMs = 50;

export async function openDesk(
  options: { readonly settleMs?: number; readonly submissions?: number } = {},
): Promise<Desk> {
  const directory = mkdtempSync(path.join(tmpdir(), 'bursar-desk-'));
  const begin = (port: number): Promise<SandboxServer> =>
    startSandbox({
      port,
      seed: 1,
      faults: 0,
      chooseFault: () => ({ kind: isLost ? 'lostRequest' : 'none' }),
      settleMs: options.settleMs ?? 0,
      requestsPerSecond: 1000,
      merchants: publicKeyPem === null ? [] : [{ merchantCode, publicKeyPems: [publicKeyPem], secrets: [] }],
    });
  let publicKeyPem: string | null = null;
  let isLost = false;
  let sandbox = await begin(0);
  const { url } = sandbox;
  const opened = openStore({ directory, clock: systemClock });
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  const clock: Clock = {
    ...systemClock,
    sleep: (durationMs, signal) => systemClock.sleep(Math.min(durationMs, longestWaitMs), signal),
  };
  const keys = createMemoryKeys();
  const transport = createHttpTransport({});
  const gateway = createGateway({
    keys,
    clock: systemClock,
    random: systemRandom,
    transport,
    requestsPerSecond: null,
    monotonicNow: () => performance.now(),
    lastUseAt: 0,
  });
  const events: AppEvent[] = [];
  const handlers = await createCore({
    store,
    gateway,
    keys,
    files: createFiles({ clock }),
    clock,
    random: systemRandom,
    encode: (payment) => encodePaymentBody(payment),
    emit: (event) => events.push(event),
    limits: { submissions: options.submissions ?? 10, polls: 10 },
    requestsPerSecond: 10,
    servesLive: true,
  });
  const dispatch = createDispatch(handlers);
  const never = new AbortController().signal;
  onTestFinished(async () => {
    await dispatch('runner.stop', {}, { signal: never, confirm: () => Promise.resolve(false) });
    await transport.close();
    store.close();
    await sandbox.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const desk: Desk = {
    store,
    events,
    sandbox: () => sandbox,
    leave: () => sandbox.close(),
    comeBack: async () => {
      sandbox = await begin(Number(new URL(url).port));
    },
    lose: (lost) => {
      isLost = lost;
    },
    tell: (name, input, signal = never) =>
      dispatch(name, input, { signal, confirm: () => Promise.resolve(true) }),
    get: async (name, input, signal) => {
      const result = await desk.tell(name, input, signal);
      if (!result.ok) throw new Error(`${name}: ${result.error.code}: ${result.error.message}`);
      return result.value;
    },
    draft: async (rows) => {
      const lines = rows.map(
        ([amount, currencyCode, method, account, operator = ''], index) =>
          `${amount},${currencyCode},${method},Payee ${index},${account},${operator},Row ${index} of ${rows.length}`,
      );
      const header =
        'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference';
      const bytes = new TextEncoder().encode([header, ...lines].join('\n'));
      return (await desk.get('batches.import', { fileName: 'rows.csv', bytes })).batch.batchId;
    },
    release: async (batchId) => {
      const rowsHash = store.findBatch(batchId)?.rowsHash ?? '';
      const confirmed = confirmedAll(await desk.get('batches.duplicates', { batchId }));
      await desk.get('batches.release', { batchId, rowsHash, confirmed });
    },
    until: async (condition) => {
      while (!(await condition())) await systemClock.sleep(10);
    },
    countOf: (batchId, ...states) => {
      const counts = Object.entries(store.countByState(batchId));
      return counts.reduce((sum, [state, count]) => sum + (states.includes(state) ? count : 0), 0);
    },
  };
  const { publicKey } = await desk.get('profiles.add', {
    name: 'desk',
    environment: 'sandbox',
    baseUrl: url,
    merchantCode,
    callbackUrl: 'http://127.0.0.1:9/callbacks',
    key: { kind: 'generate', modulusBits: 2048 },
  });
  publicKeyPem = publicKey?.pem ?? '';
  sandbox.gateway.registerMerchant({ merchantCode, publicKeyPems: [publicKeyPem], secrets: [] });
  return desk;
}

/** So many payouts of one euro or so, each to an account of its own. */
export function rowsOf(count: number, prefix = 'ACC'): string[][] {
  return Array.from({ length: count }, (_, index) => [
    `${index + 1}.00`,
    'EUR',
    'BANK_TRANSFER',
    `${prefix}-${index}X`,
  ]);
}
