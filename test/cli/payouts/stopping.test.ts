import { spawnSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { withBursar } from '../../kit/with-bursar.ts';
import type { Merchant } from '../kit/merchant.ts';
import { payoutFileTo, plainAccounts } from '../kit/payout-files.ts';
import { Failed, onlyBatch, Payouts, readJson } from '../kit/shapes.ts';
import { accountsPaidOnce, untilAccepted, withMerchant } from '../kit/with-merchant.ts';

const rowCount = 25;

async function expectNothingToResume(merchant: Merchant): Promise<void> {
  const shape = z.strictObject({ batches: z.array(z.never()), held: z.null() });
  expect(readJson(await merchant.run('resume', '--json'), shape)).toEqual({ batches: [], held: null });
}

describe('stopping in the middle', () => {
  it.concurrent('SIGTERM ends with 5 and rows unresolved, and resume pays the rest once', () =>
    withMerchant(async (merchant) => {
      const accounts = plainAccounts(rowCount);
      const file = merchant.write('payouts.csv', payoutFileTo(...accounts));
      const { child, end } = merchant.start('pay', file, '--yes', '--json');
      await untilAccepted(merchant, 3);
      child.kill('SIGTERM');
      const ended = await end;
      const stopped = onlyBatch(ended, 5);
      expect(stopped.byState.paid ?? 0).toBeLessThan(rowCount);
      expect(ended.stderr).toContain('bursar resume');
      const resumedEnd = await merchant.run('resume', '--json');
      // What ended cleanly is no crash: its records are as new as what was sent.
      expect([ended.stderr, resumedEnd.stderr].join()).not.toContain('records were older');
      const resumed = onlyBatch(resumedEnd);
      expect(resumed).toMatchObject({ batchId: stopped.batchId, byState: { paid: rowCount } });
      expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(accounts);
      await expectNothingToResume(merchant);
    }));

  it.concurrent('batch cancel cancels what has not been sent, and continues with what was', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo(...plainAccounts(rowCount)));
      const { child, end } = merchant.start('pay', file, '--yes', '--json');
      await untilAccepted(merchant, 2);
      child.kill('SIGINT');
      const { batchId, byState } = onlyBatch(await end, 5);
      const queued = byState.queued ?? 0;
      expect(queued).toBeGreaterThan(0);
      const cancelled = await merchant.run('batch', 'cancel', batchId, '--json');
      expect(readJson(cancelled, z.looseObject({ cancelledRows: z.number() })).cancelledRows).toBe(queued);
      const rest = onlyBatch(await merchant.run('resume', '--batch', batchId, '--json'));
      expect(rest.byState).toEqual({ cancelled: queued, paid: rowCount - queued });
      expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toHaveLength(rowCount - queued);
      const payouts = readJson(await merchant.run('payouts', '--state', 'cancelled', '--json'), Payouts);
      expect(payouts).toHaveLength(queued);
    }));

  it.concurrent('SIGINT ends with 5 and rows unresolved, batch pause holds them back, resume says so, and resume --batch pays the rest once', () =>
    withMerchant(async (merchant) => {
      const accounts = plainAccounts(rowCount);
      const file = merchant.write('payouts.csv', payoutFileTo(...accounts));
      const { child, end } = merchant.start('pay', file, '--yes', '--json');
      await untilAccepted(merchant, 2);
      child.kill('SIGINT');
      const ended = await end;
      const { batchId, byState } = onlyBatch(ended, 5);
      expect(byState.paid ?? 0).toBeLessThan(rowCount);
      expect(ended.stderr).toContain('bursar resume');
      const paused = await merchant.run('batch', 'pause', batchId, '--json');
      expect(readJson(paused, z.looseObject({ isPaused: z.boolean() })).isPaused).toBe(true);
      const held = await merchant.run('resume', '--json');
      expect(onlyBatch(held, 5).byState.queued).toBe(byState.queued);
      expect(held.stderr).toContain(`bursar resume --batch ${batchId}`);
      expect(held.stderr).not.toContain('continues the others');
      const shown = await merchant.run('batch', 'show', batchId);
      expect(shown.stdout).toContain(`Batch ${batchId} is paused with `);
      expect((await merchant.run('batch', 'list')).stdout).toMatch(/ released, paused /);
      const rest = onlyBatch(await merchant.run('resume', '--batch', batchId, '--json'));
      expect(rest.byState).toEqual({ paid: rowCount });
      const late = await merchant.run('batch', 'pause', batchId);
      expect(late.exitCode).not.toBe(0);
      expect(late.stderr).toContain(`Nothing of batch ${batchId} is left to send`);
      const again = await merchant.run('batch', 'resume', batchId);
      expect(again.stdout).toContain(`Batch ${batchId} was not paused. Nothing of it is left to send.`);
      await expectNothingToResume(merchant);
      expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(accounts);
    }));

  it.concurrent('resume does not say to resume a paused batch of which nothing waits', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo(...plainAccounts(3 * rowCount)));
      const prepared = readJson(
        await merchant.run('prepare', file, '--json'),
        z.looseObject({ batchId: z.string(), rowsHash: z.string() }),
      );
      const { batchId, rowsHash } = prepared;
      await withBursar(merchant, async (get) => {
        await get('batches.release', { batchId, rowsHash });
        const run = get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
        await untilAccepted(merchant, 1);
        await get('batches.pause', { batchId });
        await run;
        await get('batches.cancel', { batchId });
      });
      const resumed = await merchant.run('resume', '--json');
      // What left may have ended before, or end now.
      const { byState } = await withBursar(merchant, (get) => get('batches.summary', { batchId }));
      const { paid = 0, cancelled = 0 } = byState;
      expect([resumed.exitCode, paid > 0, paid + cancelled]).toEqual([0, true, 3 * rowCount]);
      // On a slow machine after a line or two of its progress.
      expect(resumed.stderr).toMatch(/^(?:\d+ of 75 accepted, [^\n]*\n)*Nothing left to send\.\n$/);
    }));

  it.concurrent('a payout that the gateway never finishes is left unresolved with 5, and is not sent again', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo('A-9009'));
      const { child, end } = merchant.start('pay', file, '--yes', '--json');
      await untilAccepted(merchant, 1);
      child.kill('SIGINT');
      expect(onlyBatch(await end, 5).rows).toBe(1);
      const resumed = merchant.start('resume', '--json');
      const requests = merchant.sandbox.gateway.statistics().requests;
      await vi.waitFor(
        () => expect(merchant.sandbox.gateway.statistics().requests).toBeGreaterThan(requests + 1),
        {
          timeout: 60_000,
        },
      );
      resumed.child.kill('SIGINT');
      expect(onlyBatch(await resumed.end, 5).byState).toEqual({ accepted: 1 });
      expect(merchant.sandbox.gateway.book()).toMatchObject([{ acceptedCount: 1 }]);
    }));

  it.runIf(process.platform !== 'win32')(
    'a signal ends it cleanly while it reads a pipe that nobody writes to',
    () =>
      withMerchant(async (merchant) => {
        const pipe = `${merchant.write('other.csv', '')}.pipe`;
        expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
        const { child, end } = merchant.start('check', pipe);
        // Opened once the program has opened it, too.
        const writer = await open(pipe, 'w');
        child.kill('SIGTERM');
        expect(await end).toMatchObject({
          exitCode: 5,
          stderr: `bursar: Stopped before ${pipe} was read.\n`,
        });
        await writer.close();
      }),
  );

  it.runIf(process.platform === 'linux')(
    'a second signal ends it at once, even while it reads a device that returns nothing',
    () =>
      withMerchant(async (merchant) => {
        const { child, end } = merchant.start('check', '/dev/ptmx');
        const opened = (): string[] => {
          const folder = `/proc/${child.pid}/fd`;
          return readdirSync(folder).map((name) => readlinkSync(`${folder}/${name}`));
        };
        await vi.waitFor(() => expect(opened()).toContain('/dev/ptmx'), { timeout: 60_000 });
        const signals = setInterval(() => child.kill('SIGINT'), 100);
        await end;
        clearInterval(signals);
        expect(child.signalCode).toBe('SIGINT');
      }),
  );

  it.concurrent('resume names a batch that does not exist, and one that is not released', () =>
    withMerchant(async (merchant) => {
      const missing = await merchant.run('resume', '--batch', 'nothing', '--json');
      expect(readJson(missing, Failed, 2).error.code).toBe('notFound');
      const nothing = await merchant.run('resume');
      expect(nothing.exitCode, nothing.stderr).toBe(0);
    }));
});
