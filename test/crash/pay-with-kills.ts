import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Merchant } from '../cli/kit/merchant.ts';
import { startCli, type CliRun } from '../kit/run-cli.ts';
import { withBursar } from '../kit/with-bursar.ts';
import { exitCodes } from '../../main/faces/cli/exit-codes.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import type { ClockOfComputer } from './clock-of-computer.ts';

const mostKills = 6;
const longestLifeMs = 5000;
const mostRuns = 60;

export type Kills = { readonly kills: number; readonly runs: number };

/**
 * Runs `pay`, then `resume`, killing each at a random moment while kills are left, until a run ends by itself with one of these exit
 * codes. It need not name a batch: a kill may fall between the last final state and the end of the process, and then
 * `resume` rightly finds nothing to do. That everything is final is what the book and the records are checked for.
 */
export async function payWithKills({
  merchant,
  start,
  random,
  ends,
  batchId = null,
  losesJournal = false,
  clock = null,
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
  /** The clock that each process sees; null: the true one. */
  readonly clock?: ClockOfComputer | null;
}): Promise<Kills> {
  let killsLeft = 1 + random.below(mostKills);
  let kills = 0;
  let isReleased = false;
  let lastEnd = '';
  for (let runs = 1; runs <= mostRuns; runs += 1) {
    const { child, end } = startWith(merchant, isReleased ? ['resume', '--json'] : start, clock);
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

/** Starts the program on a computer with this clock. */
export function startWith(
  { dataDirectory, keyFile }: Merchant,
  words: readonly string[],
  clock: ClockOfComputer | null,
): CliRun {
  const place = ['--data-dir', dataDirectory, '--key-file', keyFile];
  return startCli([...words, ...place], clock?.nextEnvironment() ?? {});
}

async function hasReleased(merchant: Merchant, wanted: string | null): Promise<boolean> {
  const batches = await withBursar(merchant, (get) => get('batches.list', { limit: 10 }));
  return batches.some(
    ({ batchId, releasedAt }) => releasedAt !== null && (wanted === null || batchId === wanted),
  );
}
