import { z } from 'zod';
import { operations, type OperationName } from '../../contract/operations.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import type { KnownValues } from './known-values.ts';

/** The part of a JSON schema that the contract's inputs use. */
type Schema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
};

/** They are read or written by a thread of its own, during which any amount of simulated time would pass. */
const inRealTime: ReadonlySet<unknown> = new Set(['pdf', 'xlsx']);
const minuteMs = 60_000;
const dayMs = 86_400_000;
const mostItems = 4;
const usualTexts = ['a', 'Payee 1', 'ACC-1', 'inv 3', '12.5', 'https://x.example/p', 'ü', ''];
const fileNames = ['a.csv', 'b.csv', 'payees.csv', 'd.xml'];
const paths: ReadonlySet<string> = new Set(['path', 'witness']);

/** Makes inputs that fit the contract, mostly of values that were seen before. */
export class Inputs {
  readonly #random: SeededRandom;
  readonly #known: KnownValues;
  readonly #parts: {
    /** Milliseconds since 1970 UTC. */
    now(): number;
    /** The bytes of a file. */
    file(): Uint8Array;
    path(): string;
  };
  readonly #schemas = new Map<OperationName, Schema>();

  constructor(
    random: SeededRandom,
    known: KnownValues,
    parts: { now(): number; file(): Uint8Array; path(): string },
  ) {
    this.#random = random;
    this.#known = known;
    this.#parts = parts;
  }

  of(name: OperationName): unknown {
    return this.#make(this.#schemaOf(name), '');
  }

  #schemaOf(name: OperationName): Schema {
    const known = this.#schemas.get(name);
    if (known !== undefined) return known;
    const schema = z.toJSONSchema(operations[name].input, { io: 'input', unrepresentable: 'any' }) as Schema;
    this.#schemas.set(name, schema);
    return schema;
  }

  #make(schema: Schema, name: string): unknown {
    const random = this.#random;
    if ('const' in schema) return schema.const;
    if (schema.enum !== undefined) return random.pick(schema.enum.filter((value) => !inRealTime.has(value)));
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return this.#make(random.pick(choices), name);
    const type = typeof schema.type === 'object' ? random.pick(schema.type) : schema.type;
    switch (type) {
      case undefined:
        return this.#bytes();
      case 'null':
        return null;
      case 'boolean':
        return random.chance(0.5);
      case 'integer':
      case 'number':
        return this.#number(schema, name);
      case 'array':
        return Array.from({ length: (schema.minItems ?? 0) + random.below(mostItems) }, () =>
          this.#make(schema.items ?? {}, singular(name)),
        );
      case 'object':
        return this.#object(schema);
      default:
        return this.#text(schema, name);
    }
  }

  #bytes(): unknown {
    return this.#random.chance(0.8) ? this.#parts.file() : (this.#known.pick('bytes') ?? this.#parts.file());
  }

  #number({ minimum = 0, maximum = 1000 }: Schema, name: string): number {
    const known = this.#known.pick(name);
    if (typeof known === 'number' && this.#random.chance(0.6)) return known;
    const least = Math.max(minimum, 0);
    const most = Math.min(maximum, least + this.#random.pick([3, 50, 1000]));
    return least + this.#random.below(most - least + 1);
  }

  #object({ properties = {}, required = [] }: Schema): Record<string, unknown> {
    const isThere = (name: string): boolean =>
      required.includes(name) || this.#random.chance(name === 'profileName' ? 0.9 : 0.35);
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => isThere(name))
        .map(([name, schema]) => [name, this.#make(schema, name)]),
    );
  }

  #text({ format }: Schema, name: string): string {
    const random = this.#random;
    if (paths.has(name)) return this.#parts.path();
    if (name === 'fileName') return random.pick(fileNames);
    if (format === 'date-time')
      return new Date(this.#parts.now() + random.pick([-dayMs, minuteMs, 60 * minuteMs])).toISOString();
    if (format === 'date')
      return new Date(this.#parts.now() + random.below(5) * dayMs - 3 * dayMs).toISOString().slice(0, 10);
    const known = this.#known.pick(name);
    if (known !== undefined && random.chance(0.95)) return String(known);
    return name.endsWith('Id') ? 'none' : random.pick(usualTexts);
  }
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}
