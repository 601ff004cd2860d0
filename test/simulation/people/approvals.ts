import { ApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
import type { Approved } from '../checks/approved.ts';
import { BrokenInvariant } from '../checks/broken.ts';
import type { Computer } from '../computer.ts';
import type { ApprovalStory } from '../scenario.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { Share } from './share.ts';
import type { VirtualClock } from '../virtual-clock.ts';

const minuteMs = 60_000;
const waits = [0, 0, minuteMs, 60 * minuteMs] as const;
const lastingHours = 168;
const validHours = [1, 24, lastingHours] as const;
/** After so many rounds files come at once, and everybody approves. */
const unfairRounds = 6;
const mostRounds = 40;
/** Looks for batches that lost their approvals grow rarer. */
const looks = 30;
const looksGrow = 1.5;

type Approver = { readonly name: string; readonly computer: Computer };
export const approverNames = ['Ann', 'Ben', 'Cid'] as const;

type Parts = {
  readonly computer: Computer;
  readonly time: VirtualClock;
  readonly random: SeededRandom;
  readonly share: Share;
  readonly approvers: readonly Approver[];
  readonly change: ApprovalStory['change'];
};

/** The people who approve what leaves from one computer. */
export class Approvers {
  readonly #parts: Parts;
  readonly #approved: Approved;
  #present: readonly Approver[];
  /** The requests that are in people's hands, by batch. */
  readonly #requests = new Map<string, { readonly hash: string; readonly bytes: Uint8Array }[]>();
  #lastApprover: string | null = null;
  /** Requests that somebody rejected, of which the others know. */
  readonly #rejected = new Set<string>();

  private constructor(parts: Parts, approved: Approved) {
    this.#parts = parts;
    this.#approved = approved;
    this.#present = parts.approvers;
  }

  /** Enrols everybody, and has every release need so many approvals. */
  static async enrol(parts: Parts, needed: number): Promise<Approvers> {
    const { computer, approvers } = parts;
    for (const { name, computer: own } of approvers) {
      await own.insist('settings.change', { approvalFolder: '/share' });
      const card = await own.insist('approvers.card', { name });
      if (!card.ok) throw new Error(`card: ${card.error.message}`);
      await computer.insist('approvers.add', { card: card.value.bytes });
    }
    await computer.insist('policies.set', { policy: policyOf(needed) });
    return new Approvers(parts, computer.watch.holds.needApprovals([...approverNames], needed));
  }

  /** Has a draft approved, whatever becomes of the files; it does not leave before. */
  async clear(batchId: string | null): Promise<void> {
    if (batchId === null) return;
    for (let round = 0; ; round += 1) {
      if (await this.#isApproved(batchId)) return;
      if (round > mostRounds) throw new Error(`no approvals come for ${batchId}`);
      if (round === unfairRounds) this.#parts.share.becomeFair();
      await this.#ask(batchId, round >= unfairRounds);
    }
  }

  /** Whether nothing is missing, or it is no draft any more; what lacks approvals is not released. */
  async #isApproved(batchId: string): Promise<boolean> {
    const { computer } = this.#parts;
    const before = this.#problemOf(batchId);
    const status = await computer.insist('approvals.status', { batchId });
    const batch = computer.store.findBatch(batchId);
    if (!status.ok || batch?.state !== 'draft') return true;
    if (status.value.message !== null) {
      const { rowsHash } = batch;
      const released = await computer.call('batches.release', { batchId, rowsHash });
      if (released === 'crashed' || !released.ok) return false;
    }
    // The policy may change meanwhile.
    if (before !== null && this.#problemOf(batchId) !== null)
      throw new BrokenInvariant(`it may be released, but ${before}`);
    return true;
  }

  /** What the rows of a batch lack now; null: nothing. */
  #problemOf(batchId: string): string | null {
    const { store, clock } = this.#parts.computer;
    const rows = store.rowsOfBatch(batchId, 0, 1000);
    return (
      rows.map((row) => this.#approved.problemOf(row, clock.now())).find((each) => each !== null) ?? null
    );
  }

  /** A request is signed, and goes to everybody by way of the folder, in which their answers come back. */
  async #ask(batchId: string, isFair: boolean): Promise<void> {
    const { computer, random, share, time } = this.#parts;
    const request = await computer.insist('approvals.request', {
      batchId,
      name: 'Otto',
      validHours: lastingHours,
    });
    if (!request.ok) return;
    const { requestHash: hash, bytes } = request.value;
    share.put(bytes);
    this.#requests.set(batchId, [...(this.#requests.get(batchId) ?? []), { hash, bytes }]);
    if (!isFair && random.chance(0.1)) await this.#withdraw(batchId);
    await time.sleep(random.pick(waits));
    for (const approver of this.#present)
      if (isFair || random.chance(0.7)) await this.#answer(approver, isFair);
    if (this.#parts.change === 'leave' && random.chance(0.3)) await this.#leave();
    if (!isFair && random.chance(0.2)) await this.#edit(batchId);
    await time.sleep(random.pick(waits));
    if (random.chance(0.3)) share.replay();
    await this.#import();
  }

  async #withdraw(batchId: string): Promise<void> {
    const withdrawn = await this.#parts.computer.insist('approvals.withdraw', { batchId });
    if (withdrawn.ok) this.#approved.voidRequest(withdrawn.value.requestHash);
  }

  /** Somebody opens the requests that wait in the folder. */
  async #answer({ name, computer }: Approver, isFair: boolean): Promise<void> {
    const { random } = this.#parts;
    const waiting = await computer.insist('approvals.folder', {});
    for (const file of waiting.ok ? waiting.value.files : []) {
      if (file.kind !== 'request') continue;
      const opened = await computer.insist('approvals.openWaiting', { name: file.name });
      if (!opened.ok) continue;
      const isApproved = isFair || random.chance(0.85);
      const answer = await this.#decide({ name, computer }, opened.value.bytes, isApproved);
      if (answer !== null) await computer.insist('approvals.share', { file: answer });
    }
  }

  /** What somebody signs about a request, for as long as they like; null: nothing, since somebody rejected it. */
  async #decide(
    { name, computer }: Approver,
    file: Uint8Array,
    isApproved: boolean,
  ): Promise<Uint8Array | null> {
    const shown = await computer.insist('approvals.show', { file });
    if (!shown.ok || shown.value.kind !== 'request' || this.#rejected.has(shown.value.requestHash))
      return null;
    const { requestHash: request, rows } = shown.value;
    const decided = await computer.insist('approvals.decide', {
      file,
      name,
      decision: isApproved ? 'approve' : 'reject',
      note: isApproved ? '' : 'Not ours.',
      validHours: this.#parts.random.pick(validHours),
    });
    if (!decided.ok) return null;
    if (isApproved)
      this.#approved.approve({ approver: name, request, untilMs: Date.parse(decided.value.expiresAt) }, rows);
    else this.#rejected.add(request);
    if (isApproved) this.#lastApprover = name;
    return decided.value.bytes;
  }

  async #import(): Promise<void> {
    const { computer, share } = this.#parts;
    for (const file of share.contents()) {
      const imported = await computer.insist('approvals.import', { file });
      if (imported.ok && imported.value.kind === 'rejection')
        this.#approved.voidRequest(imported.value.requestHash);
    }
  }

  /** Other rows take the place of those that were approved, which come back later. */
  async #edit(batchId: string): Promise<void> {
    const { computer, time } = this.#parts;
    const { sheetId = null } = computer.store.findBatch(batchId) ?? {};
    if (sheetId === null) return;
    const [{ reference = '' } = {}] = computer.store.rowsOfBatch(batchId, 0, 1);
    for (const text of [`edited at ${time.now()}`, reference]) {
      const rows = [{ rowId: 1, cells: { reference: text } }];
      await computer.insist('sheets.change', { sheetId, change: { kind: 'set', rows } });
      const prepared = await computer.insist('sheets.prepare', { sheetId });
      if (text === reference) return;
      await this.#import();
      if (prepared.ok && prepared.value.batchId !== null) await this.#isApproved(prepared.value.batchId);
    }
  }

  /** Another number of approvals is asked for; somebody who leaves does so while approvals are on their way. */
  async change({ change, afterMs }: ApprovalStory): Promise<void> {
    const { computer, time } = this.#parts;
    await time.sleep(afterMs);
    switch (change) {
      case 'none':
      case 'leave':
        break;
      case 'tighten':
        if ((await computer.insist('policies.set', { policy: policyOf(2) })).ok) this.#approved.require(2);
        break;
      case 'loosen':
        await this.#loosen();
        break;
    }
    await this.#approveAgain();
  }

  /** Whoever approved something last leaves, which may be on its way; once. */
  async #leave(): Promise<void> {
    const { computer, random } = this.#parts;
    if (this.#present.length < approverNames.length) return;
    const leaving =
      this.#present.find(({ name }) => name === this.#lastApprover) ?? random.pick(this.#present);
    this.#present = this.#present.filter((each) => each !== leaving);
    if ((await computer.insist('approvers.remove', { approver: leaving.name })).ok)
      this.#approved.leave(leaving.name);
  }

  async #loosen(): Promise<void> {
    const { computer } = this.#parts;
    const policy = policyOf(1);
    if (this.#approved.needed <= 1) return;
    const asked = await computer.insist('policies.set', { policy });
    if (!asked.ok) return;
    if (asked.value.request === null)
      throw new BrokenInvariant('I12: a policy was loosened without approvals');
    for (const { name, computer: own } of this.#present) {
      const file = asked.value.request;
      const decided = await own.insist('approvals.decide', { file, name, decision: 'approve' });
      if (decided.ok) await computer.insist('approvals.import', { file: decided.value.bytes });
    }
    this.#approved.require(1);
    const changed = await computer.insist('policies.set', { policy });
    if (!changed.ok || changed.value.request !== null) throw new Error('an approved policy is not in force');
  }

  /** Batches that are paused because they lost approvals get others, of requests that stand. */
  async #approveAgain(): Promise<void> {
    const { computer, time } = this.#parts;
    for (let look = 0; look < looks; look += 1) {
      await time.sleep(Math.round(minuteMs * looksGrow ** look));
      for (const { batchId } of computer.store.unfinishedBatches()) {
        if (!computer.store.isPaused(batchId)) continue;
        for (const { hash, bytes } of this.#requests.get(batchId) ?? [])
          if (!this.#approved.isVoid(hash))
            for (const approver of this.#present) {
              const answer = await this.#decide(approver, bytes, true);
              if (answer !== null) await computer.insist('approvals.import', { file: answer });
            }
        await computer.insist('batches.resume', { batchId });
      }
    }
  }
}

function policyOf(otherwise: number): ApprovalPolicy {
  return ApprovalPolicy.parse({ rules: [], otherwise });
}
