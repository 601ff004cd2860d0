import { Book, type Entry, type Order } from '../book/book.ts';
import { BrokenInvariant } from './checks/broken.ts';
import { Computer } from './computer.ts';
import { drawFate } from './fates.ts';
import { Watch } from './checks/invariants.ts';
import { publicKeyPem } from './keys.ts';
import { createNetwork } from './network.ts';
import { PayOnce } from './checks/pay-once.ts';
import { makeScenario, wordsOf, type Scenario } from './scenario.ts';
import { SeededRandom } from './seeded-random.ts';
import { merchantCode } from './people/profile.ts';
import { retriesBefore, Story } from './people/story.ts';
import { settled, VirtualClock, WallClock } from './virtual-clock.ts';

const start = Date.UTC(2026, 0, 5, 17, 30);
const mostSteps = 60_000;

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
      rare: new SeededRandom(seed ^ 0x2a2e),
      later: new SeededRandom(seed ^ 0x1a7e),
    });
    const { temper, refusedRead, busy, rows, mixedUp } = this.#scenario;
    // The gateway has luck of its own, so that a change of the product changes no fate.
    const luck = new SeededRandom(seed ^ 0x5eed);
    const lucks = {
      random: luck,
      beside: new SeededRandom(seed ^ 0xbe51),
      rare: new SeededRandom(seed ^ 0x7a7e),
    };
    this.#book = new Book({
      merchantCode,
      publicKeyPem,
      now: () => this.#time.now(),
      requestsPerSecond: 10,
      fateOf: (kind, _id, accountName) => {
        const isRetry = this.#tried.has(accountName);
        this.#tried.add(accountName);
        return drawFate(lucks, isRetry ? { ...temper, ...retryTemper } : temper, kind);
      },
      onAccepted: (order, entry) => {
        this.#check(() => this.#payOnce.onAccepted(order, entry));
        for (const { watch } of this.#computers) watch.onAccepted(entry);
        if (this.#scenario.callbacks) this.#callBack(order, entry);
      },
      onRead: (order, isFailed) => this.#payOnce.onRead(order, isFailed, this.#time.now()),
      refusesRead: () => (luck.chance(refusedRead) ? luck.pick([403, 404, 406]) : null),
      isBusy: () => luck.chance(busy),
      isMixedUp: () => lucks.rare.chance(mixedUp),
    });
    this.#payOnce.intend(rows);
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

  /** The gateway calls back at the end of a payment, and somebody else does before the answer to its request has come. */
  #callBack({ fate: { ending } }: Order, { id }: Entry): void {
    for (const afterMs of [0, ending.afterMs, ending.afterMs + (ending.successAfterMs ?? 0)])
      void this.#hearAfter(afterMs, id);
  }

  async #hearAfter(afterMs: number, id: string): Promise<void> {
    await this.#time.sleep(afterMs);
    for (const computer of this.#computers) computer.hear(id);
  }

  #addComputer(): Computer {
    const name = `computer ${this.#computers.length + 1}`;
    const { weather, outage, clockAheadMs, colleagueAheadMs, sparesRefused, considersMs } = this.#scenario;
    const aheadMs = this.#computers.length === 0 ? clockAheadMs : clockAheadMs + colleagueAheadMs;
    const computer = new Computer({
      clock: new WallClock(this.#time, aheadMs),
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
    const story = new Story({
      time: this.#time,
      random: this.#random,
      scenario: this.#scenario,
      book: this.#book,
      payOnce: this.#payOnce,
      startedAt: start,
      addComputer: () => this.#addComputer(),
      onFailure: (cause) => {
        this.#failure ??= { cause };
      },
    })
      .toEnd()
      .finally(() => {
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
}
