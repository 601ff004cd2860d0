import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { contentsOf } from '../../core/payouts/evidence/packs.ts';
import { requireKeyring } from '../../keys/keyring.ts';
import { startKeychain, type Keychain } from '../../kit/keychain.ts';
import { runProgram, type CliEnd } from '../../kit/run-cli.ts';
import type { Merchant } from '../kit/merchant.ts';
import { payoutFile } from '../kit/payout-files.ts';
import { Failed, onlyBatch, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

beforeAll(requireKeyring);

const Draft = z.looseObject({ batchId: z.string() });
const Verified = z.looseObject({ isWhole: z.literal(true), payments: z.literal(2) });

/** A person at a computer of their own: a data folder, a state folder and a keychain that nobody else has. */
type Computer = {
  readonly keychain: Keychain;
  readonly data: string;
  run(...words: string[]): Promise<CliEnd>;
  /** Runs a command that must succeed, which writes this file. */
  save(name: string, ...words: string[]): Promise<string>;
};

async function computerOf(merchant: Merchant, name: string): Promise<Computer> {
  const directory = path.join(merchant.folder, name);
  mkdirSync(directory, { mode: 0o700 });
  const keychain = await startKeychain();
  const environment = { ...keychain.environment, BURSAR_STATE_DIR: path.join(directory, 'state') };
  const data = path.join(directory, 'data');
  const run: Computer['run'] = (...words) =>
    runProgram([...words, '--json', '--data-dir', data], environment);
  return {
    keychain,
    data,
    run,
    save: async (fileName, ...words) => {
      const file = path.join(directory, fileName);
      expect(await run(...words, '--out', file)).toMatchObject({ exitCode: 0 });
      return file;
    },
  };
}

function profileWords({ sandbox }: Merchant): string[] {
  const to = [`--base-url=${sandbox.url}`, '--callback-url=http://127.0.0.1:9/callbacks'];
  return ['profile', 'add', 'acme', '--environment=sandbox', '--merchant=MERCHANT', ...to];
}

function changedByOneBit(file: string, merchant: Merchant): string {
  const bytes = readFileSync(file);
  bytes[300] = (bytes[300] ?? 0) ^ 1;
  return merchant.write('one-bit.bursar', bytes);
}

function signedByNobody(file: string, merchant: Merchant): string {
  const [, payload = ''] = readFileSync(file, 'utf8').split('.');
  const header = Buffer.from('{"alg":"none"}').toString('base64url');
  return merchant.write('none.bursar', `${header}.${payload}.`);
}

it('I12: three computers, each with a keychain, prepare, approve, release and prove a batch, and no bypass releases one', () =>
  withMerchant(async (merchant) => {
    const computers = [
      await computerOf(merchant, 'preparer'),
      await computerOf(merchant, 'approver'),
      await computerOf(merchant, 'releaser'),
    ] as const;
    const [preparer, approver, releaser] = computers;
    try {
      const addresses = computers.map(({ keychain }) => keychain.environment['DBUS_SESSION_BUS_ADDRESS']);
      if (process.platform === 'linux') expect(new Set(addresses).size).toBe(3);
      const refusal = async (code: string, exitCode: number, ...words: string[]): Promise<void> =>
        expect(readJson(await releaser.run(...words), Failed, exitCode).error.code).toBe(code);
      const ok = async (computer: Computer, ...words: string[]): Promise<CliEnd> => {
        const end = await computer.run(...words);
        expect(end).toMatchObject({ exitCode: 0 });
        return end;
      };
      const prepare = async (name: string, amounts: readonly string[]): Promise<string> => {
        const rows = amounts.map((amount, index) => ({ accountNumber: `ACC-${name}-${index}`, amount }));
        const file = merchant.write(`${name}.csv`, payoutFile(rows));
        return readJson(await preparer.run('prepare', file), Draft).batchId;
      };

      await ok(preparer, ...profileWords(merchant), '--prepare-only');
      await ok(releaser, ...profileWords(merchant), '--import-key', merchant.keyFile);
      const card = await approver.save('ann.bursar', 'approver', 'card', '--name', 'Ann');
      await ok(releaser, 'approver', 'add', card);
      const rule = { currencyCode: 'EUR', batchFrom: '100.00', approvals: 1 };
      const policy = merchant.write('policy.json', JSON.stringify({ rules: [rule], otherwise: 0 }));
      await ok(releaser, 'policy', 'set', '--file', policy);

      const first = await prepare('first', ['60.00', '40.00']);
      const request = await preparer.save('first.bursar', 'approval', 'request', first, '--name', 'Ben');
      const approval = await approver.save('ann-first.bursar', 'approval', 'approve', request);
      for (const file of [changedByOneBit(request, merchant), signedByNobody(request, merchant)])
        await refusal('signatureInvalid', 3, 'approval', 'import', file);
      await ok(releaser, 'approval', 'import', request);
      await refusal('approvalMissing', 8, 'release', first, '--yes');
      const own = await preparer.run('approval', 'approve', request, '--out', `${request}.own`);
      expect(readJson(own, Failed, 8).error.code).toBe('policyBlocks');
      await refusal('signatureInvalid', 3, 'approval', 'import', changedByOneBit(approval, merchant));
      await ok(releaser, 'approval', 'import', approval);
      expect(onlyBatch(await releaser.run('release', first, '--yes')).byState).toEqual({ paid: 2 });

      const pack = await releaser.save('evidence.zip', 'evidence', 'create', '--batch', first);
      readJson(await approver.run('evidence', 'verify', pack), Verified);
      const unpacked = contentsOf(readFileSync(pack)).get('verify.mjs') ?? '';
      const verifier = merchant.write('verify.mjs', unpacked);
      expect(execFileSync(process.execPath, [verifier, pack]).toString()).toContain(
        'Verified: nothing differs.',
      );
      const changed = readFileSync(pack);
      changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
      writeFileSync(pack, changed);
      expect((await approver.run('evidence', 'verify', pack)).exitCode).toBe(1);

      // What was approved once approves nothing else, whatever stands in the database.
      const second = await prepare('second', ['150.00']);
      await ok(
        releaser,
        'approval',
        'import',
        await preparer.save('s.bursar', 'approval', 'request', second),
      );
      await ok(releaser, 'approval', 'import', approval);
      await refusal('approvalMissing', 8, 'release', second, '--yes');
      const none = merchant.write('none.json', JSON.stringify({ rules: [], otherwise: 0 }));
      expect((await releaser.run('policy', 'set', '--file', none)).exitCode).toBe(8);
      const database = new Sqlite(path.join(releaser.data, 'bursar.sqlite'));
      for (const name of database
        .prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`)
        .pluck()
        .all())
        database.exec(`DROP TRIGGER ${String(name)}`);
      database.exec(`UPDATE approvalFiles SET batchId = '${second}' WHERE kind = 'approval'`);
      database.close();
      await refusal('approvalMissing', 8, 'release', second, '--yes');
      expect(merchant.sandbox.gateway.book()).toHaveLength(2);
    } finally {
      for (const { keychain } of computers) await keychain.end();
    }
  }));
