import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Merchant } from '../cli/kit/merchant.ts';
import { payoutFile, payoutFileTo } from '../cli/kit/payout-files.ts';
import { runProgram, type CliEnd } from '../kit/run-cli.ts';
import { BatchList } from '../cli/kit/shapes.ts';
import { withMerchant } from '../cli/kit/with-merchant.ts';
import { findKeyBytes, keyNeedles, textNeedles } from '../keys/canary.ts';
import { requireKeyring } from '../keys/keyring.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const passphrase = 'correct horse battery staple';
const wrongPassphrase = 'incorrect donkey mains nail';
const needles = [
  ...keyNeedles(privateKey),
  ...textNeedles('passphrase', passphrase),
  ...textNeedles('wrong passphrase', wrongPassphrase),
];
const plainPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const lockedPem = privateKey
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
  .toString();
const publicKeyPems = [publicKey.export({ type: 'spki', format: 'pem' }).toString()];

/** What a story left: every file below its folder, and everything that was printed. */
type Traces = { readonly name: string; readonly bytes: Uint8Array }[];

function filesBelow(folder: string): Traces {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((name) => ({ name, bytes: readFileSync(name) }));
}

function leaksIn(traces: Traces): string[] {
  return traces.flatMap(({ name, bytes }) =>
    findKeyBytes(bytes, needles).map((found) => `${name}: ${found}`),
  );
}

/** A folder that the program may write to, the key files outside of it, and a record of what it prints. */
function createStory(merchant: Merchant) {
  const folder = path.join(merchant.folder, 'story');
  const data = path.join(folder, 'data');
  const temporary = path.join(folder, 'temporary');
  mkdirSync(temporary, { recursive: true });
  const printed: Traces = [];
  const run = async (expected: number, words: string[], environment: Record<string, string> = {}) => {
    const own = { BURSAR_DATA_DIR: data, BURSAR_KEY_FILE: '', BURSAR_KEY_PASSPHRASE: '', TMPDIR: temporary };
    const end: CliEnd = await runProgram(words, { ...own, ...environment });
    const line = words.slice(0, 2).join(' ');
    expect({ line, exitCode: end.exitCode, stderr: end.exitCode === expected ? '' : end.stderr }).toEqual({
      line,
      exitCode: expected,
      stderr: '',
    });
    printed.push({ name: `standard output of ${line}`, bytes: Buffer.from(end.stdout) });
    printed.push({ name: `standard error of ${line}`, bytes: Buffer.from(end.stderr) });
    return end;
  };
  return { folder, data, run, printed, traces: (): Traces => [...filesBelow(folder), ...printed] };
}

/** A key file outside of the folder that is searched. */
function keyFile(merchant: Merchant, name: string, pem: string, mode = 0o600): string {
  const file = merchant.write(name, pem);
  chmodSync(file, mode);
  return file;
}

describe('canary', () => {
  beforeAll(requireKeyring);

  it('I8: a whole lifecycle with a known key leaves none of its bytes in a file, a backup, the output or an error', () =>
    withMerchant(
      async (merchant) => {
        const { gateway, url } = merchant.sandbox;
        const story = createStory(merchant);
        const plain = keyFile(merchant, 'plain.pem', plainPem);
        const locked = keyFile(merchant, 'locked.pem', lockedPem);
        const open = keyFile(merchant, 'open.pem', plainPem, 0o644);
        const cut = keyFile(merchant, 'cut.pem', plainPem.slice(0, 900));
        const add = ['profile', 'add', 'main', '--environment', 'sandbox', '--base-url', url];
        const rest = ['--merchant', 'CANARY', '--callback-url', 'http://127.0.0.1:9/callbacks'];
        const imported = [...add, ...rest, '--json', '--import-key'];

        // Refusals of the key, of every kind.
        await story.run(2, [...imported, locked], { BURSAR_KEY_PASSPHRASE: wrongPassphrase });
        await story.run(2, [...imported, locked]);
        await story.run(2, [...imported, cut]);
        await story.run(2, [...imported.slice(0, -1), `--import-key=${plainPem}`]);
        await story.run(0, [...imported, locked], { BURSAR_KEY_PASSPHRASE: passphrase });
        await story.run(0, ['profile', 'show', 'main']);
        await story.run(2, ['balances'], { BURSAR_KEY_FILE: open });
        await story.run(2, ['balances'], { BURSAR_KEY_FILE: cut });
        await story.run(2, ['balances'], { BURSAR_KEY_FILE: locked, BURSAR_KEY_PASSPHRASE: wrongPassphrase });

        // A gateway that does not know the key, then one that does.
        await story.run(6, ['balances', '--json']);
        await story.run(6, ['profile', 'test', 'main']);
        gateway.registerMerchant({ merchantCode: 'CANARY', publicKeyPems, secrets: [] });
        await story.run(0, ['balances']);
        await story.run(0, ['balances', '--key-file', plain]);
        await story.run(6, ['balances', '--currency', 'X406']);

        // Payouts that end well, end badly and are in doubt on the way; a file with errors; a duplicate.
        const file = merchant.write(
          'payouts.csv',
          payoutFileTo('ACC-1', 'A-9001', 'A-9002', 'A-9003', 'A-9005', 'A-9008', 'A-9010', 'A-9014'),
        );
        await story.run(4, ['pay', file, '--yes', '--json']);
        await story.run(8, ['pay', file, '--yes']);
        const wrong = merchant.write('wrong.csv', payoutFile([{ accountNumber: 'ACC-1', amount: 'much' }]));
        await story.run(3, ['pay', wrong, '--yes']);
        const listed = await story.run(0, ['batch', 'list', '--json']);
        const batches = BatchList.parse(JSON.parse(listed.stdout));
        const released = batches.find(({ state }) => state === 'released')?.batchId ?? '';
        const exported = path.join(story.folder, 'export.csv');
        await story.run(0, ['batch', 'export', released, '--out', exported]);
        await story.run(0, ['payouts', '--json']);
        await story.run(0, ['doctor']);
        await story.run(0, ['audit', 'verify']);
        await story.run(0, ['backup', path.join(story.folder, 'backup.sqlite')]);
        await story.run(0, ['restore', path.join(story.folder, 'backup.sqlite')]);
        const draft = batches.find(({ state }) => state === 'draft')?.batchId ?? '';
        await story.run(0, ['batch', 'cancel', draft]);
        await story.run(0, ['profile', 'remove', 'main']);

        const traces = story.traces();
        expect(traces.map(({ name }) => path.basename(name))).toEqual(
          expect.arrayContaining(['bursar.sqlite', 'backup.sqlite', 'export.csv']),
        );
        expect(leaksIn(traces)).toEqual([]);

        // The same search finds the key where it is planted: in a file of the data folder and in what was printed.
        const planted = path.join(story.data, 'planted.log');
        writeFileSync(planted, `error: ${JSON.stringify({ key: plainPem })}\n`);
        const leaks = leaksIn(story.traces());
        expect(leaks.every((leak) => leak.startsWith(planted))).toBe(true);
        expect(leaks).not.toEqual([]);
        const said = {
          name: 'standard error',
          bytes: Buffer.from(`passphrase “${wrongPassphrase}” refused`),
        };
        expect(leaksIn([said])).not.toEqual([]);
      },
      { settleMs: 50 },
    ));

  it('I8: issued tokens and a merchant secret leave no trace except where they are handed out', () =>
    withMerchant(
      async (merchant) => {
        const { gateway, url } = merchant.sandbox;
        const story = createStory(merchant);
        const secret = 'q7!merchant secret "of" old-4f19';
        gateway.registerMerchant({ merchantCode: 'CANARY', publicKeyPems: [], secrets: [secret] });
        const add = ['profile', 'add', 'main', '--environment', 'sandbox', '--base-url', url];
        const rest = ['--merchant', 'CANARY', '--callback-url', 'http://127.0.0.1:9/callbacks'];
        const page = ['--payment-page', 'https://pay.example', '--secret-auth'];
        await story.run(0, [...add, ...rest, ...page], { BURSAR_MERCHANT_SECRET: secret });
        const link = ['link', 'create', '--order-id', 'order-1', '--amount', '10.00', '--currency', 'EUR'];
        const returning = ['--return-url', 'https://merchant.example/thanks', '--json'];
        const addresses = [
          await story.run(0, [...link, ...returning]),
          await story.run(0, ['link', 'status', 'order-1', '--json']),
        ].map(({ stdout }) => z.object({ address: z.string() }).parse(JSON.parse(stdout)).address);
        const asked = ['token', '--operations', 'GET /payins/order-1', '--validity', '60', '--json'];
        const revealed = await story.run(0, [...asked, '--reveal']);
        const tokens = [
          ...addresses.map((address) => new URL(address).searchParams.get('token') ?? ''),
          z.object({ token: z.string() }).parse(JSON.parse(revealed.stdout)).token,
        ];
        // What follows must hold none of them: their claims, signatures and the secret are looked for, in every form.
        const handedOut = story.printed.length;
        await story.run(0, asked);
        await story.run(6, ['token', '--operations', 'no operation at all', '--validity', '60']);
        await story.run(0, ['doctor']);
        await story.run(0, ['audit', 'verify']);
        await story.run(0, ['backup', path.join(story.folder, 'backup.sqlite')]);
        const looked = [
          ...tokens.flatMap((token, index) =>
            token
              .split('.')
              .slice(1)
              .flatMap((part) => textNeedles(`token ${index + 1}`, part)),
          ),
          ...textNeedles('merchant secret', secret),
        ];
        const leaks = [...filesBelow(story.folder), ...story.printed.slice(handedOut)].flatMap(
          ({ name, bytes }) => findKeyBytes(bytes, looked).map((found) => `${name}: ${found}`),
        );
        expect(leaks).toEqual([]);
        // The same search finds them where they were handed out.
        expect(story.printed.flatMap(({ bytes }) => findKeyBytes(bytes, looked)).join()).toMatch(
          /token 1.*token 2.*token 3/s,
        );
      },
      { settleMs: 50 },
    ));

  it('I8: does not repeat a key that a person passes in place of an argument', async () => {
    const words = [
      ['balances', plainPem],
      [plainPem],
      ['balances', '--profile', plainPem],
      ['pay', plainPem, '--yes'],
    ];
    const ends = await Promise.all(words.map((line) => runProgram(line)));
    const traces = ends.map(({ stdout, stderr }, index) => ({
      name: `line ${index + 1}`,
      bytes: Buffer.from(`${stdout}${stderr}`),
    }));
    expect(ends.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2, 2]);
    expect(Array.from(new Set(leaksIn(traces).map((leak) => leak.split(':')[0])))).toEqual([]);
  });
});
