import type { PayoutRow } from '../../../contract/payments/payment.ts';
import type { Computer } from '../computer.ts';
import { BrokenInvariant } from '../checks/broken.ts';
import { correctedRows } from './corrections.ts';
import {
  confirmDuplicates,
  draftLeft,
  draftsOfParts,
  importRows,
  openFile,
  prepare,
  releasedBatches,
  repairDraft,
  repairInParts,
  retryDraft,
} from './drafts.ts';
import { askAgain, look, lookAndEdit } from './looks.ts';
import { decideOutside } from './outside.ts';
import { renameProfile, renewProfile } from './profile.ts';
import { runInForeground, runToEnd, type PersonParts } from '../runs.ts';
import type { Act } from './acts.ts';
import { isWary } from '../scenario.ts';
import { clearDraft } from './verifications.ts';
import { drawReleaseTime, isReleased, isScheduled, keepSchedule } from './schedules.ts';

const secondMs = 1000;
/** How often a release that fails is tried again after a second, and how often that wait doubles then. */
const patientTries = 10;
const mostDoublings = 10;
const waits = [secondMs, 60 * secondMs, 1200 * secondMs, 7 * 3600 * secondMs, 50 * 3600 * secondMs] as const;
const mostSchedules = 3;
const longestUntilCancelledMs = 3 * secondMs;
/** A release that a person has to look into first. */
const heldCodes: ReadonlySet<string> = new Set(['duplicateHeld', 'repeatRevived', 'recordsOlder']);

/** Somebody who pays a file with Bursar on one computer, with all that people do when something of it failed. */
export class Person {
  readonly #parts: PersonParts;
  readonly #computer: Computer;

  constructor(parts: PersonParts) {
    this.#parts = parts;
    this.#computer = parts.computer;
  }

  /** Imports the file and releases it; gives the batch. Null: it is held, since it was paid before. */
  payFile(): Promise<string | null> {
    return this.#releaseInTheEnd(() => this.#import());
  }

  /** Releases what `draft` gives, whatever comes between; less and less often, since a gateway may learn late of a new key. Null: it is held. */
  async #releaseInTheEnd(draft: () => Promise<string | null>): Promise<string | null> {
    for (let tries = 0; ; tries += 1) {
      const batchId = await draft();
      if (batchId === null) return null;
      const outcome = await this.#releaseStrictly(batchId);
      if (outcome !== 'again') return outcome === 'released' ? batchId : null;
      const doublings = Math.min(Math.max(0, tries - patientTries), mostDoublings);
      await this.#parts.time.sleep(secondMs * 2 ** doublings);
    }
  }

  #import(rows: readonly PayoutRow[] = this.#parts.scenario.rows): Promise<string | null> {
    return importRows(this.#parts, rows);
  }

  /** Tries everything by which a release must not happen, then releases twice at once, which must happen once. */
  async #releaseStrictly(batchId: string): Promise<'released' | 'held' | 'again'> {
    const computer = this.#computer;
    await clearDraft(this.#parts, batchId);
    const rowsHash = computer.store.findBatch(batchId)?.rowsHash ?? '';
    const changed = await computer.call('batches.release', {
      batchId,
      rowsHash: `${rowsHash}0`,
    });
    if (changed !== 'crashed' && changed.ok)
      throw new BrokenInvariant('I4: released with another hash than that of its rows');
    computer.watch.holds.releaseNow(batchId);
    const input = { batchId, rowsHash, confirmed: await confirmDuplicates(computer, batchId, false) };
    const declined = await computer.call('batches.release', input, false);
    if (declined !== 'crashed' && declined.ok)
      throw new BrokenInvariant('I5: released although nobody confirmed');
    const outcomes = await Promise.all([
      computer.call('batches.release', input),
      computer.call('batches.release', input),
    ]);
    const areReleased = outcomes.map((outcome) => outcome !== 'crashed' && outcome.ok);
    if (areReleased.every(Boolean)) throw new BrokenInvariant('I3: released twice');
    if ((computer.store.findBatch(batchId)?.releasedAt ?? null) !== null) return 'released';
    const isHeld = outcomes.some(
      (outcome) => outcome !== 'crashed' && !outcome.ok && heldCodes.has(outcome.error.code),
    );
    return isHeld ? 'held' : 'again';
  }

  /** The way through a sheet: it is checked, looked at among all payouts, changed, and checked again. */
  async payBySheet(): Promise<string | null> {
    const { sheetId } = await this.#openFile();
    await lookAndEdit(this.#computer, sheetId, 1 + this.#parts.random.below(3));
    return this.#releaseSheet(sheetId);
  }

  #openFile(): ReturnType<typeof openFile> {
    return openFile(this.#computer, this.#parts.scenario.rows);
  }

  async #releaseSheet(sheetId: string): Promise<string> {
    const computer = this.#computer;
    const released = await this.#releaseInTheEnd(async () => {
      const prepared = await computer.insist('sheets.prepare', { sheetId });
      if (!prepared.ok) throw new Error(`prepare: ${prepared.error.message}`);
      await look(computer);
      return prepared.value.batchId;
    });
    if (released === null) throw new Error('a new sheet was held');
    return released;
  }

  /** The file is scheduled a few times, and released at once where it still was not. */
  async payLater(): Promise<string> {
    const { sheetId } = await this.#openFile();
    for (let left = mostSchedules; left > 0; left -= 1) {
      const batchId = await prepare(this.#computer, sheetId);
      if (batchId !== null) await this.#releaseLater(batchId, false);
      if (batchId !== null && isReleased(this.#computer, batchId)) return batchId;
    }
    return this.#releaseSheet(sheetId);
  }

  /** The rows of the file are released in two parts, or one of them is. */
  async payInParts(): Promise<string | null> {
    for (const batchId of await draftsOfParts(this.#parts, await this.#openFile()))
      await this.#release(batchId, false);
    return releasedBatches(this.#parts).length > 0 ? null : this.payFile();
  }

  /** Runs until everything is final; a person decides about what is left to one. */
  run(): Promise<void> {
    return runToEnd(this.#parts);
  }

  /** Waits until these payins and top-ups are final, too. */
  receive(batchIds: readonly string[]): Promise<void> {
    return runInForeground(this.#parts, [...batchIds]);
  }

  async act(act: Act): Promise<void> {
    const { random, time } = this.#parts;
    switch (act) {
      case 'retryBatch':
        return this.#release(await retryDraft(this.#parts), false);
      case 'retryAgain':
        return this.#release(await retryDraft(this.#parts), true);
      case 'leaveRetry':
        await retryDraft(this.#parts);
        return;
      case 'repair':
        return this.#release(await repairDraft(this.#parts, 'all'), random.chance(0.5));
      case 'repairOne':
        return this.#release(await repairDraft(this.#parts, 'one'), random.chance(0.5));
      case 'leaveRepair':
        await repairDraft(this.#parts, random.pick(['all', 'one'] as const));
        return;
      case 'releaseLeft':
        return this.#release(draftLeft(this.#parts, random), random.chance(0.5));
      case 'payHeld':
        return this.neverTwice();
      case 'payAgain':
        return this.#payAgain();
      case 'askAgain':
        return askAgain(this.#parts);
      case 'payCorrected':
        return this.#payCorrected();
      case 'cancelMidway':
        return this.#cancelMidway();
      case 'decideOutside':
        await decideOutside(this.#parts);
        return this.run();
      case 'rename':
        return renameProfile(this.#computer);
      case 'renewProfile':
        return renewProfile(this.#computer);
      case 'schedule':
        return this.#schedule();
      case 'repairInParts':
        for (const draft of await repairInParts(this.#parts))
          if (random.chance(0.7)) await this.#release(draft, random.chance(0.5));
        return;
      case 'wait':
        return time.sleep(random.pick(waits));
    }
  }

  /**
   * Releases a draft if it may be, and runs it. What is no retry is paid once more, as a person says here. `at`: at that time; `after`: what is
   * done once it is released, or scheduled.
   */
  async #release(
    batchId: string | null,
    duplicatesAreMeant: boolean,
    {
      at = null,
      after,
    }: { readonly at?: number | null; readonly after?: (batchId: string) => Promise<void> } = {},
  ): Promise<void> {
    const { payOnce, scenario } = this.#parts;
    const computer = this.#computer;
    const { store, watch } = computer;
    await clearDraft(this.#parts, batchId);
    const batch = batchId === null ? null : store.findBatch(batchId);
    if (batchId === null || batch?.state !== 'draft') return;
    const rows = store.rowsOfBatch(batchId, 0, 1000);
    payOnce.retry(rows.map(({ accountName }) => accountName));
    const isOnceMore = duplicatesAreMeant && rows.every(({ retryOf }) => retryOf === null);
    if (isOnceMore) payOnce.allow(rows, 1);
    const { rowsHash } = batch;
    const confirms = isOnceMore || !isWary(scenario);
    const confirmed = confirms ? await confirmDuplicates(computer, batchId, duplicatesAreMeant) : null;
    if (at === null) watch.holds.releaseNow(batchId);
    else watch.holds.schedule(batchId, at);
    const isoAt = at === null ? null : new Date(at).toISOString();
    await computer.insist('batches.release', { batchId, rowsHash, confirmed, at: isoAt });
    if (isReleased(computer, batchId) || isScheduled(computer, batchId)) await after?.(batchId);
    if (isOnceMore && !isReleased(computer, batchId)) payOnce.allow(rows, -1);
    await this.run();
  }

  /** A person says that the whole file is to be paid once more. */
  async #payAgain(): Promise<void> {
    await this.#release(await this.#import(), true);
  }

  /** A retry, or else the file once more, is cancelled while it is sent. */
  async #cancelMidway(): Promise<void> {
    const { random, time } = this.#parts;
    const batchId = (await retryDraft(this.#parts)) ?? (await this.#import());
    await this.#release(batchId, true, {
      after: async (released) => {
        await this.#computer.insist('runner.start', {});
        await time.sleep(random.below(longestUntilCancelledMs));
        await this.cancel(released);
        await this.#computer.insist('runner.stop', {});
      },
    });
  }

  /** A draft that was left, a retry, or else the file once more, at a later time. */
  async #schedule(): Promise<void> {
    const { random } = this.#parts;
    const draft = draftLeft(this.#parts, random) ?? (await retryDraft(this.#parts));
    await this.#releaseLater(draft ?? (await this.#import()), true);
  }

  async #releaseLater(draft: string | null, duplicatesAreMeant: boolean): Promise<void> {
    const at = drawReleaseTime(this.#parts);
    await this.#release(draft, duplicatesAreMeant, {
      at,
      after: (batchId) => keepSchedule(this.#parts, batchId, at),
    });
    await this.#computer.insist('runner.stop', {});
  }

  /** The file again with changes, which pays nobody whom it may have paid. */
  async #payCorrected(): Promise<void> {
    const { payOnce, scenario, random } = this.#parts;
    const rows = correctedRows(scenario, random);
    payOnce.correct(rows);
    if (rows.length > 0) await this.#release(await this.#import(rows), false);
  }

  /** The same file again, with nobody saying that it is meant, pays nothing, if any of its rows may have been paid. */
  async neverTwice(): Promise<void> {
    if (!this.#mayHavePaid()) return;
    const batchId = await this.#import();
    const batch = batchId === null ? null : this.#computer.store.findBatch(batchId);
    if (batch === null) return;
    if (batch.releasedAt !== null) {
      // Somebody else may have released the draft meanwhile.
      if (this.#parts.scenario.plot === 'sideBySide') return;
      throw new BrokenInvariant('a released batch was given as a draft');
    }
    const { rowsHash } = batch;
    const result = await this.#computer.insist('batches.release', {
      batchId: batch.batchId,
      rowsHash,
    });
    if (result.ok)
      throw new BrokenInvariant('never twice: the same file was released again without being held');
    await this.cancel(batch.batchId);
  }

  /** Not if the part of the file that was released was rejected as a whole, which moved no money. */
  #mayHavePaid(): boolean {
    const { store } = this.#computer;
    return store.listBatches({ after: null, limit: 1000 }).some(({ batchId, releasedAt, rows }) => {
      const { rejected = 0, cancelled = 0 } = store.countByState(batchId);
      return releasedAt !== null && rejected + cancelled < rows;
    });
  }

  /** Requests in doubt are not repeated then, until the person resumes the batch. */
  async cancel(batchId: string): Promise<void> {
    const computer = this.#computer;
    await computer.insist('batches.cancel', { batchId });
    if (!computer.store.isPaused(batchId)) return;
    await this.#parts.time.sleep(60 * secondMs);
    await computer.insist('batches.resume', { batchId });
  }
}
