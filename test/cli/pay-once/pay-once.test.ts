import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { privateKeyPem, publicKeyPem } from './book-desk.ts';
import { merchantCode, startBookGateway, type BookGateway } from './book-gateway.ts';
import { payoutFileTo } from '../kit/payout-files.ts';
import { runCli, startCli, type CliEnd, type CliRun } from '../../kit/run-cli.ts';
import { Failed, onlyBatch, readJson } from '../kit/shapes.ts';

type Computer = {
  readonly data: string;
  run(...words: string[]): Promise<CliEnd>;
  start(...words: string[]): CliRun;
};

/** A computer on which the program runs in processes of its own, with a profile at this gateway. */
async function openComputer(folder: string, name: string, gateway: BookGateway): Promise<Computer> {
  const data = path.join(folder, name);
  mkdirSync(data, { mode: 0o700 });
  const common = ['--data-dir', data, '--key-file', path.join(folder, 'key.pem')];
  const run = (...words: string[]): Promise<CliEnd> => runCli([...words, ...common]);
  const profile = ['--environment', 'sandbox', '--base-url', gateway.url, '--merchant', merchantCode];
  const callback = ['--callback-url', 'http://127.0.0.1:9/callbacks'];
  const added = await run('profile', 'add', name, ...profile, ...callback);
  expect(added).toMatchObject({ exitCode: 0 });
  return { data, run, start: (...words) => startCli([...words, ...common]) };
}

async function openShop(...accounts: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bursar-once-'));
  writeFileSync(path.join(folder, 'key.pem'), privateKeyPem, { mode: 0o600 });
  const file = path.join(folder, 'payouts.csv');
  writeFileSync(file, payoutFileTo(...accounts));
  const gateway = await startBookGateway(publicKeyPem);
  onTestFinished(async () => {
    await gateway.leave();
    rmSync(folder, { recursive: true, force: true });
  });
  return { gateway, file, folder, computer: await openComputer(folder, 'mine', gateway) };
}

const accounts = ['A-1', 'A-2', 'A-3'];
const waiting = { status: 'WAITING_FOR_CONFIRMATION', isProcessed: true };

function expectOnce(gateway: BookGateway): void {
  expect(
    gateway
      .accepted()
      .map(({ accountNumber }) => accountNumber)
      .toSorted(),
  ).toEqual(accounts);
}

describe('the program pays a row once', () => {
  it('when it was killed and its journal is gone, and the file is paid again', async () => {
    const { gateway, file, computer } = await openShop(...accounts);
    const journal = path.join(computer.data, 'bursar.sqlite-wal');
    const { child, end } = computer.start('pay', file, '--yes', '--json');
    await vi.waitFor(() => expect(gateway.accepted()).toHaveLength(3), { timeout: 60_000, interval: 5 });
    child.kill('SIGKILL');
    await end;
    expect(readFileSync(journal).length).toBeGreaterThan(0);
    rmSync(journal);
    rmSync(path.join(computer.data, 'bursar.sqlite-shm'), { force: true });
    // What is gone may be the profile too.
    const profile = ['--environment', 'sandbox', '--base-url', gateway.url, '--merchant', merchantCode];
    await computer.run('profile', 'add', 'mine', ...profile, '--callback-url', 'http://127.0.0.1:9/x');
    const again = await computer.run('pay', file, '--yes', '--json', '--again');
    expect([0, 4, 5]).toContain(again.exitCode);
    expectOnce(gateway);
  });

  it('when a colleague pays the same file, and the report says so', async () => {
    const { gateway, file, folder, computer } = await openShop(...accounts);
    expect((await computer.run('pay', file, '--yes')).exitCode).toBe(0);
    const colleague = await openComputer(folder, 'theirs', gateway);
    gateway.shiftClock(60_000);
    const end = await colleague.run('pay', file, '--yes');
    expect(end.exitCode).toBe(4);
    expect(end.stdout).toContain('outside this history');
    expect(end.stdout).not.toMatch(/was not sent|not paid/i);
    const batchId = /^Batch ([a-z0-9]+):/m.exec(end.stdout)?.[1] ?? '';
    const decided = await colleague.run('batch', 'decide', batchId, '--adopt');
    expect(`${decided.stdout}${decided.stderr}`).toContain('Decision saved. Nothing is sent.');
    expect(`${decided.stdout}${decided.stderr}`).not.toContain('Choose');
    const adopted = await colleague.run('payout', `${batchId}-1`);
    expect(adopted.stdout).toMatch(/State +accepted\n +The gateway reports SUCCESS for this payout\./);
    expectOnce(gateway);
  });

  it('when it was reported as failed and paid later, and batch retry runs, also with --again', async () => {
    const { gateway, file, computer } = await openShop(...accounts);
    for (const account of accounts) gateway.treat(account, waiting);
    const first = onlyBatch(await computer.run('pay', file, '--yes', '--json'), 4);
    expect(first.byState).toEqual({ failed: 3 });
    for (const { message } of first.problems) expect(message).not.toMatch(/not paid/i);
    for (const account of accounts.slice(0, 2)) gateway.treat(account, {});

    // Two of three were paid since; the third is retried, and its account is fine now.
    const third = first.problems.find(({ rowNumber }) => rowNumber === 3)?.idPayout ?? '';
    gateway.treat('A-3', {});
    gateway.treat(third, waiting);
    const retry = await computer.run('batch', 'retry', first.batchId, '--yes', '--again', '--json');
    expect(onlyBatch(retry)).toMatchObject({ rows: 1, byState: { paid: 1 } });
    expect(accounts.map((account) => gateway.timesPaid(account))).toEqual([1, 1, 2]);

    const twice = await computer.run('batch', 'retry', first.batchId, '--yes', '--again', '--json');
    expect(readJson(twice, Failed, 2).error.message).toContain('is not paid again');
    expect(accounts.map((account) => gateway.timesPaid(account))).toEqual([1, 1, 2]);
  });

  it('and says what a retry waits for while the gateway answers only 429', async () => {
    const { gateway, file, computer } = await openShop('A-1');
    gateway.treat('A-1', waiting);
    const first = onlyBatch(await computer.run('pay', file, '--yes', '--json'), 4);
    gateway.treat(first.problems[0]?.idPayout ?? '', { getStatus: 429 });
    const { child, end } = computer.start('batch', 'retry', first.batchId, '--yes');
    let said = '';
    child.stderr?.on('data', (text) => (said += String(text)));
    await vi.waitFor(
      () =>
        expect(said).toMatch(
          /The gateway of mine is too busy \(status 429\)\. Bursar asks again in \d+ seconds?\./,
        ),
      { timeout: 60_000, interval: 20 },
    );
    child.kill('SIGINT');
    await end;
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('when its retry cannot reach the gateway, and is run again', async () => {
    const { gateway, file, computer } = await openShop('A-1');
    gateway.treat('A-1', waiting);
    const first = onlyBatch(await computer.run('pay', file, '--yes', '--json'), 4);
    await gateway.leave();
    const alone = await computer.run('batch', 'retry', first.batchId, '--yes');
    expect(alone.exitCode).toBe(6);
    expect(alone.stderr).toContain('Its retry waits until the gateway can be asked');
    expect(alone.stderr).toMatch(/Nothing was released\.$/m);
    const shown = (await computer.run('batch', 'show', first.batchId)).stdout;
    const [, draftId = ''] = /^1 retry is drafted in batch (\w+), not released\./m.exec(shown) ?? [];
    expect((await computer.run('batch', 'show', draftId)).stdout).toContain('1 draft');
    await gateway.comeBack();
    gateway.treat('A-1', {});
    gateway.treat(first.problems[0]?.idPayout ?? '', waiting);
    expect((await computer.run('batch', 'retry', first.batchId, '--yes')).exitCode).toBe(0);
    expect(gateway.timesPaid('A-1')).toBe(2);
  });

  it('and says how to continue a batch that is paused because isTest contradicts the profile', async () => {
    const { gateway, file, computer } = await openShop(...accounts);
    for (const account of accounts) gateway.treat(account, { isTest: false });
    const paid = await computer.run('pay', file, '--yes');
    expect(paid.exitCode).toBe(5);
    expect(paid.stderr).toContain('`bursar attention dismiss --test-flag --profile mine`');
    const [command = '', batchId = ''] =
      /`bursar (resume --batch ([^`]+))` continues/.exec(paid.stderr)?.slice(1) ?? [];
    expect(paid.stderr).not.toContain('`bursar resume` continues');
    await computer.run('attention', 'dismiss', '--test-flag', '--profile', 'mine');
    expect(await computer.run(...command.split(' '))).toMatchObject({ exitCode: 0 });
    expect(batchId).not.toBe('');
    expectOnce(gateway);
  });
});
