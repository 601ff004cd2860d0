import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox, type SandboxServer, type SandboxServerOptions } from '../../../sandbox/index.ts';
import { quickPair } from '../../kit/quick-keys.ts';
import { addProfile } from '../../kit/with-bursar.ts';
import { freePort } from '../../kit/free-port.ts';
import { runCli, runProgram, startCli, type CliEnd, type CliRun } from '../../kit/run-cli.ts';

const merchantCode = 'MERCHANT';

/** A merchant with a key file, a data folder of its own and a sandbox that knows it. */
export type Merchant = {
  readonly folder: string;
  readonly dataDirectory: string;
  readonly keyFile: string;
  readonly sandbox: SandboxServer;
  /** Runs a command line with this data folder and key file, inside this process. */
  run(...words: string[]): Promise<CliEnd>;
  /** The same in a process of its own; `start` does not wait for its end. */
  runProgram(...words: string[]): Promise<CliEnd>;
  start(...words: string[]): CliRun;
  /** Writes a file into the merchant's folder and gives its path. */
  write(name: string, content: string | Uint8Array): string;
  end(): Promise<void>;
};

export async function startMerchant(options: Partial<SandboxServerOptions> = {}): Promise<Merchant> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bursar-merchant-'));
  const dataDirectory = path.join(folder, 'data');
  mkdirSync(dataDirectory, { mode: 0o700 });
  const keyFile = path.join(folder, 'key.pem');
  const { privateKeyPem, publicKeyPem } = quickPair();
  writeFileSync(keyFile, privateKeyPem, { mode: 0o600 });
  const merchants = [{ merchantCode, publicKeyPems: [publicKeyPem], secrets: [] }];
  const sandbox = await startSandbox({
    port: await freePort(),
    seed: 1,
    faults: 0,
    settleMs: 300,
    requestsPerSecond: 10,
    merchants,
    ...options,
  });
  const merchant = merchantAt({ folder, dataDirectory, keyFile, sandbox });
  await addProfile(merchant, 'test', merchantCode, sandbox.url);
  return merchant;
}

/** Another computer of this merchant; it ends with the first. */
export async function startColleague(merchant: Merchant): Promise<Merchant> {
  const dataDirectory = path.join(merchant.folder, 'theirs');
  mkdirSync(dataDirectory, { mode: 0o700 });
  const colleague = merchantAt({ ...merchant, dataDirectory });
  await addProfile(colleague, 'theirs', merchantCode, merchant.sandbox.url);
  return colleague;
}

function merchantAt(place: Pick<Merchant, 'folder' | 'dataDirectory' | 'keyFile' | 'sandbox'>): Merchant {
  const { folder, dataDirectory, keyFile, sandbox } = place;
  const common = ['--data-dir', dataDirectory, '--key-file', keyFile];
  return {
    ...place,
    run: (...words) => runCli([...words, ...common]),
    runProgram: (...words) => runProgram([...words, ...common]),
    start: (...words) => startCli([...words, ...common]),
    write: (name, content) => {
      const file = path.join(folder, name);
      writeFileSync(file, content);
      return file;
    },
    end: async () => {
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
