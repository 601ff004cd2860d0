import type { SeededRandom } from '../simulation/seeded-random.ts';

const hour = 3_600_000;
const day = 24 * hour;
const changes = [hour, 5 * hour, 30 * day, 365 * day].flatMap((ms) => [ms, -ms]);
const longestLifeMs = 3000;

const preload = new URL('set-clock.ts', import.meta.url).href;

/**
 * The clock of a computer that somebody sets, between two processes and while one runs. A process is given it by a module that Node loads
 * before the program, so that the program itself has nothing by which its clock could be set.
 */
export class ClockOfComputer {
  readonly #random: SeededRandom;
  #aheadMs = 0;
  /** How many times it was set. */
  changes = 0;

  /** A clock that is wrong from the beginning. */
  constructor(random: SeededRandom) {
    this.#random = random;
    this.set(random.pick(changes));
  }

  /** Sets it forward, or back. */
  set(byMs: number): void {
    this.#aheadMs += byMs;
    this.changes += 1;
  }

  /** The variables of the next process, in whose life the clock is set in one of two cases. */
  nextEnvironment(): Record<string, string> {
    const before = this.#aheadMs;
    const isSet = this.#random.chance(0.5);
    if (isSet) this.set(this.#random.pick(changes));
    const settings = [[0, before], ...(isSet ? [[this.#random.below(longestLifeMs), this.#aheadMs]] : [])];
    return { NODE_OPTIONS: `--import=${preload}`, TEST_CLOCK: JSON.stringify(settings) };
  }
}
