import { confirmedAll } from '../../kit/confirmed-all.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { ReleaseSummary } from '../../../contract/batches/batch.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../../contract/operations.ts';
import type { Result } from '../../../contract/result.ts';
import { createCore } from '../../../main/core/core.ts';
import { createDispatch } from '../../../main/dispatch.ts';
import type { Clock, Store } from '../../../main/core/ports/index.ts';
import { createFiles } from '../../../main/files/index.ts';
import { createGateway, createHttpTransport, encodePaymentBody } from '../../../main/gateway/index.ts';
import { createKeyFileKeys, createMemoryApprovalKeys, createMemoryKeys } from '../../../main/keys/index.ts';
import type { Restored } from '../../../contract/text/maintenance/restored-text.ts';
import { openStore } from '../../../main/store/index.ts';
import { systemClock, systemRandom } from '../../../main/system.ts';
import { quickPair } from '../../kit/quick-keys.ts';
import { restoreBackup } from '../../kit/store.ts';
import { merchantCode, startBookGateway, type BookGateway } from './book-gateway.ts';
import { payoutFile, type PayoutLine } from '../kit/payout-files.ts';

export const { privateKeyPem, publicKeyPem } = quickPair();

/** Real time, except that every sleep ends at once and the clock has moved on; a test may set the clock too. */
export type FastTime = Clock & {
  /** The time that really passed, whatever the clock is set to. */
  steady(): number;
  /** Lets time pass. */
  pass(ms: number): void;
  /** A person sets the clock of this computer. */
  set(ms: number): void;
  /** How often somebody slept. */
  sleeps(): number;
};

const longestRealMs = 4;
const mostRows = 1000;

export function fastTime(): FastTime {
  let skippedMs = 0;
  let setByMs = 0;
  let sleeps = 0;
  const steady = (): number => performance.timeOrigin + performance.now() + skippedMs;
  return {
    now: () => Math.round(steady() + setByMs),
    steady,
    turn: systemClock.turn,
    sleep: async (ms, signal) => {
      sleeps += 1;
      await systemClock.sleep(Math.min(ms, longestRealMs), signal);
      if (signal?.aborted !== true) skippedMs += Math.max(0, ms - longestRealMs);
    },
    pass: (ms) => {
      skippedMs += ms;
    },
    set: (ms) => {
      setByMs += ms;
    },
    sleeps: () => sleeps,
  };
}

/** One computer: a data folder, a key file, and the core on top of both. */
export type Desk = {
  readonly directory: string;
  readonly store: () => Store;
  tell<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
  ): Promise<Result<OperationOutput<Name>>>;
  /** As `tell`, for what must succeed. */
  get<Name extends OperationName>(name: Name, input: OperationInput<Name>): Promise<OperationOutput<Name>>;
  /** The draft of a file. */
  draft(lines: readonly PayoutLine[]): Promise<string>;
  /** Releases a draft; `again`: its duplicates are meant. */
  release(batchId: string, again?: boolean): Promise<Result<unknown>>;
  /** Sends what is released until all is final. */
  run(...batchIds: readonly string[]): Promise<OperationOutput<'batches.run'>>;
  /** Imports, releases and sends a file; gives its batch. */
  pay(lines: readonly PayoutLine[], again?: boolean): Promise<string>;
  /** Retries the failed rows of a batch to the end as `bursar batch retry` does; gives the new batch, or why not. */
  retry(batchId: string, again?: boolean): Promise<string | { readonly refused: string }>;
  /** Calls this while a person thinks about a release. */
  whileConfirming(think: () => void | Promise<void>): void;
  /** What the person saw who confirmed the last release. */
  confirmed(): ReleaseSummary | null;
  /** The states of a batch's rows, in order. */
  states(batchId: string): string[];
  /** The order ID of a row. */
  idOf(batchId: string, row?: number): string;
  /** Ends the program, lets something happen to its folder, and begins it again. */
  restart(meanwhile?: () => void): Promise<void>;
  backup(): Promise<string>;
  /** Ends the program, lets something happen to its folder, restores the backup and begins again; gives what the restore did. */
  restore(file: string, meanwhile?: () => void): Promise<Restored>;
};

/** A computer of this merchant; further ones share its gateway and its time. */
export async function openDesk(
  gateway: BookGateway,
  time: FastTime,
  options: { readonly baseUrl?: string } = {},
): Promise<Desk> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bursar-book-'));
  const directory = path.join(folder, 'data');
  const keyFile = path.join(folder, 'key.pem');
  writeFileSync(keyFile, privateKeyPem, { mode: 0o600 });
  const approvalKeys = createMemoryApprovalKeys();
  const never = new AbortController().signal;
  let backups = 0;
  let seen: ReleaseSummary | null = null;
  let think: () => void | Promise<void> = () => undefined;
  const confirm = async (summary: ReleaseSummary): Promise<boolean> => {
    seen = summary;
    await think();
    return true;
  };

  async function begin() {
    const opened = openStore({ directory, clock: time });
    if (!opened.ok) throw new Error(opened.error.message);
    const store = opened.value;
    const keys = createKeyFileKeys({
      keyFile: { path: keyFile, passphrase: null },
      otherwise: createMemoryKeys(),
    });
    const transport = createHttpTransport({});
    const clock = { ...systemClock, now: time.now };
    const client = createGateway({
      keys,
      clock,
      random: systemRandom,
      transport,
      requestsPerSecond: null,
      monotonicNow: time.steady,
      lastUseAt: 0,
    });
    const parts = {
      store,
      gateway: client,
      keys,
      files: createFiles({ clock: time }),
      clock: time,
      random: systemRandom,
      encode: encodePaymentBody,
      emit: () => undefined,
      limits: { submissions: 4, polls: 4 },
      requestsPerSecond: 10,
      servesLive: true,
    };
    const handlers = await createCore(parts, undefined, undefined, undefined, approvalKeys);
    const dispatch = createDispatch(handlers);
    const end = async (): Promise<void> => {
      await dispatch('runner.stop', {}, { signal: never, confirm: () => Promise.resolve(false) });
      await transport.close();
      store.close();
    };
    return { store, dispatch, end };
  }

  let running = await begin();
  onTestFinished(async () => {
    await running.end();
    rmSync(folder, { recursive: true, force: true });
  });
  const desk: Desk = {
    directory,
    store: () => running.store,
    tell: (name, input) => running.dispatch(name, input, { signal: never, confirm }),
    get: async (name, input) => {
      const result = await desk.tell(name, input);
      if (!result.ok) throw new Error(`${name}: ${result.error.code}: ${result.error.message}`);
      return result.value;
    },
    draft: async (lines) => {
      const bytes = new TextEncoder().encode(payoutFile(lines));
      return (await desk.get('batches.import', { fileName: 'rows.csv', bytes })).batch.batchId;
    },
    release: async (batchId, again = false) => {
      const { rowsHash } = await desk.get('batches.summary', { batchId });
      const confirmed = again ? confirmedAll(await desk.get('batches.duplicates', { batchId })) : null;
      return desk.tell('batches.release', { batchId, rowsHash, confirmed });
    },
    run: (...batchIds) =>
      desk.get('batches.run', {
        batchIds: batchIds.length === 0 ? null : [...batchIds],
        until: 'final',
        silenceLimitMs: 120_000,
        mustReach: true,
      }),
    pay: async (lines, again = false) => {
      const batchId = await desk.draft(lines);
      const released = await desk.release(batchId, again);
      if (!released.ok) throw new Error(`${released.error.code}: ${released.error.message}`);
      await desk.run(batchId);
      return batchId;
    },
    retry: async (batchId, again = false) => {
      for (let last = ''; ;) {
        const drafted = await desk.tell('batches.retry', { batchId });
        if (!drafted.ok) return { refused: drafted.error.code };
        const draft = drafted.value.batchId;
        const released = await desk.release(draft, again);
        if (!released.ok) {
          const { code, details } = released.error;
          if (code === 'retryOvertaken') await desk.get('batches.cancel', { batchId: draft });
          if (details.problems === undefined || code !== 'retryOvertaken' || draft === last)
            return { refused: code };
          last = draft;
          continue;
        }
        await desk.run(draft);
        return draft;
      }
    },
    whileConfirming: (given) => {
      think = given;
    },
    confirmed: () => seen,
    states: (batchId) => running.store.rowsOfBatch(batchId, 0, mostRows).map(({ state }) => state),
    idOf: (batchId, row = 1) => {
      const found = running.store.rowsOfBatch(batchId, row - 1, 1)[0];
      if (found === undefined) throw new Error(`batch ${batchId} has no row ${row}`);
      return found.idPayment;
    },
    restart: async (meanwhile) => {
      await running.end();
      meanwhile?.();
      running = await begin();
    },
    backup: async () => {
      const file = path.join(folder, `backup-${(backups += 1)}.sqlite`);
      await desk.get('data.backup', { path: file });
      return file;
    },
    restore: async (file, meanwhile) => {
      await running.end();
      meanwhile?.();
      const restored = await restoreBackup({ directory, backupPath: file, at: time.now() });
      if (!restored.ok) throw new Error(restored.error.message);
      running = await begin();
      return restored.value;
    },
  };
  await desk.get('profiles.add', {
    name: 'book',
    environment: 'sandbox',
    baseUrl: options.baseUrl ?? gateway.url,
    merchantCode,
    callbackUrl: 'http://127.0.0.1:9/callbacks',
    key: { kind: 'none' },
  });
  return desk;
}

/** A gateway with its book, and the first computer that works with it. */
export async function openBook(): Promise<{ gateway: BookGateway; time: FastTime; desk: Desk }> {
  const time = fastTime();
  const gateway = await startBookGateway(publicKeyPem, time.steady);
  onTestFinished(() => gateway.leave());
  return { gateway, time, desk: await openDesk(gateway, time) };
}

/** A computer and that of a colleague, on each of which the gateway rejected this row, and goes on to until it is treated otherwise. */
export async function openRejected(
  row: PayoutLine,
): Promise<{ gateway: BookGateway; desk: Desk; colleague: Desk; batchId: string }> {
  const { gateway, time, desk } = await openBook();
  const colleague = await openDesk(gateway, time);
  const refused = { isEffective: false, answer: 406 } as const;
  gateway.treat(String(row.accountNumber), { posts: [refused, refused] });
  const batchId = await colleague.pay([row]);
  await desk.pay([row]);
  return { gateway, desk, colleague, batchId };
}

/** A sheet of the failed rows of a batch, as the window opens it; gives its ID. */
export async function retrySheet(desk: Desk, batchId: string): Promise<string> {
  const opened = await desk.get('sheets.open', { source: { kind: 'retryBatch', batchId } });
  if (opened.kind !== 'opened') throw new Error('no sheet');
  return opened.sheet.sheetId;
}
