import { usualPayeePolicy } from '../../../contract/payees/findings.ts';
import type { StoredPayment } from '../../../main/core/ports/index.ts';
import { BrokenInvariant } from '../checks/broken.ts';
import type { Computer } from '../computer.ts';
import type { PersonParts } from '../runs.ts';

const hourMs = 3_600_000;

/** New payees, and accounts that are new of a payee, block a release until somebody has verified them and some hours have passed. */
export async function requireVerified(computer: Computer, waitingHours: number): Promise<void> {
  const payeePolicy = {
    ...usualPayeePolicy,
    newPayee: 'block',
    changedDetails: 'block',
    waitingHours,
  } as const;
  await computer.insist('settings.change', { payeePolicy });
  computer.watch.holds.requireVerified();
}

/** Has a draft approved, and its payees verified, where that is needed. */
export async function clearDraft(parts: PersonParts, batchId: string | null): Promise<void> {
  await parts.approvers?.clear(batchId);
  await verifyPayees(parts, batchId);
}

/** Has the payees of a draft verified; it does not leave before. */
async function verifyPayees(
  { computer, random, scenario, time }: Pick<PersonParts, 'computer' | 'random' | 'scenario' | 'time'>,
  batchId: string | null,
): Promise<void> {
  const { store, watch } = computer;
  if (batchId === null || scenario.verifications === null) return;
  const unverified = store
    .rowsOfBatch(batchId, 0, 1000)
    .filter(({ accountNumber }) => !watch.holds.isVerified(accountNumber));
  if (unverified.length === 0) return;
  const { rowsHash = '' } = store.findBatch(batchId) ?? {};
  const released = await computer.call('batches.release', { batchId, rowsHash });
  if (released !== 'crashed' && released.ok)
    throw new BrokenInvariant(`released although nobody verified ${unverified[0]?.accountNumber}`);
  const waitingMs = scenario.verifications.waitingHours * hourMs;
  for (const row of unverified) await verify(computer, row, waitingMs);
  if (random.chance(0.3)) await time.sleep(waitingMs);
}

/** A known payee's other account is verified by itself, and waits. A payee who is not known comes with a list, and is known at once. */
async function verify(
  computer: Computer,
  { accountName, accountNumber }: Pick<StoredPayment, 'accountName' | 'accountNumber'>,
  waitingMs: number,
): Promise<void> {
  const found = await computer.insist('payees.list', { search: accountName, limit: 100 });
  const known = found.ok ? found.value.payees.find(({ names }) => names.includes(accountName)) : undefined;
  const by = 'Otto';
  const bytes = new TextEncoder().encode(`name,account\n${accountName},${accountNumber}\n`);
  const verified =
    known === undefined
      ? await computer.insist('payees.import', { fileName: 'payees.csv', bytes, verifiedBy: by })
      : await computer.insist('payees.verify', {
          payeeId: known.payeeId,
          account: accountNumber,
          by,
          how: 'called',
        });
  if (!verified.ok) throw new Error(`verify: ${verified.error.message}`);
  computer.watch.holds.verify(accountNumber, known === undefined ? 0 : computer.clock.now() + waitingMs);
}
