import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from '../../main/compose.ts';
import { startLoopback } from '../../main/faces/loopback/start.ts';
import type { LoopbackServer } from '../../main/faces/loopback/server.ts';
import { callOver, letIn } from './asking.ts';

const liveProfile = {
  name: 'real',
  environment: 'live' as const,
  baseUrl: 'https://gateway.example/api',
  merchantCode: 'REAL',
  callbackUrl: 'https://merchant.example/callbacks',
  key: { kind: 'none' as const },
};

let folder: string;
let directory: string;
let face: LoopbackServer;
let session: string;
let liveBatchId: string;
let liveSheetId: string;
/** What the person at the terminal was asked, and how they answer. */
const questions: string[] = [];
let answerPerson: (question: string) => boolean = () => false;
const call = (name: string, input: unknown): Promise<unknown> => callOver(face.port, session, name, input);

async function start(): Promise<LoopbackServer> {
  const started = await startLoopback({
    directory,
    port: 0,
    ask: (question) => {
      questions.push(question);
      return Promise.resolve(answerPerson(question));
    },
  });
  if (!started.ok) throw new Error(started.error.message);
  return started.value;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bursar-loopback-'));
  directory = path.join(folder, 'data');
  // A live profile that the command line made.
  const bursar = await compose({ directory, keyFile: null });
  if (!bursar.ok) throw new Error(bursar.error.message);
  const callOptions = { signal: new AbortController().signal, confirm: () => Promise.resolve(false) };
  const added = await bursar.value.dispatch('profiles.add', liveProfile, callOptions);
  expect(added.ok).toBe(true);
  const bytes = new TextEncoder().encode(
    'amount,currencyCode,paymentMethodCode,accountName,accountNumber\n7.00,EUR,BANK_TRANSFER,Hidden Payee,HIDDEN-1\n',
  );
  const profileName = 'real';
  const imported = await bursar.value.dispatch(
    'batches.import',
    { profileName, fileName: 'hidden.csv', bytes },
    callOptions,
  );
  liveBatchId = imported.ok ? imported.value.batch.batchId : '';
  const payin = await bursar.value.dispatch(
    'payins.create',
    {
      profileName,
      idPayment: 'HIDDEN-PAYIN',
      money: { amount: '9.00', currencyCode: 'EUR' },
      paymentMethodCode: 'BANK_TRANSFER',
      note: 'hidden note',
    },
    callOptions,
  );
  expect(payin.ok).toBe(true);
  const opened = await bursar.value.dispatch(
    'sheets.open',
    { profileName, source: { kind: 'file', fileName: 'hidden-sheet.csv', bytes } },
    callOptions,
  );
  liveSheetId = opened.ok && opened.value.kind === 'opened' ? opened.value.sheet.sheetId : '';
  expect([liveBatchId, liveSheetId]).not.toContain('');
  await bursar.value.close();
  face = await start();
  session = await letIn(face.address);
});
afterAll(async () => {
  await face.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('live profiles', () => {
  it('cannot be created here', async () => {
    expect(
      await call('profiles.add', { ...liveProfile, name: 'other', merchantCode: 'OTHER' }),
    ).toMatchObject({
      ok: false,
      error: { code: 'liveNotServed' },
    });
  });

  it('cannot be used here, even if they exist', async () => {
    for (const name of ['profiles.test', 'balances.read'])
      expect(await call(name, { profileName: 'real' }), name).toMatchObject({
        ok: false,
        error: { code: 'liveNotServed' },
      });
    const input = { profileName: 'real', fileName: 'a.csv', bytes: new Uint8Array([1]) };
    expect(await call('batches.import', input)).toMatchObject({
      ok: false,
      error: { code: 'liveNotServed' },
    });
  });
});

describe('payments, payees and exports of live profiles', () => {
  const filter = { profileName: null };
  const lists: [string, object][] = [
    ['profiles.list', {}],
    ['batches.list', { limit: 100 }],
    ['payouts.list', { filter, limit: 100 }],
    ['payouts.list', { filter: { ...filter, search: 'Hidden' }, order: 'name', limit: 100 }],
    ['payouts.count', { filter }],
    ['payouts.totals', { filter }],
    ['payouts.export', { filter, format: 'csv' }],
    ['incoming.list', { limit: 100 }],
    ['sheets.list', {}],
    ['attention.list', {}],
    ['callbacks.state', {}],
    ['callbacks.deliveries', { limit: 100 }],
  ];

  it.each(lists)('are in no list: %s', async (name, input) => {
    const answer = await call(name, input);
    expect(answer).toMatchObject({ ok: true });
    const bytes: unknown = Reflect.get(Object(Reflect.get(Object(answer), 'value')), 'bytes');
    const text = `${JSON.stringify(answer)}${bytes instanceof Uint8Array ? Buffer.from(bytes).toString() : ''}`;
    expect(text).not.toMatch(/hidden|"real"/i);
    expect(text).not.toContain(liveBatchId);
    expect(Reflect.get(Object(Reflect.get(Object(answer), 'value')), 'count') ?? 0).toBe(0);
  });

  it('cannot be read by name', async () => {
    const named: [string, object][] = [
      ['batches.summary', { batchId: liveBatchId }],
      ['batches.show', { batchId: liveBatchId }],
      ['batches.export', { batchId: liveBatchId }],
      ['batches.duplicates', { batchId: liveBatchId }],
      ['batches.check', { batchId: liveBatchId, withOptions: false }],
      ['payouts.list', { filter: { profileName: 'real' }, limit: 10 }],
      ['payouts.list', { filter: { batchId: liveBatchId }, limit: 10 }],
      ['payouts.export', { filter: { batchId: liveBatchId }, format: 'csv' }],
      ['payouts.show', { idPayout: `${liveBatchId}-1` }],
      ['payouts.show', { idPayout: `${liveBatchId}-1`, profileName: 'real' }],
      ['incoming.show', { kind: 'payin', idPayment: 'HIDDEN-PAYIN', profileName: 'real' }],
      ['sheets.show', { sheetId: liveSheetId }],
      ['sheets.rows', { sheetId: liveSheetId, view: {}, from: 0, limit: 10 }],
      ['sheets.open', { source: { kind: 'draft', batchId: liveBatchId } }],
      ['profiles.show', { profileName: 'real' }],
      ['balances.stored', { profileName: 'real' }],
    ];
    for (const [name, input] of named)
      expect(await call(name, input), name).toMatchObject({ ok: false, error: { code: 'liveNotServed' } });
    expect(await call('incoming.show', { kind: 'payin', idPayment: 'HIDDEN-PAYIN' })).toMatchObject({
      ok: false,
    });
  });
});

const withKeyFile = {
  name: 'helper',
  environment: 'sandbox',
  baseUrl: 'https://gateway.example/live',
  merchantCode: 'REAL',
  callbackUrl: 'https://evil.example/',
  key: { kind: 'import', path: '/keys/live.pem', passphrase: null },
};

describe('I5: changes that belong to the whole computer, and key files', () => {
  const changes: [string, object, string][] = [
    ['settings.change', { updateFeedUrl: 'https://evil.example/feed' }, 'https://evil.example/feed'],
    [
      'settings.change',
      { callbackListener: { isOn: false, host: '0.0.0.0', port: 14_280, publicUrl: null } },
      '0.0.0.0',
    ],
    ['settings.change', { duplicateWindowDays: 1 }, '1 days'],
    [
      'settings.change',
      { releaseLimits: [{ currencyCode: 'EUR', largestPayout: '1', largestBatch: null }] },
      'EUR',
    ],
    ['settings.change', { witnessFile: '/nowhere/witness.jsonl' }, '/nowhere/witness.jsonl'],
    ['settings.change', { ignoredTestFlags: ['main'] }, 'main'],
    ['callbacks.listen', { host: '0.0.0.0', port: 0 }, '0.0.0.0'],
    ['profiles.add', withKeyFile, 'https://gateway.example/live'],
    ['audit.verify', {}, 'audit.verify'],
    ['doctor.run', {}, 'doctor.run'],
    ['data.backup', { path: '/nowhere/all.db' }, '/nowhere/all.db'],
    ['host.restoreBackup', { path: '/nowhere/old.db', windowId: 'here' }, '/nowhere/old.db'],
  ];

  it.each(changes)(
    '%s %j is confirmed in the terminal, and can be refused there',
    async (name, input, shown) => {
      const before = await call('settings.read', {});
      questions.length = 0;
      expect(await call(name, input)).toMatchObject({ ok: false, error: { code: 'changeDeclined' } });
      expect(questions).toHaveLength(1);
      expect(questions[0]).toContain(shown);
      expect(await call('settings.read', {})).toEqual(before);
    },
  );

  it('are made once the person at the terminal confirms them', async () => {
    answerPerson = () => true;
    expect(await call('settings.change', { duplicateWindowDays: 30 })).toMatchObject({ ok: true });
    expect(await call('settings.change', { duplicateWindowDays: 90 })).toMatchObject({ ok: true });
    answerPerson = () => false;
  });

  it('need no confirmation if they change nothing, or only this view', async () => {
    questions.length = 0;
    expect(
      await call('settings.change', { density: 'compact', duplicateWindowDays: 90, updateFeedUrl: null }),
    ).toMatchObject({ ok: true });
    expect(questions).toEqual([]);
  });

  it('are refused if there is no terminal to ask at', async () => {
    const alone = await startLoopback({ directory: path.join(folder, 'alone'), port: 0, ask: null });
    if (!alone.ok) throw new Error(alone.error.message);
    const own = await letIn(alone.value.address);
    for (const [name, input] of changes) {
      const answer = await callOver(alone.value.port, own, name, input);
      expect(answer, name).toMatchObject({ ok: false, error: { code: 'changeDeclined' } });
      expect(JSON.stringify(answer)).toContain('command line');
    }
    await alone.value.close();
  });
});

it('I5: a page cannot ask for a token: that operation is as unknown here as any other name', async () => {
  const input = { operations: ['POST /payouts/.*'], validitySeconds: 60 };
  expect(await call('tokens.create', input)).toEqual({
    ok: false,
    error: { code: 'inputInvalid', message: 'There is no operation tokens.create.', details: {} },
  });
});

describe('the host operations of a page in the browser', () => {
  it('describe themselves', async () => {
    expect(await call('host.info', {})).toMatchObject({
      ok: true,
      value: { face: 'loopback', hasDialogs: false, servesLive: false, dataDirectory: directory },
    });
  });

  it.each([
    ['host.chooseFile', { purpose: 'key' }],
    ['host.choosePlace', { suggestedName: 'x', purpose: 'backup' }],
    ['host.saveFile', { suggestedName: 'x', bytes: new Uint8Array() }],
    ['host.savePdf', { suggestedName: 'x' }],
    ['host.openDataFolder', {}],
  ])('have no dialogs: %s says what to do instead', async (name, input) => {
    expect(await call(name, input)).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
  });

  it('accept only what the contract says', async () => {
    for (const [name, input] of [
      ['host.cancel', {}],
      ['host.cancel', { callId: 'x', more: 1 }],
      ['host.info', null],
      ['host.openExternal', { url: 'javascript:alert(1)' }],
      ['host.nothing', {}],
      ['toString', {}],
    ] as const)
      expect(await call(name, input), name).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
  });

  it('back up and restore by path, and continue afterwards', async () => {
    const file = path.join(folder, 'kept.db');
    answerPerson = () => true;
    await call('settings.change', { density: 'compact' });
    expect(await call('data.backup', { path: file })).toMatchObject({ ok: true });
    await call('settings.change', { density: 'comfortable' });
    expect(
      await call('host.restoreBackup', { path: path.join(folder, 'none.db'), windowId: 'here' }),
    ).toMatchObject({
      ok: false,
    });
    expect(await call('settings.read', {})).toMatchObject({ value: { density: 'comfortable' } });
    const [restored, waited] = await Promise.all([
      call('host.restoreBackup', { path: file, windowId: 'here' }),
      call('settings.read', {}),
    ]);
    expect(restored).toMatchObject({ ok: true });
    expect(waited).toMatchObject({ ok: true });
    expect(await call('settings.read', {})).toMatchObject({ value: { density: 'compact' } });
    expect(await call('runner.state', {})).toMatchObject({ value: { isRunning: true } });
  });
});

describe('starting', () => {
  it('says so when the data folder or the port is in use', async () => {
    expect(await startLoopback({ directory, port: 0, ask: null })).toMatchObject({
      ok: false,
      error: { code: 'dataFolderInUse' },
    });
    const other = path.join(folder, 'other');
    expect(await startLoopback({ directory: other, port: face.port, ask: null })).toMatchObject({
      ok: false,
      error: { code: 'inputInvalid' },
    });
    // The folder was let go of again.
    const free = await startLoopback({ directory: other, port: 0, ask: null });
    if (free.ok) await free.value.close();
    expect(free.ok).toBe(true);
  });
});
