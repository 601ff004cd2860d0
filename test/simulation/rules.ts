import { usualPayeePolicy } from '../../contract/payees/findings.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Book } from '../book/book.ts';
import type { Computer } from './computer.ts';
import type { RuleChange } from './scenario.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** Longer than a run in the foreground waits before it tries again. */
const blockedMs = 20 * 60_000;

type Parts = { readonly computer: Computer; readonly time: VirtualClock };

/** A person puts a rule in force in the middle of whatever happens then, and takes it back later. */
export async function changeRule({ computer, time }: Parts, change: RuleChange): Promise<void> {
  const { rule, row, afterMs, forMs } = change;
  await time.sleep(afterMs);
  if (rule === 'block') {
    await block({ computer, time }, change);
    return;
  }
  const { set, undone } = settingsOf(computer, rule, row);
  await computer.insist('settings.change', set);
  await time.sleep(forMs);
  await computer.insist('settings.change', undone);
}

type Changes = Partial<Pick<Settings, 'releaseLimits' | 'floors' | 'payeePolicy'>>;

function settingsOf(
  { store }: Computer,
  rule: Exclude<RuleChange['rule'], 'block'>,
  { currencyCode }: RuleChange['row'],
): { readonly set: Changes; readonly undone: Changes } {
  switch (rule) {
    case 'limit': {
      const limit = { currencyCode, largestPayout: '1', largestBatch: null };
      return { set: { releaseLimits: [limit] }, undone: { releaseLimits: [] } };
    }
    case 'floor':
      return {
        set: { floors: [{ profileName: store.listProfiles()[0]?.name ?? '', currencyCode, amount: '1' }] },
        undone: { floors: [] },
      };
    case 'payeePolicy':
      return {
        set: { payeePolicy: { ...usualPayeePolicy, newPayee: 'block', changedDetails: 'block' } },
        undone: { payeePolicy: usualPayeePolicy },
      };
  }
}

/** A floor holds rows that were released, until their payee is blocked: without it, they are sent at once. */
async function block({ computer, time }: Parts, { row, forMs }: RuleChange): Promise<void> {
  const { accountName, accountNumber } = row;
  const { set, undone } = settingsOf(computer, 'floor', row);
  await computer.insist('settings.change', set);
  // Nothing is known of a payee to whom nothing was sent.
  const bytes = new TextEncoder().encode(`name,account\n${accountName},${accountNumber}\n`);
  await computer.insist('payees.import', { fileName: 'payees.csv', bytes });
  await time.sleep(forMs);
  const found = await computer.insist('payees.list', { search: accountNumber, limit: 1 });
  const payeeId = found.ok ? found.value.payees[0]?.payeeId : undefined;
  if (payeeId !== undefined && (await computer.insist('payees.block', { payeeId })).ok)
    computer.watch.holds.block(accountNumber);
  await computer.insist('settings.change', undone);
  if (payeeId === undefined) return;
  await time.sleep(blockedMs);
  computer.watch.holds.unblock(accountNumber);
  await computer.insist('payees.unblock', { payeeId });
}

/** Looks for what Bursar was told late, after a sleep or a crash, grow rarer. */
const looks = 30;
const looksGrow = 1.5;

/** The gateway contradicts the profile for a while. A person who knows that it has corrected itself dismisses the notices, and resumes. */
export async function contradict(
  { computer, time, book }: Parts & { readonly book: Book },
  { afterMs, forMs }: { readonly afterMs: number; readonly forMs: number },
): Promise<void> {
  await time.sleep(afterMs);
  book.callsReal = true;
  computer.watch.holds.heedContradictions();
  await time.sleep(forMs);
  book.callsReal = false;
  for (let look = 0; look < looks; look += 1) {
    await time.sleep(Math.round(60_000 * looksGrow ** look));
    const noticed = computer.store.notices(100).filter(({ kind }) => kind === 'environmentContradicted');
    if (noticed.length === 0) continue;
    for (const { batchId } of noticed) await computer.insist('attention.dismiss', { batchId });
    computer.watch.holds.dismissContradiction();
    for (const { batchId } of computer.store.unfinishedBatches())
      if (computer.store.isPaused(batchId)) await computer.insist('batches.resume', { batchId });
  }
}

/** The profile gets another key, of which the gateway learns some time later, when it forgets the one before. */
export async function replaceKey(
  { computer, time, book }: Parts & { readonly book: Book },
  { afterMs, forMs }: { readonly afterMs: number; readonly forMs: number },
): Promise<void> {
  await time.sleep(afterMs);
  const [profile] = computer.store.listProfiles();
  const key = { kind: 'generate', modulusBits: 2048 } as const;
  const replaced = await computer.insist('profiles.replaceKey', { name: profile?.name ?? '', key });
  if (!replaced.ok) return;
  await time.sleep(forMs);
  book.replaceKey(replaced.value.publicKey?.pem ?? '');
}
