import { usualSettings } from '../../../contract/settings.ts';
import type { Book } from '../../book/book.ts';
import type { PayOnce } from '../checks/pay-once.ts';
import type { Computer, Image } from '../computer.ts';
import { approverNames, Approvers } from './approvals.ts';
import { payElsewhere } from './elsewhere.ts';
import { Person } from './person.ts';
import { addProfile, merchantCode } from './profile.ts';
import { receive } from '../receive.ts';
import { changeRule, contradict, replaceKey } from '../rules.ts';
import { lookBack, type PersonParts } from '../runs.ts';
import type { Gateway } from '../simulate.ts';
import type { Act, Plot } from './acts.ts';
import type { ApprovalStory, Scenario } from '../scenario.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { Share } from './share.ts';
import { switches } from '../switches.ts';
import { requireVerified } from './verifications.ts';
import type { VirtualClock } from '../virtual-clock.ts';

const dayMs = 86_400_000;
const pauseWithinMs = 20_000;

/** What a person does once rows of the file were sent with another program. */
const afterOthers = ['decideOutside', 'retryBatch', 'retryBatch'] as const;

/** Plots in which a person acts when the file was paid. */
const actsOn: ReadonlySet<Plot> = new Set([
  'retries',
  'sideBySide',
  'copies',
  'scheduled',
  'inParts',
  'twoProfiles',
]);

export type StoryParts = {
  readonly time: VirtualClock;
  readonly random: SeededRandom;
  readonly scenario: Scenario;
  readonly book: Book;
  readonly payOnce: PayOnce;
  /** The gateway of the other profile. */
  readonly other: Gateway;
  /** The folder for approvals. */
  readonly share: Share;
  /** When everything begins. */
  readonly startedAt: number;
  /** Another computer in the same simulation. */
  readonly addComputer: () => Computer;
  /** Ends the simulation. */
  readonly onFailure: (cause: unknown) => void;
};

/** What people do in one simulation, from the first file to the last answer. */
export class Story {
  readonly #parts: StoryParts;
  readonly #computers: Computer[] = [];
  #approvers: Approvers | null = null;

  constructor(parts: StoryParts) {
    this.#parts = parts;
  }

  #addComputer({ jumps, naps }: Pick<Scenario, 'jumps' | 'naps'>): Computer {
    const { time, addComputer } = this.#parts;
    const computer = addComputer();
    this.#computers.push(computer);
    for (const { afterMs, byMs } of jumps) void time.sleep(afterMs).then(() => computer.clock.set(byMs));
    for (const { afterMs, forMs } of naps) void time.sleep(afterMs).then(() => computer.clock.nap(forMs));
    return computer;
  }

  #addColleague(): Computer {
    const { colleagueJumps, colleagueNaps } = this.#parts.scenario;
    return this.#addComputer({ jumps: colleagueJumps, naps: colleagueNaps });
  }

  #personAt(computer: Computer, profileName: PersonParts['profileName'] = null): Person {
    const { book, other, scenario } = this.#parts;
    const entryOf: PersonParts['entryOf'] = (payout) =>
      (payout.profileName === 'q' ? other.book : book).order('payouts', payout.idPayment)?.entry ?? null;
    const parts = { ...this.#parts, computer, entryOf, approvers: this.#approvers };
    if (profileName === 'q') return new Person({ ...parts, ...other, profileName });
    return new Person({ ...parts, profileName: scenario.plot === 'twoProfiles' ? 'p' : null });
  }

  /** Nothing leaves this computer without approvals, which people with computers of their own give. */
  async #needApprovals(computer: Computer, story: ApprovalStory): Promise<void> {
    const { time, random, share, addComputer, onFailure } = this.#parts;
    const approvers = approverNames.map((name) => ({ name, computer: addComputer() }));
    this.#approvers = await Approvers.enrol(
      { computer, time, random, share, approvers, change: story.change },
      story.needed,
    );
    this.#approvers.change(story).catch(onFailure);
  }

  async toEnd(): Promise<void> {
    const { scenario, time, random, book, startedAt, onFailure } = this.#parts;
    const { plot, acts } = scenario;
    const computer = this.#addComputer(scenario);
    await addProfile(computer);
    if (scenario.callbacks)
      await computer.insist('settings.change', {
        callbackListener: { ...usualSettings.callbackListener, isOn: true },
      });
    if (scenario.approvals !== null) await this.#needApprovals(computer, scenario.approvals);
    if (scenario.verifications !== null) await requireVerified(computer, scenario.verifications.waitingHours);
    const person = this.#personAt(computer);
    for (const change of scenario.ruleChanges) changeRule({ computer, time }, change).catch(onFailure);
    if (scenario.callsReal !== null)
      contradict({ computer, time, book }, scenario.callsReal).catch(onFailure);
    // Customers, and a profile that is added again, sign with the first key.
    if (scenario.replacesKey !== null && scenario.incoming.length === 0 && !acts.includes('renewProfile'))
      replaceKey({ computer, time, book }, scenario.replacesKey).catch(onFailure);
    const customers = await receive({ computer, time, random, book, merchantCode }, scenario.incoming);
    if (plot === 'foreign') payElsewhere(book, random, scenario.rows, startedAt - dayMs);
    const isKept = plot === 'older' || plot === 'together' || plot === 'copies';
    const image = isKept ? this.#keepImage(computer) : null;
    const colleague = this.#colleagueOf(plot, image);
    colleague?.catch(onFailure);
    const batchId = await this.#payFirst(person);
    if (scenario.isCancelled && batchId !== null) await person.cancel(batchId);
    const companion = this.#companionOf(plot, computer);
    companion?.catch(onFailure);
    await person.run();
    if (plot === 'plain') {
      if (acts.includes('askAgain')) {
        await person.act('askAgain');
        // What is in progress again is followed to its end, since nothing after this runs the payouts.
        await person.run();
      }
      await person.neverTwice();
    }
    if (actsOn.has(plot)) for (const act of acts) await person.act(act);
    if (plot === 'foreign' && acts.includes('decideOutside'))
      for (const act of afterOthers) await person.act(act);
    if (plot === 'copies') await person.run();
    else if (plot === 'together') await this.#actTogether(computer, person, image);
    else if (image !== null) await this.#goBack(computer, person, await image);
    await colleague;
    await companion;
    await customers.come;
    if (customers.batchIds.length > 0) await person.receive(customers.batchIds);
    for (const each of this.#computers) await lookBack(each, time);
  }

  /** The batch that was released first; null: none was, or there are several. */
  async #payFirst(person: Person): Promise<string | null> {
    switch (this.#parts.scenario.plot) {
      case 'edits':
        return person.payBySheet();
      case 'scheduled':
        return person.payLater();
      case 'inParts':
        return person.payInParts();
      default:
        return person.payFile();
    }
  }

  async #keepImage(computer: Computer): Promise<Image> {
    await this.#parts.time.sleep(this.#parts.scenario.imageAfterMs);
    return computer.store.image();
  }

  /** The database becomes an older one; a person who sees that the file is not paid there pays it. */
  async #goBack(computer: Computer, person: Person, image: Image): Promise<void> {
    const { isRestored, acts } = this.#parts.scenario;
    const isWanted = isRestored ? switches.restores : switches.lostJournals;
    if (!isWanted) return;
    if (retriesBefore(acts)) await person.act('retryBatch');
    computer.goBackTo(image, isRestored);
    await person.payFile();
    await person.run();
    await person.act('retryBatch');
  }

  /** What somebody else does meanwhile; null: nobody does anything. */
  #colleagueOf(plot: Plot, image: Promise<Image> | null): Promise<void> | null {
    switch (plot) {
      case 'colleague':
      case 'together':
        return this.#colleague();
      case 'copies':
        return image === null ? null : this.#withCopy(image);
      default:
        return null;
    }
  }

  /** Somebody goes on from a copy of the data folder, or a backup of it, on a computer of their own. */
  async #withCopy(image: Promise<Image>): Promise<void> {
    const copied = await image;
    const { scenario, time } = this.#parts;
    const computer = this.#addColleague();
    computer.copyFrom(copied, scenario.isRestored);
    if (computer.store.listProfiles().length === 0) await addProfile(computer);
    const person = this.#personAt(computer);
    await time.sleep(scenario.colleagueAfterMs);
    await person.run();
    // A copy that was made before the release does not hold the file.
    for (const act of scenario.colleagueActs) if (act !== 'payHeld') await person.act(act);
    await person.run();
  }

  /** Who works at the same computer; null: nobody does. */
  #companionOf(plot: Plot, computer: Computer): Promise<void> | null {
    if (plot === 'twoProfiles') return this.#withOtherProfile(computer);
    return plot === 'sideBySide' ? this.#atTheSame(computer) : null;
  }

  /** Somebody pays the same file with the profile of another merchant, pauses it for a while, and removes the profile in the end. */
  async #withOtherProfile(computer: Computer): Promise<void> {
    const { scenario, time, onFailure } = this.#parts;
    await addProfile(computer, 'q');
    const person = this.#personAt(computer, 'q');
    await time.sleep(scenario.colleagueAfterMs);
    this.#pauseOther(computer).catch(onFailure);
    await person.act('payAgain');
    for (const act of scenario.colleagueActs) await person.act(act);
    await person.run();
    await computer.insist('profiles.remove', { name: 'q' });
  }

  /** What is paused is not sent, whatever the other profile does. */
  async #pauseOther(computer: Computer): Promise<void> {
    const { random, time } = this.#parts;
    await time.sleep(random.below(pauseWithinMs));
    const paused = computer.store.unfinishedBatches().filter(({ profileName }) => profileName === 'q');
    for (const { batchId } of paused)
      if ((await computer.insist('batches.pause', { batchId })).ok) computer.watch.holds.pause(batchId);
    await time.sleep(random.below(pauseWithinMs));
    for (const { batchId } of paused) {
      computer.watch.holds.resume(batchId);
      await computer.insist('batches.resume', { batchId });
    }
  }

  /** Somebody works at the same computer. */
  async #atTheSame(computer: Computer): Promise<void> {
    const { scenario, time } = this.#parts;
    const person = this.#personAt(computer);
    await time.sleep(scenario.colleagueAfterMs);
    for (const act of scenario.colleagueActs) await person.act(act);
    await person.run();
  }

  /** A colleague pays the same file on a computer of their own. */
  async #colleague(): Promise<void> {
    const { scenario, time } = this.#parts;
    const computer = this.#addColleague();
    await addProfile(computer);
    const person = this.#personAt(computer);
    await time.sleep(scenario.colleagueAfterMs);
    await person.payFile();
    await person.run();
    if (scenario.plot === 'together') for (const act of scenario.colleagueActs) await person.act(act);
  }

  /** What a person does while a colleague does as much, with a database that becomes an older one in between. */
  async #actTogether(computer: Computer, person: Person, image: Promise<Image> | null): Promise<void> {
    const { acts, goesBackBefore, isRestored } = this.#parts.scenario;
    let isOlder = false;
    for (const [index, act] of acts.entries()) {
      if (index === goesBackBefore && image !== null) {
        computer.goBackTo(await image, isRestored);
        isOlder = true;
        await person.payFile();
        await person.run();
      }
      // What older records do not know of is not held by them.
      if (!isOlder || act !== 'payHeld') await person.act(act);
    }
    // What a question has put in progress again is followed to its end.
    await person.run();
  }
}

/** Whether failed rows are retried before the records become older. */
export function retriesBefore(acts: readonly Act[]): boolean {
  return acts.length > 2;
}
