import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { minuteText } from '../../../contract/text/clock.ts';
import { openStore } from '../../../main/store/index.ts';
import { systemClock } from '../../../main/system.ts';
import { value } from '../../kit/store.ts';
import { withBursar } from '../../kit/with-bursar.ts';
import type { Merchant } from '../kit/merchant.ts';
import { payoutFile, payoutFileTo, plainAccounts } from '../kit/payout-files.ts';
import { Failed, onlyBatch, readJson } from '../kit/shapes.ts';
import { accountsPaidOnce, withMerchant } from '../kit/with-merchant.ts';

const hourMs = 3_600_000;
const Prepared = z.looseObject({
  batchId: z.string(),
  rowsHash: z.string(),
  state: z.string(),
  scheduledFor: z.string().nullable(),
});
const Template = z.strictObject({ name: z.string(), profileName: z.string(), batchId: z.string() });
const Due = z.looseObject({
  released: z.array(z.looseObject({ batchId: z.string() })),
  late: z.array(z.looseObject({ batchId: z.string() })),
  refused: z.array(z.unknown()),
  next: z.string().nullable(),
  batches: z.array(z.looseObject({ byState: z.record(z.string(), z.number()) })),
});

async function prepare(merchant: Merchant, account: string): Promise<z.infer<typeof Prepared>> {
  const file = merchant.write(
    `${account}.csv`,
    payoutFile([{ accountNumber: account, amount: `${account.length}${account.at(-1)}.00` }]),
  );
  return readJson(await merchant.run('prepare', file, '--json'), Prepared);
}

/** As if it had been scheduled a while ago. */
function scheduleFor(merchant: Merchant, { batchId, rowsHash }: z.infer<typeof Prepared>, at: number): void {
  const store = value(openStore({ directory: merchant.dataDirectory, clock: systemClock }));
  const schedule = { rowsHash, scheduledFor: at, confirmed: null, payouts: [], retried: [], at: at - hourMs };
  expect(store.scheduleRelease(batchId, schedule)).toBe('scheduled');
  store.close();
}

describe('bursar release --at and run-due', () => {
  it('stop as on Ctrl-C, and do not report completion, once nobody reads their output', () =>
    withMerchant(async (merchant) => {
      const accounts = plainAccounts(15);
      const file = merchant.write('payouts.csv', payoutFileTo(...accounts));
      const draft = readJson(await merchant.run('prepare', file, '--json'), Prepared);
      scheduleFor(merchant, draft, Date.now() - 60_000);
      const { child, end } = merchant.start('run-due');
      child.stdout?.destroy();
      const { exitCode, stderr } = await end;
      expect(exitCode, stderr).toBe(5);
      expect(stderr).toContain('bursar resume');
      expect(onlyBatch(await merchant.run('resume', '--json')).byState).toEqual({ paid: accounts.length });
      expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(accounts);
    }));

  it('schedule, show and end a release, and refuse times that nobody can mean', () =>
    withMerchant(async (merchant) => {
      const { batchId } = await prepare(merchant, 'ACC-1');
      const release = (at: string) => merchant.run('release', batchId, '--at', at, '--yes', '--json');
      for (const [at, said] of [
        ['2026-11-30T09:00:00', 'offset'],
        [new Date(Date.now() + 400 * 24 * hourMs).toISOString(), 'a year ahead'],
      ] as const)
        expect(readJson(await release(at), Failed, 2).error.message).toContain(said);
      const scheduledFor = new Date(Date.now() + 24 * hourMs).toISOString();
      const wholeMinute = readJson(await release(`${scheduledFor.slice(0, 16)}Z`), Prepared);
      expect(wholeMinute.scheduledFor).toBe(`${scheduledFor.slice(0, 16)}:00.000Z`);
      const kept = readJson(await release(scheduledFor), Prepared);
      expect(kept).toMatchObject({ state: 'draft', scheduledFor });
      const [listed] = readJson(await merchant.run('batch', 'list', '--json'), z.array(Prepared));
      expect(listed?.scheduledFor).toBe(scheduledFor);
      expect((await merchant.run('batch', 'show', batchId)).stdout).toContain('Scheduled for');
      const due = readJson(await merchant.run('run-due', '--json'), Due);
      expect(due).toMatchObject({ released: [], late: [], next: scheduledFor, batches: [] });
      const again = await merchant.run('release', batchId, '--at', scheduledFor, '--yes');
      expect(again.stdout).toMatch(/^Batch \S+ is scheduled for [^.]+\. The open app/);
      const ended = readJson(await merchant.run('batch', 'unschedule', batchId, '--json'), Prepared);
      expect(ended.scheduledFor).toBeNull();
    }));

  it('release what becomes due while another batch is sent, through the command that holds the data folder', () =>
    withMerchant(async (merchant) => {
      const [long, due] = [await prepare(merchant, 'A-9009'), await prepare(merchant, 'ACC-1')];
      scheduleFor(merchant, long, Date.now() - 60_000);
      // Later than the command starts, also on a busy machine.
      scheduleFor(merchant, due, Date.now() + 20_000);
      const { child, end } = merchant.start('run-due', '--json');
      let said = '';
      child.stderr?.on('data', (text) => (said += String(text)));
      await vi.waitFor(() => expect(said).toContain(`Released batch ${due.batchId}`), {
        timeout: 60_000,
        interval: 20,
      });
      child.kill('SIGINT');
      const { released } = Due.parse(JSON.parse((await end).stdout));
      expect(released.map(({ batchId }) => batchId)).toEqual([long.batchId, due.batchId]);
      await merchant.run('run-due', '--no-wait', '--json');
      expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(['A-9009', 'ACC-1']);
    }));

  it('I3: release what is due once, however many run at the same time, and leave to a person what is too late', () =>
    withMerchant(async (merchant) => {
      const [due, late] = [await prepare(merchant, 'ACC-1'), await prepare(merchant, 'ACC-2')];
      scheduleFor(merchant, due, Date.now() - 60_000);
      const ends = await Promise.all([1, 2, 3].map(() => merchant.run('run-due', '--json')));
      for (const { exitCode } of ends) expect([0, 7]).toContain(exitCode);
      expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(['ACC-1']);
      scheduleFor(merchant, late, Date.now() - 3 * hourMs);
      const held = readJson(await merchant.run('run-due', '--json'), Due, 8);
      expect(held).toMatchObject({ released: [], late: [{ batchId: late.batchId }] });
      const { stderr } = await merchant.run('run-due');
      expect(stderr).toContain('is too long ago. It was not released.');
      expect((await merchant.run('attention')).stdout).toContain('has not released it');
      const [item] = readJson(await merchant.run('attention', '--json'), z.array(z.looseObject({})));
      expect(item).toMatchObject({
        kind: 'schedule',
        trouble: { code: 'late' },
        message: expect.stringContaining('has not released it'),
      });
      const sent = readJson(await merchant.run('run-due', '--late-after', '1d', '--json'), Due);
      expect(sent).toMatchObject({
        released: [{ batchId: late.batchId }],
        batches: [{ byState: { paid: 1 } }],
      });
      expect(accountsPaidOnce(merchant.sandbox.gateway.book())).toEqual(['ACC-1', 'ACC-2']);
    }));
});

it('run-due names each schedule that waits for a person until somebody decides, and is not done', () =>
  withMerchant(async (merchant) => {
    const draft = await prepare(merchant, 'ACC-1');
    const at = Date.now() + hourMs;
    scheduleFor(merchant, draft, at);
    const backup = path.join(merchant.folder, 'backup.sqlite');
    expect((await merchant.run('backup', backup)).exitCode).toBe(0);
    expect((await merchant.run('restore', backup, '--yes')).exitCode).toBe(0);
    const { batchId } = draft;
    for (let call = 0; call < 2; call += 1) {
      const { exitCode, stdout, stderr } = await merchant.run('run-due');
      expect(stdout).not.toContain('Nothing is scheduled');
      expect(stderr).toContain(
        `Batch ${batchId} was scheduled for ${minuteText(new Date(at).toISOString())}, and waits for a person. A backup was restored, or the records were older than what was sent.`,
      );
      expect(exitCode).toBe(8);
    }
    const waiting = [{ batchId, error: 'recordsOlder' }];
    expect(readJson(await merchant.run('run-due', '--json'), z.looseObject({}), 8)).toMatchObject({
      waiting,
    });
    await merchant.run('batch', 'unschedule', batchId);
    expect((await merchant.run('run-due')).stdout).toContain('Nothing is scheduled.');
  }));

describe('bursar template', () => {
  it('keeps a released batch under a name, creates drafts from it, and follows the one that is released', () =>
    withMerchant(async (merchant) => {
      const run = (...words: string[]) => merchant.run(...words, '--json');
      const templates = async () => readJson(await run('template', 'list'), z.array(Template));
      const { batchId: draft } = await prepare(merchant, 'ACC-1');
      expect(readJson(await run('template', 'save', 'Payroll', '--batch', draft), Failed, 2).error.code).toBe(
        'notReleasable',
      );
      await merchant.run('release', draft, '--yes');
      const saved = readJson(await run('template', 'save', 'Payroll', '--batch', draft), Template);
      expect(await templates()).toEqual([saved]);
      expect(saved).toMatchObject({ name: 'Payroll', batchId: draft });

      const begun = readJson(await run('template', 'begin', 'Payroll'), Prepared);
      expect(begun).toMatchObject({ state: 'draft', rows: 1 });
      expect(begun.batchId).not.toBe(draft);
      expect(merchant.sandbox.gateway.book()).toHaveLength(1);
      await merchant.run('release', begun.batchId, '--yes', '--confirm-duplicates', 'Payroll');
      expect(await templates()).toMatchObject([{ name: 'Payroll', batchId: begun.batchId }]);

      expect((await run('template', 'begin', 'Rent')).exitCode).not.toBe(0);
      expect(readJson(await run('template', 'remove', 'Payroll'), Template).name).toBe('Payroll');
      expect(await templates()).toEqual([]);
      expect((await run('template', 'remove', 'Payroll')).exitCode).not.toBe(0);
    }));

  it('says which rows had been set aside from the batch that it repeats', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write(
        'payroll.csv',
        payoutFile(['ACC-1', 'ACC-2'].map((accountNumber) => ({ accountNumber, amount: '10.00' }))),
      );
      const prepared = readJson(await merchant.run('prepare', file, '--json'), Prepared);
      const kept = await withBursar(merchant, async (get) => {
        const source = { kind: 'draft', batchId: prepared.batchId } as const;
        const opened = await get('sheets.open', { source });
        if (opened.kind !== 'opened') throw new Error('no sheet');
        const { sheetId, version } = opened.sheet;
        await get('sheets.setAside', { sheetId, rows: { kind: 'rowNumbers', rowNumbers: [2], version } });
        return (await get('sheets.prepare', { sheetId })).batchId;
      });
      await merchant.run('release', kept, '--yes');
      await merchant.run('template', 'save', 'Payroll', '--batch', kept);
      const setAside = '1 row set aside from payroll.csv is not in the new batch: Set aside from payroll.csv';
      for (const words of [
        ['template', 'begin', 'Payroll'],
        ['batch', 'repeat', kept],
      ]) {
        const { stdout, stderr } = await merchant.run(...words);
        expect(stdout + stderr).toContain(setAside);
      }
    }));
});
