import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { AppEvent } from '../../contract/events.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../contract/operations.ts';
import type { Result } from '../../contract/result.ts';
import { createCore } from '../../main/core/core.ts';
import { createDispatch } from '../../main/core/dispatch.ts';
import type { CoreContext } from '../../main/core/context.ts';
import type { CallbackListening, Keys, Store } from '../../main/core/ports/index.ts';
import { createFiles } from '../../main/files/index.ts';
import { createGateway, createHttpTransport, encodePaymentBody } from '../../main/gateway/index.ts';
import { createMemoryKeys } from '../../main/keys/index.ts';
import { openStore } from '../../main/store/index.ts';
import { systemClock, systemRandom } from '../../main/system.ts';
import { startSandbox, type SandboxServer } from '../../sandbox/index.ts';
import { confirmedAll } from './confirmed-all.ts';

/** A core on a real database and a real sandbox, with a clock that a test sets forward. */
export type Office = {
  readonly sandbox: SandboxServer;
  readonly store: Store;
  readonly parts: CoreContext;
  readonly events: AppEvent[];
  /** How many requests for balances and options reached the sandbox. */
  readonly asked: string[];
  now(): number;
  wait(durationMs: number): void;
  tell<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
  ): Promise<Result<OperationOutput<Name>>>;
  /** As `tell`, for what must succeed. */
  get<Name extends OperationName>(name: Name, input: OperationInput<Name>): Promise<OperationOutput<Name>>;
  /** A draft of so many rows of one amount each. */
  draft(amounts: readonly string[], fileName?: string): Promise<{ batchId: string; rowsHash: string }>;
  release(batchId: string, areDuplicatesConfirmed?: boolean): Promise<Result<unknown>>;
};

export const merchantCode = 'OFFICE';
export const callbackUrl = 'https://merchant.example/callbacks';

/** Opens an office with the profile `main`; it is closed after the test. */
export async function openOffice(
  options: {
    readonly keys?: Keys;
    readonly servesLive?: boolean;
    readonly settleMs?: number;
    readonly listening?: CallbackListening;
  } = {},
): Promise<Office> {
  const directory = mkdtempSync(path.join(tmpdir(), 'bursar-office-'));
  const sandbox = await startSandbox({
    port: 0,
    seed: 1,
    faults: 0,
    settleMs: options.settleMs ?? 0,
    requestsPerSecond: 1000,
    merchants: [],
  });
  const opened = openStore({ directory, clock: systemClock });
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  const events: AppEvent[] = [];
  const asked: string[] = [];
  let ahead = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + ahead };
  const keys = options.keys ?? createMemoryKeys();
  const http = createHttpTransport({});
  const transport: typeof http = {
    send: (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return http.send(request);
    },
    close: () => http.close(),
  };
  onTestFinished(async () => {
    await http.close();
    store.close();
    await sandbox.close();
    rmSync(directory, { recursive: true, force: true });
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
    emit: (event) => events.push(event),
    limits: { submissions: 10, polls: 10 },
    requestsPerSecond: null,
    servesLive: options.servesLive ?? true,
  };
  const dispatch = createDispatch(await createCore(parts, undefined, options.listening));
  const call = { signal: AbortSignal.timeout(60_000), confirm: () => Promise.resolve(true) };
  const office: Office = {
    sandbox,
    store,
    parts,
    events,
    asked,
    now: () => clock.now(),
    wait: (durationMs) => {
      ahead += durationMs;
    },
    tell: (name, input) => dispatch(name, input, call),
    get: async (name, input) => {
      const result = await dispatch(name, input, call);
      if (!result.ok) throw new Error(`${name}: ${result.error.code}: ${result.error.message}`);
      return result.value;
    },
    draft: async (amounts, fileName = `${amounts.slice(0, 3).join(' ')}.csv`) => {
      const rows = amounts.map(
        (amount, index) => `${amount},EUR,BANK_TRANSFER,Payee ${index},ACC-${index},SANDBOX_BANK,${fileName}`,
      );
      const header =
        'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference';
      const bytes = new TextEncoder().encode([header, ...rows].join('\n'));
      return (await office.get('batches.import', { profileName: 'main', fileName, bytes })).batch;
    },
    release: async (batchId, areDuplicatesConfirmed = false) => {
      const confirmed = areDuplicatesConfirmed
        ? confirmedAll(await office.get('batches.duplicates', { batchId }))
        : null;
      const rowsHash = store.findBatch(batchId)?.rowsHash ?? '';
      return office.tell('batches.release', { batchId, rowsHash, confirmed });
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
  register(sandbox, publicKey?.pem ?? '');
  return office;
}

/** Makes this the only public key that the sandbox knows of the merchant. */
export function register({ gateway }: SandboxServer, pem: string): void {
  gateway.registerMerchant({ merchantCode, publicKeyPems: [pem], secrets: [] });
}
