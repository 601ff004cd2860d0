import { rmSync } from 'node:fs';
import path from 'node:path';
import { isSameMoney } from '../../contract/money/money.ts';
import { startColleague, startMerchant, type Merchant } from '../cli/kit/merchant.ts';
import type { CliEnd } from '../kit/run-cli.ts';
import { withBursar } from '../kit/with-bursar.ts';
import { exitCodes } from '../../main/faces/cli/exit-codes.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';

const rowCount = 40;
const mostKills = 6;
const longestLifeMs = 5000;
const mostRuns = 60;
const faultRate = 0.08;
/** What happens to a batch beside kills: so often nothing; a backup is restored; the end of the journal is lost; two computers pay it at once; rows fail and are repaired. */
const plots = [
  'plain',
  'plain',
  'plain',
  'plain',
  'plain',
  'restored',
  'lost',
  'shared',
  'repaired',
] as const;
type Plot = (typeof plots)[number];
export const plotNames: readonly Plot[] = [...new Set(plots)];
/** Rows of a batch that is repaired end FAILED by this end of their account. */
const failingAccount = '9001';
const failingRows = 3;
const header = 'amount,currencyCode,paymentMethodCode,accountName,accountNumber,reference';

export type RoundEnd = {
  readonly kills: number;
  readonly runs: number;
  readonly requests: number;
  readonly repeatedPosts: number;
  readonly plots: Partial<Record<Plot, number>>;
};

type Row = { readonly amount: string; readonly currencyCode: string; readonly accountNumber: string };

/**
 * One round: 40 rows are paid by the real program against the sandbox with faults over HTTP, the program being killed with
 * SIGKILL at random moments, until it ends by itself; then the sandbox's book must hold every row exactly once with the
 * exact amount, and the program's own records must agree. In some rounds a backup from before the first release is restored then, and
 * the same file is paid again with more kills; or the journal is deleted after a kill; or a second computer pays the same file at the
 * same time: nothing more may be paid. In others, failed rows are repaired in a sheet that is changed after it was checked, and released
 * with more kills: each is paid once.
 */
export async function crashRound(seed: number): Promise<RoundEnd> {
  const random = new SeededRandom(seed);
  const merchant = await startMerchant({ seed, faults: faultRate, slowAnswerMs: 200, settleMs: 200 });
  try {
    const plot = random.pick(plots);
    const rows = Array.from({ length: rowCount }, (_, index) => makeRow(random, index, plot));
    const lines = rows.map(
      ({ amount, currencyCode, accountNumber }, index) =>
        `${amount},${currencyCode},BANK_TRANSFER,Payee ${index},${accountNumber},invoice ${index}`,
    );
    const file = merchant.write('payouts.csv', `${header}\n${lines.join('\n')}\n`);
    const backup = path.join(merchant.folder, 'before.backup');
    await merchant.run('backup', backup);
    const pay = ['pay', file, '--yes', '--json', ...(plot === 'lost' ? ['--again'] : [])];
    const ends =
      plot === 'plain' || plot === 'restored' ? [exitCodes.done] : [exitCodes.done, exitCodes.someNotPaid];
    const allowed =
      plot === 'repaired'
        ? ['paid', 'failed']
        : plot === 'plain' || plot === 'restored'
          ? ['paid']
          : ['paid', 'outside'];
    const colleague = plot === 'shared' ? await startColleague(merchant) : null;
    const [{ kills, runs }] = await Promise.all([
      payWithKills({ merchant, start: pay, random, ends, losesJournal: plot === 'lost' }),
      ...(colleague === null ? [] : [payWithKills({ merchant: colleague, start: pay, random, ends })]),
    ]);
    await checkBook(merchant, rows, allowed);
    if (colleague !== null) await checkBook(colleague, rows, allowed);
    if (plot === 'restored') {
      await merchant.run('restore', backup);
      await payWithKills({ merchant, start: pay, random, ends: [exitCodes.done, exitCodes.someNotPaid] });
      await checkBook(merchant, rows, ['paid', 'outside']);
    }
    if (plot === 'repaired') {
      const draft = await repair(merchant);
      await payWithKills({
        merchant,
        start: ['release', draft, '--yes', '--json', '--confirm-duplicates', 'repaired'],
        random,
        ends: [exitCodes.done],
        batchId: draft,
      });
      const repaired = rows
        .slice(0, failingRows)
        .map((row, index) => ({ ...row, accountNumber: repairedAccount(index) }));
      await checkBook(merchant, [...rows, ...repaired], ['paid', 'failed']);
    }
    const book = merchant.sandbox.gateway.book();
    const repeatedPosts = book.reduce((sum, { postsSeen }) => sum + postsSeen - 1, 0);
    const { requests } = merchant.sandbox.gateway.statistics();
    return { kills, runs, requests, repeatedPosts, plots: { [plot]: 1 } };
  } catch (cause) {
    throw new Error(
      `seed ${seed}: ${cause instanceof Error ? cause.message : String(cause)} (replay: npm run test:crash -- --seed ${seed})`,
      { cause },
    );
  } finally {
    await merchant.end();
  }
}

const repairedAccount = (index: number): string => `REPAIRED-${index}`;

/** A draft that retries the failed rows with other accounts, checked, looked at and changed in between; gives its batch. */
function repair(merchant: Merchant): Promise<string> {
  return withBursar(merchant, async (get) => {
    const [batch] = await get('batches.list', { limit: 1 });
    const opened = await get('sheets.open', {
      source: { kind: 'retryBatch', batchId: batch?.batchId ?? '' },
    });
    if (opened.kind !== 'opened' || opened.sheet.rows !== failingRows) throw new Error('not the failed rows');
    const { sheetId } = opened.sheet;
    const { rows } = await get('sheets.rows', { sheetId, view: {}, from: 0, limit: failingRows });
    await get('sheets.prepare', { sheetId });
    await get('payouts.list', { limit: 100 });
    for (const [index, { rowId }] of rows.entries())
      await get('sheets.change', {
        sheetId,
        change: { kind: 'set', rows: [{ rowId, cells: { accountNumber: repairedAccount(index) } }] },
      });
    const { batchId } = await get('sheets.prepare', { sheetId });
    await get('payouts.list', { limit: 100 });
    return batchId;
  });
}

function makeRow(random: SeededRandom, index: number, plot: Plot): Row {
  const { code, decimals } = random.pick([
    { code: 'EUR', decimals: 2 },
    { code: 'USD', decimals: 2 },
    { code: 'JPY', decimals: 0 },
    { code: 'BTC', decimals: 8 },
    { code: 'ETH', decimals: 18 },
  ]);
  const fraction = Array.from({ length: decimals }, () => random.below(10)).join('');
  const whole = 1 + random.below(1_000_000);
  const isFailing = plot === 'repaired' && index < failingRows;
  return {
    amount: decimals === 0 ? String(whole) : `${whole}.${fraction}`,
    currencyCode: code,
    accountNumber: isFailing
      ? `ACCOUNT-${index}-${failingAccount}`
      : `ACCOUNT-${index}-${1000 + random.below(8000)}`,
  };
}

/**
 * Runs `pay`, then `resume`, killing each at a random moment while kills are left, until a run ends by itself with one of these exit
 * codes. It need not name a batch: a kill may fall between the last final state and the end of the process, and then
 * `resume` rightly finds nothing to do. That everything is final is what the book and the records are checked for.
 */
async function payWithKills({
  merchant,
  start,
  random,
  ends,
  batchId = null,
  losesJournal = false,
}: {
  readonly merchant: Merchant;
  /** The command that pays. */
  readonly start: readonly string[];
  readonly random: SeededRandom;
  readonly ends: readonly number[];
  /** What is released; null: any batch. */
  readonly batchId?: string | null;
  /** Whether the journal is gone after the first kill. */
  readonly losesJournal?: boolean;
}): Promise<{ kills: number; runs: number }> {
  let killsLeft = 1 + random.below(mostKills);
  let kills = 0;
  let isReleased = false;
  let lastEnd = '';
  for (let runs = 1; runs <= mostRuns; runs += 1) {
    const { child, end } = isReleased ? merchant.start('resume', '--json') : merchant.start(...start);
    const timer = killsLeft > 0 ? setTimeout(() => child.kill('SIGKILL'), random.below(longestLifeMs)) : null;
    const { exitCode, stderr } = await end;
    lastEnd = `exit code ${exitCode}: ${stderr.slice(-500)}`;
    if (timer !== null) clearTimeout(timer);
    if (exitCode === null) {
      kills += 1;
      killsLeft -= 1;
      if (losesJournal && kills === 1)
        for (const part of ['wal', 'shm'])
          rmSync(path.join(merchant.dataDirectory, `bursar.sqlite-${part}`), { force: true });
    } else if (ends.includes(exitCode)) return { kills, runs };
    else if (exitCode !== exitCodes.unresolved && exitCode !== exitCodes.gateway) throw new Error(lastEnd);
    isReleased ||= await hasReleased(merchant, batchId);
  }
  throw new Error(`not finished after ${mostRuns} runs; the last: ${lastEnd}`);
}

async function hasReleased(merchant: Merchant, wanted: string | null): Promise<boolean> {
  const batches = await withBursar(merchant, (get) => get('batches.list', { limit: 10 }));
  return batches.some(
    ({ batchId, releasedAt }) => releasedAt !== null && (wanted === null || batchId === wanted),
  );
}

async function checkBook(
  merchant: Merchant,
  rows: readonly Row[],
  allowed: readonly string[],
): Promise<void> {
  const book = merchant.sandbox.gateway.book();
  if (book.length !== rows.length)
    throw new Error(`the book holds ${book.length} payouts, not ${rows.length}`);
  for (const row of rows) {
    const entries = book.filter(({ body }) => body.includes(JSON.stringify(row.accountNumber)));
    const [entry] = entries;
    if (entry === undefined || entries.length !== 1)
      throw new Error(`${row.accountNumber} is in the book ${entries.length} times`);
    if (entry.acceptedCount !== 1)
      throw new Error(`${row.accountNumber} was accepted ${entry.acceptedCount} times`);
    if (!isSameMoney(entry, row))
      throw new Error(
        `${row.accountNumber} was paid ${entry.amount} ${entry.currencyCode}, not ${row.amount} ${row.currencyCode}`,
      );
  }
  const paid = await jsonOf(merchant.run('payouts', '--json', '--limit', '1000'));
  const states = (paid as { state: string }[]).map(({ state }) => state);
  if (states.length !== rows.length || states.some((state) => !allowed.includes(state)))
    throw new Error(`recorded as ${states.join(', ')}`);
  const audit = (await jsonOf(merchant.run('audit', 'verify', '--json'))) as { problems: string[] };
  if (audit.problems.length > 0) throw new Error(audit.problems.join('; '));
}

async function jsonOf(run: Promise<CliEnd>): Promise<unknown> {
  const { stdout, stderr, exitCode } = await run;
  if (exitCode !== 0) throw new Error(`exit code ${exitCode}: ${stderr}`);
  return JSON.parse(stdout);
}
