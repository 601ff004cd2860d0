import { Book } from '../book/book.ts';
import { BrokenInvariant } from './checks/broken.ts';
import { Computer, type Image } from './computer.ts';
import { drawFate } from './fates.ts';
import { Watch } from './checks/invariants.ts';
import { publicKeyPem } from './keys.ts';
import { createNetwork } from './network.ts';
import { PayOnce } from './checks/pay-once.ts';
import { Person } from './person.ts';
import { payElsewhere } from './elsewhere.ts';
import { receive } from './receive.ts';
import { makeScenario, switches, wordsOf, type Act, type Scenario } from './scenario.ts';
import { changeRule } from './rules.ts';
import { SeededRandom } from './seeded-random.ts';
import { isBehind } from './checks/stuck.ts';
import { settled, VirtualClock, WallClock } from './virtual-clock.ts';

const start = Date.UTC(2026, 0, 5, 17, 30);
const mostSteps = 60_000;
const silenceLimitMs = 600_000;
const merchantCode = 'SIMULATED';
const dayMs = 86_400_000;
/** How long a Bursar runs for what became of a failed payment, three months in all, which end once it knows. */
const looksBackMs = [dayMs / 24, dayMs / 4, dayMs, 7 * dayMs, ...Array.from({ length: 13 }, () => 7 * dayMs)];

/** A second order for one row mostly succeeds: only then does it show that the first did, too. */
const retryTemper = { refused: 0.1, unpaid: 0.2 } as const;

export type SimulationEnd = {
  readonly steps: number;
  readonly crashes: number;
  readonly payouts: number;
  readonly departures: number;
};

/**
 * Runs the real core, store and gateway client against the strict book over a network in memory, with clock and randomness
 * from the seed: one or two computers, release, crashes, outages, retries, restores, to the end. Every invariant is
 * checked after every step. Throws `BrokenInvariant` with the seed in its message.
 */
export async function simulate(seed: number): Promise<SimulationEnd> {
  const simulation = new Simulation(seed);
  try {
    return await simulation.toEnd();
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new BrokenInvariant(
      `seed ${seed}: ${words}; ${simulation.words()} (replay: npm run test:sim -- --seed ${seed})`,
      {
        cause,
      },
    );
  }
}

class Simulation {
  readonly #random: SeededRandom;
  readonly #scenario: Scenario;
  readonly #time = new VirtualClock(start);
  readonly #book: Book;
  readonly #payOnce = new PayOnce(({ id }) => this.#attemptsOf(id));
  readonly #computers: Computer[] = [];
  /** Payees of whom the gateway has heard. */
  readonly #tried = new Set<string>();
  #crashes = 0;
  #departures = 0;
  #isFinished = false;
  #failure: { readonly cause: unknown } | null = null;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
    this.#scenario = makeScenario(this.#random, {
      beside: new SeededRandom(seed ^ 0x5c0e),
      others: new SeededRandom(seed ^ 0x70e7),
    });
    const { temper, refusedRead, busy, rows } = this.#scenario;
    // The gateway has luck of its own, so that a change of the product changes no fate.
    const luck = new SeededRandom(seed ^ 0x5eed);
    const beside = new SeededRandom(seed ^ 0xbe51);
    this.#book = new Book({
      merchantCode,
      publicKeyPem,
      now: () => this.#time.now(),
      requestsPerSecond: 10,
      fateOf: (kind, _id, accountName) => {
        const isRetry = this.#tried.has(accountName);
        this.#tried.add(accountName);
        return drawFate(luck, beside, isRetry ? { ...temper, ...retryTemper } : temper, kind);
      },
      onAccepted: (order, entry) => {
        this.#check(() => this.#payOnce.onAccepted(order, entry));
        for (const { watch } of this.#computers) watch.onAccepted(entry);
      },
      onRead: (order, isFailed) => this.#payOnce.onRead(order, isFailed, this.#time.now()),
      refusesRead: () => (luck.chance(refusedRead) ? luck.pick([403, 404, 406]) : null),
      isBusy: () => luck.chance(busy),
    });
    this.#payOnce.intend(rows);
    this.#addComputer();
  }

  /** What happens in it, in a word or two. */
  words(): string {
    return wordsOf(this.#scenario);
  }

  #attemptsOf(idPayout: string): number {
    return this.#computers.reduce((sum, { store, watch }) => {
      const payment = store.findPayment(idPayout);
      return sum + (payment === null ? 0 : watch.requestsFor(payment));
    }, 0);
  }

  #addComputer(): Computer {
    const name = `computer ${this.#computers.length + 1}`;
    const { weather, outage, clockAheadMs, sparesRefused, considersMs } = this.#scenario;
    const computer = new Computer({
      clock: new WallClock(this.#time, clockAheadMs),
      random: this.#random,
      watch: new Watch(this.#book, name),
      considersMs,
      connect: (onDeparture) =>
        createNetwork({
          clock: this.#time,
          random: this.#random,
          gateway: this.#book,
          from: name,
          weather,
          isSpared: (request) => sparesRefused && this.#book.willRefuse(request),
          isDown: () =>
            outage !== null &&
            this.#time.now() - start >= outage.fromMs &&
            this.#time.now() - start < outage.toMs,
          onDeparture: (departure) => {
            this.#departures += 1;
            this.#check(() => onDeparture(departure));
          },
        }),
    });
    this.#computers.push(computer);
    return computer;
  }

  async toEnd(): Promise<SimulationEnd> {
    const story = this.#story().finally(() => {
      this.#isFinished = true;
    });
    story.catch((cause: unknown) => {
      this.#failure ??= { cause };
    });
    let steps = 0;
    try {
      for (; !this.#isFinished; steps += 1) {
        await settled();
        for (const { watch } of this.#computers) watch.afterStep();
        if (this.#failure !== null) throw this.#failure.cause;
        if (this.#isFinished) break;
        const { mostCrashes, crashChance } = this.#scenario;
        if (this.#crashes < mostCrashes && this.#random.chance(crashChance)) {
          this.#crashes += 1;
          this.#random.pick(this.#computers).restart();
        } else if (!this.#time.advance()) throw new Error('nothing goes on any more');
        if (steps > mostSteps) throw new Error('it does not come to an end');
      }
      await story;
      this.#checkEnd();
    } finally {
      for (const computer of this.#computers) computer.close();
    }
    const payouts = this.#scenario.rows.length + this.#scenario.incoming.length;
    return { steps, crashes: this.#crashes, payouts, departures: this.#departures };
  }

  /** What is broken while the product calls ends the simulation, and is not the product's to catch. */
  #check(look: () => void): void {
    try {
      look();
    } catch (cause) {
      this.#failure ??= { cause };
    }
  }

  #checkEnd(): void {
    const recorded = new Set<string>();
    for (const { watch } of this.#computers) {
      watch.audit();
      for (const key of watch.atEnd()) recorded.add(key);
    }
    const { plot, acts, goesBackBefore } = this.#scenario;
    // A retry that was lost with the records is known again only where a person retries the same rows once more.
    const isLost =
      (plot === 'older' && retriesBefore(acts)) || (plot === 'together' && goesBackBefore !== null);
    for (const { order, entry } of this.#book.accepted())
      if (
        !entry.isForeign &&
        !isLost &&
        (order.pays() || plot !== 'older') &&
        !recorded.has(`${entry.kind} ${entry.id}`)
      )
        throw new BrokenInvariant(`never lost: the gateway holds ${entry.id}, which nobody knows of`);
  }

  async #begin(computer: Computer): Promise<Person> {
    await computer.insist('profiles.add', {
      name: 'p',
      environment: 'sandbox',
      baseUrl: 'https://gateway.example',
      merchantCode,
      callbackUrl: 'https://merchant.example/callbacks',
      key: { kind: 'none' },
    });
    const [time, random, scenario, payOnce] = [this.#time, this.#random, this.#scenario, this.#payOnce];
    const isHeld = (idPayout: string): boolean =>
      (this.#book.order('payouts', idPayout)?.entry ?? null) !== null;
    return new Person({ computer, time, random, scenario, payOnce, isHeld, startedAt: start });
  }

  async #story(): Promise<void> {
    const { plot, isCancelled, acts, incoming } = this.#scenario;
    const [time, random, book] = [this.#time, this.#random, this.#book];
    const [computer] = this.#computers;
    if (computer === undefined) throw new Error('there is no computer');
    this.#setClocks(computer, this.#scenario.jumps);
    const person = await this.#begin(computer);
    for (const change of this.#scenario.ruleChanges)
      changeRule({ computer, time }, change).catch((cause: unknown) => {
        this.#failure ??= { cause };
      });
    const customers = await receive({ computer, time, random, book, merchantCode }, incoming);
    if (plot === 'foreign') payElsewhere(book, random, this.#scenario.rows, start - dayMs);
    const image = plot === 'older' || plot === 'together' ? this.#keepImage(computer) : null;
    const colleague = plot === 'colleague' || plot === 'together' ? this.#colleague() : null;
    colleague?.catch((cause: unknown) => {
      this.#failure ??= { cause };
    });
    const batchId = await (plot === 'edits' ? person.payBySheet() : person.payFile());
    if (isCancelled && batchId !== null) await person.cancel(batchId);
    await person.run();
    if (plot === 'plain') {
      if (acts.includes('askAgain')) {
        await person.act('askAgain');
        // What is in progress again is followed to its end, since nothing after this runs the payouts.
        await person.run();
      }
      await person.neverTwice();
    }
    if (plot === 'retries') for (const act of acts) await person.act(act);
    if (plot === 'together') await this.#actTogether(computer, person, image);
    else if (image !== null) await this.#goBack(computer, person, await image);
    await colleague;
    await customers.come;
    if (customers.batchIds.length > 0) await person.receive(customers.batchIds);
    await this.#lookBack();
  }

  #setClocks({ clock }: Computer, jumps: Scenario['jumps']): void {
    for (const { afterMs, byMs } of jumps) void this.#time.sleep(afterMs).then(() => clock.set(byMs));
  }

  async #keepImage(computer: Computer): Promise<Image> {
    await this.#time.sleep(this.#scenario.imageAfterMs);
    return computer.store.image();
  }

  /** The database becomes an older one; a person who sees that the file is not paid there pays it. */
  async #goBack(computer: Computer, person: Person, image: Image): Promise<void> {
    const { isRestored, acts } = this.#scenario;
    const isWanted = isRestored ? switches.restores : switches.lostJournals;
    if (!isWanted) return;
    if (retriesBefore(acts)) await person.act('retryBatch');
    computer.goBackTo(image, isRestored);
    await person.payFile();
    await person.run();
    await person.act('retryBatch');
  }

  /** A colleague pays the same file on a computer of their own. */
  async #colleague(): Promise<void> {
    const computer = this.#addComputer();
    this.#setClocks(computer, this.#scenario.colleagueJumps);
    const person = await this.#begin(computer);
    await this.#time.sleep(this.#scenario.colleagueAfterMs);
    await person.payFile();
    await person.run();
    if (this.#scenario.plot === 'together')
      for (const act of this.#scenario.colleagueActs) await person.act(act);
  }

  /** What a person does while a colleague does as much, with a database that becomes an older one in between. */
  async #actTogether(computer: Computer, person: Person, image: Promise<Image> | null): Promise<void> {
    const { acts, goesBackBefore, isRestored } = this.#scenario;
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

  /** What failed may still become SUCCESS: a Bursar that runs for three months sees it. */
  async #lookBack(): Promise<void> {
    for (const computer of this.#computers) {
      await computer.insist('batches.run', { batchIds: null, until: 'final', silenceLimitMs });
      for (const waitMs of looksBackMs) {
        if (!isBehind(computer, this.#book)) break;
        await computer.insist('runner.start', {});
        await this.#time.sleep(waitMs);
      }
      await computer.call('runner.stop', {});
    }
  }
}

/** Whether failed rows are retried before the records become older. */
function retriesBefore(acts: readonly Act[]): boolean {
  return acts.length > 2;
}
