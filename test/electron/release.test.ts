import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import path from 'node:path';
import { BatchSummary } from '../../contract/batches/batch.ts';
import { startSandbox, type SandboxServer } from '../../sandbox/index.ts';
import { startApp, type RunningApp, type StartOptions } from './start-app.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

let sandbox: SandboxServer;
let app: RunningApp;

/** Starts a sandbox, and the app with a profile at it. */
async function begin(options: StartOptions = {}): Promise<void> {
  sandbox = await startSandbox({
    port: 0,
    seed: 1,
    faults: 0,
    settleMs: 100,
    requestsPerSecond: 10,
    merchants: [],
  });
  app = await startApp(options);
  const added = await app.call('profiles.add', {
    name: 'window',
    environment: 'sandbox',
    baseUrl: sandbox.url,
    merchantCode: 'WINDOW',
    callbackUrl: 'http://127.0.0.1:9/callbacks',
    key: { kind: 'generate', modulusBits: 2048 },
  });
  const pem: unknown = Reflect.get(Object(added), 'value')?.publicKey?.pem;
  sandbox.gateway.registerMerchant({ merchantCode: 'WINDOW', publicKeyPems: [String(pem)], secrets: [] });
}

async function end(): Promise<void> {
  await app.end();
  await sandbox.close();
}

/** Imports this many payouts through the page, to accounts with this ending and of amounts of their own. */
async function draft(rows: number, ending = ''): Promise<BatchSummary> {
  const lines = Array.from(
    { length: rows },
    (_row, index) => `${index + 1}.${ending.length}0,EUR,BANK_TRANSFER,Payee ${index},DE${index}${ending}`,
  );
  const csv = ['amount,currencyCode,paymentMethodCode,accountName,accountNumber', ...lines].join('\n');
  const answer = await app.page().evaluate(
    (text) =>
      Reflect.get(globalThis, 'bursar').call('batches.import', {
        fileName: 'window.csv',
        bytes: new TextEncoder().encode(text),
      }),
    csv,
  );
  return BatchSummary.parse(answer.value?.batch ?? answer);
}

async function release({ batchId, rowsHash }: BatchSummary): Promise<unknown> {
  return app.call('batches.release', { batchId, rowsHash });
}

const summaryOf = async (batchId: string): Promise<BatchSummary> =>
  BatchSummary.parse(Reflect.get(Object(await app.call('batches.summary', { batchId })), 'value'));

describe('I5: a release is confirmed outside the page', () => {
  beforeAll(() => begin());
  afterAll(end);

  it('in a native dialog that shows everything and defaults to Cancel', async () => {
    const batch = await draft(3);
    expect(await release(batch)).toMatchObject({ ok: false, error: { code: 'releaseDeclined' } });
    expect((await summaryOf(batch.batchId)).state).toBe('draft');
    const [question] = app.world.questions;
    expect(question).toMatchObject({
      defaultId: 0,
      buttons: ['Cancel', 'Send 3 payouts', 'Show All Payees'],
    });
    expect(question?.detail).toContain('SANDBOX');
    expect(question?.detail).toContain('window, merchant WINDOW');
    expect(question?.detail).toContain(sandbox.url);
    expect(question?.detail).toContain('6.00 EUR in 3 payouts');
    expect(question?.detail).toContain('Payees: 3, 3 not paid from this profile before');
    expect(question?.detail).toContain('3.00 EUR to Payee 2, DE2 (NOT PAID FROM THIS PROFILE BEFORE)');
  });

  it('announces the outcome of a batch outside the window, with the number of items on the app icon; a click opens the batch', async () => {
    app.world.answer = ({ buttons }) => buttons[1] ?? '';
    expect(app.world.badge).toBe(0);
    // The sandbox lets a payout to such an account fail.
    const batch = await draft(1, 'X9001');
    expect(await release(batch)).toMatchObject({ ok: true });
    await vi.waitUntil(() => app.world.badge === 1, 60_000);
    const notice = app.world.notices.find(({ title }) => title === 'Batch ended: 0 paid, 1 not paid');
    expect(notice?.body).toBe(`Sandbox, profile window, batch ${batch.batchId}.`);
    app.window().hide();
    notice?.click();
    expect(app.window().isShown).toBe(true);
    await app
      .page()
      .waitForFunction((hash) => Object(globalThis).location.hash === hash, `#/batches/${batch.batchId}`);
  });

  it('after a look at the whole list of payees, in a window that the program builds and that runs no script; and what was confirmed is sent', async () => {
    const batch = await draft(5);
    let asked = 0;
    app.world.answer = ({ buttons }) => ((asked += 1) === 1 ? 'Show All Payees' : (buttons[1] ?? ''));
    expect(await release(batch)).toMatchObject({ ok: true });
    expect(asked).toBe(2);
    const list = [...app.world.windows].find((window) => window !== app.window());
    expect(list?.options.webPreferences).toMatchObject({ javascript: false, sandbox: true });
    expect(list?.options.webPreferences.preload).toBeUndefined();
    expect(list?.options.webPreferences.session).not.toBe(app.world.session);
    const page = await vi.waitFor(() => list?.webContents.page, 60_000);
    const rows = page?.locator('tbody tr');
    await rows?.nth(4).waitFor();
    expect(await rows?.count()).toBe(5);
    expect(await rows?.first().innerText()).toContain('Payee 4');
    expect(await rows?.first().innerText()).toContain('5.00 EUR');
    expect(await app.world.partitions.get('payees')?.isRequestLetOut('https://evil.example/')).toBe(false);
    list?.close();
    await vi.waitUntil(async () => ((await summaryOf(batch.batchId)).byState.paid ?? 0) === 5, 60_000);
  });
});

describe('closing the window while a release is being sent', () => {
  let folder: string;
  beforeEach(async () => {
    folder = temporaryFolder();
    await begin({ directory: path.join(folder, 'data') });
    app.world.answer = ({ buttons }) => buttons.find((words) => words.startsWith('Send ')) ?? 'Cancel';
  });
  afterEach(end);

  it('asks, and stays open if the person says so; the computer stays awake until sending is paused', async () => {
    const batch = await draft(60);
    expect(app.world.blockers.size).toBe(0);
    await release(batch);
    await vi.waitUntil(() => app.world.blockers.size === 1, 60_000);
    app.window().close();
    await vi.waitUntil(() => app.world.questions.length === 2, 60_000);
    expect(app.world.questions[1]?.buttons).toEqual([
      'Cancel',
      'Keep Sending in the Background',
      'Stop Cleanly',
    ]);
    expect(app.world.exitCode).toBeNull();
    expect(app.window().isShown).toBe(true);
    await app.call('batches.pause', { batchId: batch.batchId });
    await vi.waitUntil(() => app.world.blockers.size === 0, 60_000);
  });

  it('continues without the window on request, returns when asked, and ends when everything is sent', async () => {
    const batch = await draft(25);
    await release(batch);
    app.world.answer = () => 'Keep Sending in the Background';
    app.window().close();
    await vi.waitUntil(() => !app.window().isShown, 60_000);
    expect(app.world.exitCode).toBeNull();
    app.world.app.emit('second-instance', {}, [], '');
    expect(app.window().isShown).toBe(true);
    app.window().close();
    await vi.waitUntil(() => app.world.exitCode !== null, 60_000);
    expect(sandbox.gateway.book()).toHaveLength(25);
  });

  it('stops cleanly on request: nothing is in doubt, and the next start sends the rest', async () => {
    const batch = await draft(30);
    await release(batch);
    app.world.answer = () => 'Stop Cleanly';
    app.window().close();
    await vi.waitUntil(() => app.world.exitCode === 0, 60_000);
    await app.end();
    app = await startApp({ directory: path.join(folder, 'data') });
    await vi.waitUntil(async () => ((await summaryOf(batch.batchId)).byState.paid ?? 0) === 30, 60_000);
  });
});
