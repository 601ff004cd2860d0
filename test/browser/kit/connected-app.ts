import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { quickPair } from '../../kit/quick-keys.ts';
import { withBursar, type Get } from '../../kit/with-bursar.ts';
import { startMerchantSandbox, type MerchantSandbox, type SlowableMerchant } from './merchant-sandbox.ts';
import { keepPictureOnFailure } from './on-failure.ts';
import { newFolder, openApp, type AppOptions, type OpenApp } from './open-app.ts';
import type { BroughtFile } from './steps.ts';

export type ConnectedApp = {
  readonly merchant: SlowableMerchant;
  readonly dataDirectory: string;
  readonly app: OpenApp;
  readonly page: Page;
};

const startLimitMs = 180_000;

type ConnectedOptions = AppOptions & {
  /** What is done in the data folder before the program is started: a tenth of what the same takes in the page. */
  readonly before?: (get: Get) => Promise<void>;
};

/** The name of the profile of a merchant that is connected. */
const profileOfMerchant = 'acme';

/** Imports a file as a draft; gives its ID. */
export async function drafted(get: Get, { name, buffer }: BroughtFile): Promise<string> {
  const file = { profileName: profileOfMerchant, fileName: name, bytes: buffer };
  return (await get('batches.import', file)).batch.batchId;
}

/** Opens a file as a sheet; gives the address of its screen. */
export async function sheetOf(
  get: Get,
  { name, buffer }: BroughtFile,
  profileName = profileOfMerchant,
): Promise<string> {
  const source = { kind: 'file', fileName: name, bytes: buffer } as const;
  const opening = await get('sheets.open', { profileName, source });
  if (opening.kind !== 'opened') throw new Error(opening.kind);
  return `/sheets/${opening.sheet.sheetId}`;
}

/** Releases a draft, with nothing confirmed. */
export async function released(get: Get, batchId: string): Promise<void> {
  const { rowsHash } = await get('batches.summary', { batchId });
  await get('batches.release', { batchId, rowsHash });
}

/** Imports a file, releases it and runs it to its end; gives the batch's ID. */
export async function paid(get: Get, file: BroughtFile): Promise<string> {
  const batchId = await drafted(get, file);
  await sent(get, batchId);
  return batchId;
}

/** Releases a draft and runs it to its end. */
export async function sent(get: Get, batchId: string): Promise<void> {
  await released(get, batchId);
  await get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: startLimitMs });
}

/**
 * Connects the merchant of this sandbox to a data folder on which no program runs, with a key in the keychain, as `connectMerchant` does
 * with the mouse: whose subject is something else begins here.
 */
export async function addMerchant(dataDirectory: string, merchant: MerchantSandbox): Promise<void> {
  const keyPath = path.join(newFolder(), 'key.pem');
  writeFileSync(keyPath, quickPair().privateKeyPem, { mode: 0o600 });
  await withBursar({ dataDirectory, keyFile: null }, async (get) => {
    const { publicKey } = await get('profiles.add', {
      name: profileOfMerchant,
      environment: 'sandbox',
      baseUrl: merchant.server.url,
      merchantCode: merchant.merchantCode,
      callbackUrl: 'https://merchant.example/callbacks',
      key: { kind: 'import', path: keyPath, passphrase: null },
    });
    await merchant.giveKey(publicKey?.pem ?? '');
  });
}

async function open({ before, ...options }: ConnectedOptions): Promise<ConnectedApp> {
  const merchant = await startMerchantSandbox();
  const dataDirectory = newFolder();
  await addMerchant(dataDirectory, merchant);
  if (before !== undefined) await withBursar({ dataDirectory, keyFile: null }, before);
  const app = await openApp(dataDirectory, options);
  return { merchant, dataDirectory, app, page: app.page };
}

async function close({ app, merchant }: ConnectedApp): Promise<void> {
  await app.close();
  await merchant.server.close();
}

/**
 * For all tests of a file: the program on a new data folder that is connected to a merchant of a sandbox, its page open, handed to `begin`
 * before them. All of it ends after them. A test that fails leaves a picture of this name.
 */
export function withConnectedApp(
  pictureName: string,
  options: ConnectedOptions,
  begin: (opened: ConnectedApp) => void | Promise<void>,
): void {
  let opened: ConnectedApp;
  beforeAll(async () => {
    opened = await open(options);
    await begin(opened);
  }, startLimitMs);
  afterAll(() => close(opened));
  beforeEach(() => keepPictureOnFailure(() => opened.page, pictureName));
}
