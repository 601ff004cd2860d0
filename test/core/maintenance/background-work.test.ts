import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { BackgroundTask } from '../../../contract/treasury/attention.ts';
import type { Store } from '../../../main/core/ports/index.ts';
import { createBackgroundWork } from '../../../main/core/maintenance/watch-background.ts';
import { createBackgroundLoop } from '../../../main/core/payments/background-loop.ts';
import { keepIndexed } from '../../../main/core/payouts/keep-indexed.ts';
import { systemClock } from '../../../main/system.ts';
import { attentionOf } from '../../kit/attention.ts';
import { atWork, openOffice, rowsOf, type Office } from '../../kit/office.ts';
import { openListeningOffice } from '../receiving/callbacks/listening-office.ts';
import { openSaidLive } from '../treasury/said-live.ts';

/** What attention says of this work; null: nothing. */
async function failureOf(office: Pick<Office, 'get'>, task: BackgroundTask) {
  const items = await attentionOf(office);
  return items.find((item) => item.kind === 'backgroundFailure' && item.failure.task === task) ?? null;
}

/** Makes a method of the store throw until what comes back is called. */
function broken<Name extends keyof Store>(store: Store, name: Name): () => void {
  const before = store[name];
  const fault = (): never => {
    throw new Error('planted');
  };
  Object.assign(store, { [name]: fault });
  return () => Object.assign(store, { [name]: before });
}

describe('background work', () => {
  it('an internal error is reported with the innermost places in the program, without their folders', () => {
    const work = createBackgroundWork({ clock: systemClock, emit: () => undefined });
    const fails = (depth: number): Error => (depth === 0 ? new Error('planted') : fails(depth - 1));
    work.failed('runner', fails(5));
    const place = String.raw`fails background-work\.test\.ts:\d+:\d+`;
    expect(work.failures()[0]?.cause).toMatch(
      new RegExp(String.raw`^Error: planted \(at ${place}, ${place}, ${place}\)$`),
    );
  });

  it('shows how often and since when it fails, once per reason, until it works', () => {
    const told: string[] = [];
    let now = 1000;
    const work = createBackgroundWork({
      clock: { ...systemClock, now: () => now },
      emit: ({ id }) => told.push(id),
    });
    work.failed('runner', new Error('planted'));
    now = 5000;
    work.failed('runner', new Error('planted'));
    const cause: unknown = expect.stringMatching(/^Error: planted \(at \S/);
    const failure = { task: 'runner', error: 'internal', cause, count: 2, keyId: null };
    expect(work.failures()).toEqual([{ ...failure, since: '1970-01-01T00:00:01.000Z' }]);
    work.worked('runner');
    work.worked('runner');
    expect(work.failures()).toEqual([]);
    expect(told).toEqual(['background', 'background']);
  });

  it('indexing the history: continues after a failure, which is shown until it works', async () => {
    const background = createBackgroundWork({ clock: systemClock, emit: () => undefined });
    let isBroken = true;
    let isSeen = (): void => undefined;
    const seen = new Promise<void>((resolve) => {
      isSeen = resolve;
    });
    const clock = { ...systemClock, sleep: () => systemClock.turn() };
    const store = {
      indexFlows: () => 0,
      catchUpKeys: () => 0,
      indexPayees: () => 0,
      indexHistory: () => {
        if (isBroken) throw new Error('planted');
        return true;
      },
      mergeHistory: () => true,
    };
    const failed: BackgroundTask[] = [];
    const watching = {
      ...background,
      failed: (task: BackgroundTask, thrown: unknown) => {
        background.failed(task, thrown);
        failed.push(task);
        expect(background.failures()).toMatchObject([{ task: 'historyIndex', count: failed.length }]);
        if (failed.length === 3) isBroken = false;
      },
      worked: (task: BackgroundTask) => {
        background.worked(task);
        isSeen();
      },
    };
    const keeper = keepIndexed({ store, clock, background: watching });
    await seen;
    await keeper.stop();
    expect([failed.length, background.failures()]).toEqual([3, []]);
  });

  it('indexing the history: waits longer while payments change, or other work uses the process', async () => {
    const rests: number[] = [];
    const enough = Promise.withResolvers<void>();
    const background = createBackgroundWork({ clock: systemClock, emit: () => undefined });
    let now = 0;
    const clock = {
      ...systemClock,
      now: () => now,
      sleep: (durationMs: number) => {
        now += durationMs;
        rests[rests.length - 1] = (rests.at(-1) ?? 0) + durationMs;
        if (rests.length === 2) keeper.hear({ kind: 'batch', id: 'batch' });
        return systemClock.turn();
      },
      turn: () => {
        // Other work takes turns, in pieces of a millisecond: during three pauses, and later always.
        if (rests.length > 6 || (rests.length === 5 && rests[4] !== 305)) now += 1;
        return systemClock.turn();
      },
    };
    const store = {
      indexFlows: () => 0,
      catchUpKeys: () => 0,
      indexPayees: () => 0,
      indexHistory: () => {
        rests.push(0);
        if (rests.length === 8) enough.resolve();
        return false;
      },
      mergeHistory: () => true,
    };
    const keeper = keepIndexed({ store, clock, background });
    await enough.promise;
    await keeper.stop();
    expect(rests.slice(0, 7)).toEqual([5, 5, 100, 5, 305, 5, 1905]);
  });

  it('the runner: tries again, and shows the failure until it can read its work', async () => {
    const office = await openOffice(atWork);
    await office.get('runner.start', {});
    const mend = broken(office.store, 'batchesWithWork');
    await office.get('balances.read', {});
    await office.until(async () => ((await failureOf(office, 'runner'))?.count ?? 0) > 1);
    expect((await failureOf(office, 'runner'))?.message).toMatch(
      /^Looking for payouts to send failed \d+ times since .* UTC: Bursar had an internal error\. \(Error: planted/,
    );
    mend();
    await office.until(async () => (await failureOf(office, 'runner')) === null);
  });

  it('sending: tries again, and shows the failure until something is sent', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows(rowsOf(2));
    const mend = broken(office.store, 'claimQueued');
    await office.releaseAll(batchId);
    await office.get('runner.start', {});
    await office.until(async () => ((await failureOf(office, 'sending'))?.count ?? 0) > 1);
    mend();
    await office.until(() => office.countOf(batchId, 'paid') === 2);
    await office.until(async () => (await failureOf(office, 'sending')) === null);
  });

  it('sending: a batch paused by isTest is not a failure, and is not said to be tried again', async () => {
    const office = await openSaidLive();
    const batchId = await office.draftRows(rowsOf(3));
    await office.releaseAll(batchId);
    await office.get('runner.start', {});
    await office.until(async () => (await office.get('batches.summary', { batchId })).isPaused);
    // It began, it told what stopped it, and the paused batch is no work any longer.
    await office.until(() => office.events.filter(({ kind }) => kind === 'runner').length === 3);
    expect((await attentionOf(office)).map(({ kind }) => kind)).toEqual(['environmentContradicted']);
    // A failure would have been shown until then.
    expect(office.events.filter(({ id }) => id === 'background')).toEqual([]);
  });

  it('the balances after a run: show the failure until they can be read and stored', async () => {
    const office = await openOffice(atWork);
    const mend = broken(office.store, 'saveBalances');
    await office.get('runner.start', {});
    await office.releaseAll(await office.draftRows(rowsOf(1)));
    await office.until(async () => (await failureOf(office, 'balances')) !== null);
    mend();
    await office.releaseAll(await office.draftRows(rowsOf(1, 'OTHER')));
    await office.until(async () => (await failureOf(office, 'balances')) === null);
  });

  it('a loop that throws: shows the failure, and starts again until it is ended', async () => {
    const background = createBackgroundWork({ clock: systemClock, emit: () => undefined });
    const waits: number[] = [];
    const clock = {
      ...systemClock,
      sleep: (durationMs: number) => {
        waits.push(durationMs);
        return systemClock.turn();
      },
    };
    const begun = Promise.withResolvers<void>();
    const loop = createBackgroundLoop({ clock, background }, 'schedule', async (signal) => {
      if (waits.length < 2) throw new Error('planted');
      begun.resolve();
      await once(signal, 'abort');
    });
    loop.begin();
    await begun.promise;
    expect(background.failures()).toMatchObject([{ task: 'schedule', count: 2 }]);
    expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
    await loop.end();
  });

  it('a listener that throws stops neither the change nor the other listeners, and its failure is shown until it works', async () => {
    let isDying = false;
    const office = await openOffice({
      onEvent: ({ kind }) => {
        if (isDying && kind === 'batch') throw new Error('planted');
      },
    });
    const { batchId } = await office.draft(['1.00']);
    isDying = true;
    expect(await office.release(batchId, true)).toMatchObject({ ok: true });
    const reasons = () =>
      office.store.listCheckpoints(0, 10).map(({ content }): unknown => JSON.parse(content).reason);
    await office.until(() => reasons().includes('release'));
    expect(await failureOf(office, 'listeners')).toMatchObject({
      failure: { cause: expect.stringMatching(/^Error: planted/) as unknown },
    });
    isDying = false;
    await office.draft(['2.00'], 'other.csv');
    expect(await failureOf(office, 'listeners')).toBeNull();
  });

  it('a checkpoint: shows the failure until one can be written', async () => {
    const office = await openOffice(atWork);
    const mend = broken(office.store, 'addCheckpoint');
    await office.releaseAll(await office.draftRows(rowsOf(1)));
    await office.until(async () => (await failureOf(office, 'checkpoints')) !== null);
    mend();
    await office.releaseAll(await office.draftRows(rowsOf(1, 'OTHER')));
    await office.until(async () => (await failureOf(office, 'checkpoints')) === null);
  });

  it('the callback listener: shows the failure while its port is in use, and listens once it is free', async () => {
    const office = await openListeningOffice({ isListening: false, ...atWork });
    await office.get('runner.start', {});
    const taken = createServer().listen({ host: '127.0.0.1', port: 0 });
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const listener = { isOn: true, host: '127.0.0.1', publicUrl: null };
    await office.get('settings.change', { callbackListener: { ...listener, port } });
    await office.get('callbacks.state', {});
    expect(await failureOf(office, 'callbackListener')).toMatchObject({
      failure: { error: 'inputInvalid', cause: 'EADDRINUSE' },
    });
    taken.close();
    await once(taken, 'close');
    await office.until(async () => (await failureOf(office, 'callbackListener')) === null);
    expect(await office.get('callbacks.state', {})).toMatchObject({
      listeningAt: `http://127.0.0.1:${port}`,
      problem: null,
    });
  });

  it('received callbacks: a failure is shown until they can be recorded and queried', async () => {
    const office = await openListeningOffice();
    const idPayout = await office.sendOne();
    const until = async (task: BackgroundTask, isThere: boolean): Promise<void> => {
      while (((await failureOf(office, task)) !== null) !== isThere) {
        await office.tellOf(idPayout);
        await systemClock.turn();
      }
    };
    const mendReports = broken(office.store, 'noteCallbacks');
    await until('callbackReports', true);
    mendReports();
    await until('callbackReports', false);
    const mendQuestions = broken(office.store, 'paymentsOf');
    await until('callbackQuestions', true);
    mendQuestions();
    await until('callbackQuestions', false);
  });
});
