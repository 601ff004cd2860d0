import type { DuplicateConfirmation } from '../../../contract/batches/duplicates.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import type { Computer } from '../computer.ts';
import { BrokenInvariant } from '../checks/broken.ts';
import type { PayOnce } from '../checks/pay-once.ts';
import { correctedRows } from './corrections.ts';
import { draftLeft, releasedBatches, repairDraft, retryDraft } from './drafts.ts';
import { renameProfile, renewProfile } from './profile.ts';
import { runInForeground, runToEnd, type RunParts } from '../runs.ts';
import { isWary, type Act } from '../scenario.ts';

const secondMs = 1000;
const waits = [secondMs, 60 * secondMs, 1200 * secondMs, 7 * 3600 * secondMs, 50 * 3600 * secondMs] as const;
const fileName = 'rows.json';
const longestUntilCancelledMs = 3 * secondMs;
/** A release that a person has to look into first. */
const heldCodes: ReadonlySet<string> = new Set(['duplicateHeld', 'repeatRevived', 'recordsOlder']);

const bytesOf = (rows: readonly PayoutRow[]): Uint8Array => new TextEncoder().encode(JSON.stringify(rows));

export type PersonParts = RunParts & { readonly payOnce: PayOnce };

/** Somebody who pays a file with Bursar on one computer, with all that people do when something of it failed. */
export class Person {
  readonly #parts: PersonParts;
  readonly #computer: Computer;

  constructor(parts: PersonParts) {
    this.#parts = parts;
    this.#computer = parts.computer;
  }

  /** Imports the file and releases it, whatever comes between; gives the batch. Null: it is held, since it was paid before. */
  async payFile(): Promise<string | null> {
    for (;;) {
      const batchId = await this.#import();
      if (batchId === null) return null;
      const outcome = await this.#releaseStrictly(batchId);
      if (outcome === 'released') return batchId;
      if (outcome === 'held') return null;
      await this.#parts.time.sleep(secondMs);
    }
  }

  /** Null: it cannot be imported, since its order IDs were used before. */
  async #import(rows: readonly PayoutRow[] = this.#parts.scenario.rows): Promise<string | null> {
    const imported = await this.#computer.insist('batches.import', { fileName, bytes: bytesOf(rows) });
    if (imported.ok) return imported.value.batch.batchId;
    if (imported.error.code === 'orderIdUsed') return null;
    throw new Error(`import: ${imported.error.message}`);
  }

  /** The person confirms rows that look alike; that a whole file was released before only where it is meant once more. */
  async #confirmed(batchId: string, isMeantOnceMore: boolean): Promise<DuplicateConfirmation | null> {
    const found = await this.#computer.insist('batches.duplicates', { batchId });
    if (!found.ok || (found.value.sameFileAs !== null && !isMeantOnceMore)) return null;
    return { findingsHash: found.value.findingsHash, all: true, reason: 'simulated' };
  }

  /** Tries everything by which a release must not happen, then releases twice at once, which must happen once. */
  async #releaseStrictly(batchId: string): Promise<'released' | 'held' | 'again'> {
    const computer = this.#computer;
    const rowsHash = computer.store.findBatch(batchId)?.rowsHash ?? '';
    const changed = await computer.call('batches.release', {
      batchId,
      rowsHash: `${rowsHash}0`,
    });
    if (changed !== 'crashed' && changed.ok)
      throw new BrokenInvariant('I4: released with another hash than that of its rows');
    const input = { batchId, rowsHash, confirmed: await this.#confirmed(batchId, false) };
    const declined = await computer.call('batches.release', input, false);
    if (declined !== 'crashed' && declined.ok)
      throw new BrokenInvariant('I5: released although nobody confirmed');
    const outcomes = await Promise.all([
      computer.call('batches.release', input),
      computer.call('batches.release', input),
    ]);
    const isReleased = outcomes.map((outcome) => outcome !== 'crashed' && outcome.ok);
    if (isReleased.every(Boolean)) throw new BrokenInvariant('I3: released twice');
    if ((computer.store.findBatch(batchId)?.releasedAt ?? null) !== null) return 'released';
    const isHeld = outcomes.some(
      (outcome) => outcome !== 'crashed' && !outcome.ok && heldCodes.has(outcome.error.code),
    );
    return isHeld ? 'held' : 'again';
  }

  /** The way through a sheet: it is checked, looked at among all payouts, changed, and checked again. */
  async payBySheet(): Promise<string | null> {
    const computer = this.#computer;
    const source = { kind: 'file', fileName, bytes: bytesOf(this.#parts.scenario.rows) } as const;
    for (;;) {
      const opened = await computer.call('sheets.open', { source });
      if (opened === 'crashed') continue;
      if (!opened.ok || opened.value.kind !== 'opened') throw new Error('the sheet was not opened');
      const { sheetId } = opened.value.sheet;
      const edits = 1 + this.#parts.random.below(3);
      for (let edit = 0; edit < edits; edit += 1) {
        await computer.insist('sheets.prepare', { sheetId });
        await this.#look();
        const text = `note ${edit}`;
        await computer.insist('sheets.change', {
          sheetId,
          change: { kind: 'set', rows: [{ rowId: 1, cells: { reference: text } }] },
        });
        await this.#look();
      }
      const prepared = await computer.insist('sheets.prepare', { sheetId });
      if (!prepared.ok) throw new Error(`prepare: ${prepared.error.message}`);
      const { batchId } = prepared.value;
      await this.#look();
      for (;;) {
        const outcome = await this.#releaseStrictly(batchId);
        if (outcome === 'held') throw new Error('a new sheet was held');
        if (outcome === 'released') return batchId;
        await this.#parts.time.sleep(secondMs);
      }
    }
  }

  /** Whatever was prepared and changed, the list of payouts can be read. */
  async #look(): Promise<void> {
    const page = { limit: 100 };
    const newest = await this.#computer.insist('payouts.list', page);
    const filter = { search: 'Payee' };
    const found = await this.#computer.insist('payouts.list', { filter, order: 'name', ...page });
    for (const list of [newest, found])
      if (!list.ok) throw new BrokenInvariant(`the history cannot be read: ${list.error.message}`);
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
        return this.#release(draftLeft(this.#computer, random), random.chance(0.5));
      case 'payHeld':
        return this.neverTwice();
      case 'payAgain':
        return this.#payAgain();
      case 'askAgain':
        return this.#askAgain();
      case 'payCorrected':
        return this.#payCorrected();
      case 'cancelMidway':
        return this.#cancelMidway();
      case 'decideOutside':
        return this.#decideOutside();
      case 'rename':
        return renameProfile(this.#computer);
      case 'renewProfile':
        return renewProfile(this.#computer);
      case 'wait':
        return time.sleep(random.pick(waits));
    }
  }

  /** A person looks at every payout, ended or not. */
  async #askAgain(): Promise<void> {
    for (const batchId of releasedBatches(this.#computer))
      for (const { idPayment } of this.#computer.store.rowsOfBatch(batchId, 0, 1000)) {
        await this.#computer.insist('payouts.refresh', { idPayout: idPayment });
      }
  }

  /**
   * Releases a draft if it may be, and runs it. What is no retry is paid once more, as a person says here. What is left of it is cancelled
   * after so long; null: nothing is.
   */
  async #release(
    batchId: string | null,
    duplicatesAreMeant: boolean,
    cancelledAfterMs: number | null = null,
  ): Promise<void> {
    const { payOnce, scenario, time } = this.#parts;
    const { store } = this.#computer;
    const batch = batchId === null ? null : store.findBatch(batchId);
    if (batchId === null || batch?.state !== 'draft') return;
    const rows = store.rowsOfBatch(batchId, 0, 1000);
    payOnce.retry(rows.map(({ accountName }) => accountName));
    const isOnceMore = duplicatesAreMeant && rows.every(({ retryOf }) => retryOf === null);
    if (isOnceMore) payOnce.allow(rows, 1);
    const { rowsHash } = batch;
    const confirms = isOnceMore || !isWary(scenario);
    const confirmed = confirms ? await this.#confirmed(batchId, duplicatesAreMeant) : null;
    await this.#computer.insist('batches.release', { batchId, rowsHash, confirmed });
    const isReleased = (this.#computer.store.findBatch(batchId)?.releasedAt ?? null) !== null;
    if (isOnceMore && !isReleased) payOnce.allow(rows, -1);
    if (isReleased && cancelledAfterMs !== null) {
      await this.#computer.insist('runner.start', {});
      await time.sleep(cancelledAfterMs);
      await this.cancel(batchId);
      await this.#computer.insist('runner.stop', {});
    }
    await this.run();
  }

  /** A person says that the whole file is to be paid once more. */
  async #payAgain(): Promise<void> {
    await this.#release(await this.#import(), true);
  }

  /** A retry, or else the file once more, is cancelled while it is sent. */
  async #cancelMidway(): Promise<void> {
    const batchId = (await retryDraft(this.#parts)) ?? (await this.#import());
    await this.#release(batchId, true, this.#parts.random.below(longestUntilCancelledMs));
  }

  /** The file again with changes, which pays nobody whom it may have paid. */
  async #payCorrected(): Promise<void> {
    const { payOnce, scenario, random } = this.#parts;
    const rows = correctedRows(scenario, random);
    payOnce.correct(rows);
    if (rows.length > 0) await this.#release(await this.#import(rows), false);
  }

  /** Somebody who asks the gateway's people adopts what was sent from here after all, and decides either way about what others sent. */
  async #decideOutside(): Promise<void> {
    const { random, payOnce, entryOf } = this.#parts;
    const { store, watch } = this.#computer;
    for (const batchId of releasedBatches(this.#computer))
      for (const payment of store.rowsOfBatch(batchId, 0, 1000)) {
        const { idPayment, state } = payment;
        if (state !== 'outside') continue;
        const isOurs = entryOf(idPayment)?.from === watch.computer;
        const decision = isOurs || random.chance(0.5) ? 'adopt' : 'payAgain';
        watch.decide(idPayment);
        if (decision === 'payAgain') payOnce.allow([payment], 1);
        await this.#computer.insist('payouts.decide', { idPayout: idPayment, decision });
      }
    await this.run();
  }

  /** The same file again, with nobody saying that it is meant, pays nothing. */
  async neverTwice(): Promise<void> {
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

  /** Requests in doubt are not repeated then, until the person resumes the batch. */
  async cancel(batchId: string): Promise<void> {
    const computer = this.#computer;
    await computer.insist('batches.cancel', { batchId });
    if (!computer.store.isPaused(batchId)) return;
    await this.#parts.time.sleep(60 * secondMs);
    await computer.insist('batches.resume', { batchId });
  }
}
