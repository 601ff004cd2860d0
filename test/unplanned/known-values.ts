import type { SeededRandom } from '../simulation/seeded-random.ts';

const mostPerName = 40;
const mostOfAList = 20;
const latest = 5;

/** Values that were seen in answers and inputs, by the name of their field: what a person or a program would use next. */
export class KnownValues {
  readonly #random: SeededRandom;
  readonly #values = new Map<string, unknown[]>();

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  add(name: string, ...values: readonly unknown[]): void {
    const known = this.#values.get(name) ?? [];
    for (const value of values) {
      if (known.includes(value)) continue;
      known.push(value);
      if (known.length > mostPerName) known.splice(this.#random.below(known.length), 1);
    }
    this.#values.set(name, known);
  }

  /** Forgets what was known under this name. */
  set(name: string, values: readonly unknown[]): void {
    this.#values.set(name, [...values]);
  }

  /** Often one of the latest; undefined if there is none. */
  pick(name: string): unknown {
    const known = this.#values.get(name) ?? [];
    if (known.length === 0) return undefined;
    if (this.#random.chance(0.4)) return this.#random.pick(known);
    return known[Math.max(0, known.length - 1 - this.#random.below(latest))];
  }

  /** Remembers everything in an answer. */
  learn(value: unknown, name = ''): void {
    if (typeof value === 'string' || typeof value === 'number') this.add(name, value);
    else if (value instanceof Uint8Array) this.add('bytes', value);
    else if (Array.isArray(value)) for (const each of value.slice(0, mostOfAList)) this.learn(each, name);
    else if (typeof value === 'object' && value !== null) {
      for (const [field, each] of Object.entries(value)) this.learn(each, field);
      // A payout has its order ID under one of two names.
      if ('idPayment' in value) this.learn(value.idPayment, 'idPayout');
      if ('idPayout' in value) this.learn(value.idPayout, 'idPayment');
    }
  }
}
