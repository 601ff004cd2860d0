import type { DuplicateConfirmation } from '../../contract/batches/duplicates.ts';
import type { SheetSource } from '../../contract/batches/sheet.ts';
import type { Computer } from './computer.ts';
import { BrokenInvariant } from './checks/broken.ts';
import type { PayOnce } from './checks/pay-once.ts';
import { runInForeground, runToEnd, type RunParts } from './runs.ts';
import type { Act } from './scenario.ts';

const secondMs = 1000;
const waits = [secondMs, 60 * secondMs, 1200 * secondMs, 7 * 3600 * secondMs, 50 * 3600 * secondMs] as const;
const fileName = 'rows.json';
/** A release that a person has to look into first. */
const heldCodes: ReadonlySet<string> = new Set(['duplicateHeld', 'repeatRevived', 'recordsOlder']);

export type PersonParts = RunParts & { readonly payOnce: PayOnce };

/** Somebody who pays a file with Bursar on one computer, with all that people do when something of it failed. */
export class Person {
  readonly #parts: PersonParts;
  readonly #computer: Computer;
  readonly #bytes: Uint8Array;

  constructor(parts: PersonParts) {
    this.#parts = parts;
    this.#computer = parts.computer;
    this.#bytes = new TextEncoder().encode(JSON.stringify(parts.scenario.rows));
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
  async #import(): Promise<string | null> {
    const imported = await this.#computer.insist('batches.import', { fileName, bytes: this.#bytes });
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
    const source = { kind: 'file', fileName, bytes: this.#bytes } as const;
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
        return this.#release(await this.#retryDraft(), false);
      case 'retryAgain':
        return this.#release(await this.#retryDraft(), true);
      case 'leaveRetry':
        await this.#retryDraft();
        return;
      case 'repair':
        return this.#release(await this.#repairDraft('all'), random.chance(0.5));
      case 'repairOne':
        return this.#release(await this.#repairDraft('one'), random.chance(0.5));
      case 'leaveRepair':
        await this.#repairDraft(random.pick(['all', 'one'] as const));
        return;
      case 'releaseLeft':
        return this.#release(this.#draftLeft(), random.chance(0.5));
      case 'payHeld':
        return this.neverTwice();
      case 'payAgain':
        return this.#payAgain();
      case 'askAgain':
        return this.#askAgain();
      case 'wait':
        return time.sleep(random.pick(waits));
    }
  }

  #released(): string[] {
    const batches = this.#computer.store.listBatches({ after: null, limit: 100 });
    return batches.filter(({ releasedAt }) => releasedAt !== null).map(({ batchId }) => batchId);
  }

  /** A person looks at every payout, ended or not. */
  async #askAgain(): Promise<void> {
    for (const batchId of this.#released())
      for (const { idPayment } of this.#computer.store.rowsOfBatch(batchId, 0, 1000)) {
        this.#computer.watch.askAgain(idPayment);
        await this.#computer.insist('payouts.refresh', { idPayout: idPayment });
      }
  }

  #draftLeft(): string | null {
    const batches = this.#computer.store.listBatches({ after: null, limit: 100 });
    const drafts = batches.filter(({ state }) => state === 'draft');
    return drafts.length === 0 ? null : this.#parts.random.pick(drafts).batchId;
  }

  async #retryDraft(): Promise<string | null> {
    const released = this.#released();
    if (released.length === 0) return null;
    const batchId = this.#parts.random.pick(released);
    const result = await this.#computer.call('batches.retry', { batchId });
    return result === 'crashed' || !result.ok ? null : result.value.batchId;
  }

  async #repairDraft(which: 'all' | 'one'): Promise<string | null> {
    const { random, scenario } = this.#parts;
    const computer = this.#computer;
    const released = this.#released();
    if (released.length === 0) return null;
    const batchId = random.pick(released);
    const failed = computer.store
      .rowsOfBatch(batchId, 0, 1000)
      .filter(({ state }) => state === 'failed' || state === 'rejected');
    if (failed.length === 0) return null;
    const source: SheetSource =
      which === 'all'
        ? { kind: 'retryBatch', batchId }
        : { kind: 'retryPayouts', idPayouts: [random.pick(failed).idPayment] };
    const opened = await computer.call('sheets.open', { source });
    if (opened === 'crashed' || !opened.ok || opened.value.kind !== 'opened') return null;
    const { sheetId, rows } = opened.value.sheet;
    if (scenario.editsAccounts) {
      const cells = { accountNumber: `NEW${batchId.slice(0, 4).toUpperCase()}${random.below(10_000)}` };
      const edited = Array.from({ length: rows }, (_, index) => ({ rowId: index + 1, cells }));
      await computer.call('sheets.change', { sheetId, change: { kind: 'set', rows: edited } });
    }
    const prepared = await computer.call('sheets.prepare', { sheetId });
    return prepared === 'crashed' || !prepared.ok ? null : prepared.value.batchId;
  }

  /** Releases a draft if it may be, and runs it. What is no retry is paid once more, as a person says here. */
  async #release(batchId: string | null, duplicatesAreMeant: boolean): Promise<void> {
    const { payOnce } = this.#parts;
    const { store } = this.#computer;
    const batch = batchId === null ? null : store.findBatch(batchId);
    if (batchId === null || batch?.state !== 'draft') return;
    const rows = store.rowsOfBatch(batchId, 0, 1000);
    payOnce.retry(rows.map(({ accountName }) => accountName));
    const isOnceMore = duplicatesAreMeant && rows.every(({ retryOf }) => retryOf === null);
    if (isOnceMore) payOnce.allow(rows, 1);
    const { rowsHash } = batch;
    const confirmed = await this.#confirmed(batchId, duplicatesAreMeant);
    await this.#computer.insist('batches.release', { batchId, rowsHash, confirmed });
    const isReleased = (this.#computer.store.findBatch(batchId)?.releasedAt ?? null) !== null;
    if (isOnceMore && !isReleased) payOnce.allow(rows, -1);
    await this.run();
  }

  /** A person says that the whole file is to be paid once more. */
  async #payAgain(): Promise<void> {
    await this.#release(await this.#import(), true);
  }

  /** The same file again, with nobody saying that it is meant, pays nothing. */
  async neverTwice(): Promise<void> {
    const batchId = await this.#import();
    const batch = batchId === null ? null : this.#computer.store.findBatch(batchId);
    if (batch === null) return;
    if (batch.releasedAt !== null) throw new BrokenInvariant('a released batch was given as a draft');
    const { rowsHash } = batch;
    const result = await this.#computer.insist('batches.release', {
      batchId: batch.batchId,
      rowsHash,
    });
    if (result.ok)
      throw new BrokenInvariant('never twice: the same file was released again without being held');
    await this.#computer.insist('batches.cancel', { batchId: batch.batchId });
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
