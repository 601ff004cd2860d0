import { Book, type Entry, type Order } from '../book/book.ts';
import { BrokenInvariant } from './checks/broken.ts';
import { Computer } from './computer.ts';
import { drawFate } from './fates.ts';
import { Watch } from './checks/invariants.ts';
import { publicKeyPem } from './keys.ts';
import { createNetwork } from './network.ts';
import { PayOnce } from './checks/pay-once.ts';
import { Share } from './people/share.ts';
import { makeScenario, wordsOf, type Scenario } from './scenario.ts';
import { SeededRandom } from './seeded-random.ts';
import { merchants } from './people/profile.ts';
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

/** A gateway, and how often each row is paid there. */
export type Gateway = { readonly book: Book; readonly payOnce: PayOnce };

class Simulation {
  readonly #random: SeededRandom;
  readonly #scenario: Scenario;
  readonly #time = new VirtualClock(start);
  /** The two gateways; only the first one matters where nobody has the other profile. */
  readonly #gateways: Readonly<Record<keyof typeof merchants, Gateway>>;
  readonly #seed: number;
  readonly #computers: Computer[] = [];
  readonly #share: Share;
  #crashes = 0;
  #departures = 0;
  #isFinished = false;
  #failure: { readonly cause: unknown } | null = null;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = new SeededRandom(seed);
    this.#scenario = makeScenario(this.#random, {
      beside: new SeededRandom(seed ^ 0x5c0e),
      others: new SeededRandom(seed ^ 0x70e7),
      rare: new SeededRandom(seed ^ 0x2a2e),
      later: new SeededRandom(seed ^ 0x1a7e),
      latest: new SeededRandom(seed ^ 0x9a3d),
    });
    this.#share = new Share(this.#time, new SeededRandom(seed ^ 0x54a3));
    this.#gateways = { p: this.#open('p', 0), q: this.#open('q', 0x71) };
    this.#gateways.p.payOnce.intend(this.#scenario.rows, 1);
    // The person with the other profile says so.
    this.#gateways.q.payOnce.intend(this.#scenario.rows, 0);
  }

  /** A gateway with luck of its own, so that a change of the product changes no fate. */
  #open(name: keyof typeof merchants, salt: number): Gateway {
    const { temper, refusedRead, busy, mixedUp } = this.#scenario;
    const { host, merchantCode } = merchants[name];
    const luck = new SeededRandom(this.#seed ^ 0x5eed ^ salt);
    const lucks = {
      random: luck,
      beside: new SeededRandom(this.#seed ^ 0xbe51 ^ salt),
      rare: new SeededRandom(this.#seed ^ 0x7a7e ^ salt),
    };
    /** Payees of whom the gateway has heard. */
    const tried = new Set<string>();
    const payOnce = new PayOnce(({ id }) => this.#attemptsOf(id, name));
    const book = new Book({
      merchantCode,
      publicKeyPem,
      now: () => this.#time.now(),
      requestsPerSecond: 10,
      fateOf: (kind, _id, accountName) => {
        const isRetry = tried.has(accountName);
        tried.add(accountName);
        return drawFate(lucks, isRetry ? { ...temper, ...retryTemper } : temper, kind);
      },
      onAccepted: (order, entry) => {
        this.#check(() => payOnce.onAccepted(order, entry));
        for (const { watch } of this.#computers) watch.onAccepted(entry, host);
        if (this.#scenario.callbacks) this.#callBack(order, entry);
      },
      onRead: (order, isFailed) => payOnce.onRead(order, isFailed, this.#time.now()),
      refusesRead: () => (luck.chance(refusedRead) ? luck.pick([403, 404, 406]) : null),
      isBusy: () => luck.chance(busy),
      isMixedUp: () => lucks.rare.chance(mixedUp),
    });
    return { book, payOnce };
  }

  #bookAt(host: string): Book {
    return this.#gateways[host === merchants.q.host ? 'q' : 'p'].book;
  }

  /** What happens in it, in a word or two. */
  words(): string {
    return wordsOf(this.#scenario);
  }

  #attemptsOf(idPayout: string, gateway: keyof typeof merchants): number {
    // The first profile may have another name by now.
    const profileName = gateway === 'q' ? gateway : undefined;
    return this.#computers.reduce((sum, { store, watch }) => {
      const payment = store.findPayment(idPayout, profileName);
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
    const { weather, outage, clockAheadMs, colleagueAheadMs, sparesRefused, considersMs, approvals } =
      this.#scenario;
    const aheadMs = this.#computers.length === 0 ? clockAheadMs : clockAheadMs + colleagueAheadMs;
    const computer = new Computer({
      clock: new WallClock(this.#time, aheadMs),
      random: this.#random,
      watch: new Watch((host) => this.#bookAt(host), name),
      considersMs,
      approving: approvals === null ? null : { share: this.#share, person: this.#computers.length },
      connect: (onDeparture) =>
        createNetwork({
          clock: this.#time,
          random: this.#random,
          gateway: { handle: (request) => this.#bookAt(request.host).handle(request) },
          from: name,
          weather,
          isSpared: (request) => sparesRefused && this.#bookAt(request.host).willRefuse(request),
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
      ...this.#gateways.p,
      other: this.#gateways.q,
      share: this.#share,
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
    for (const name of ['p', 'q'] as const)
      for (const { order, entry } of this.#gateways[name].book.accepted())
        if (
          !entry.isForeign &&
          !isLost &&
          (order.pays() || plot !== 'older') &&
          !recorded.has(`${merchants[name].host} ${entry.kind} ${entry.id}`)
        )
          throw new BrokenInvariant(`never lost: the gateway holds ${entry.id}, which nobody knows of`);
  }
}
