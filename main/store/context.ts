import type { RowsSeal } from './audit/event-facts.ts';
import { BatchCache } from './batches/batch-cache.ts';
import type { Connection } from './connection.ts';
import { LeftOut } from './left-out.ts';

/** The shared state of every store method. */
export type Context = {
  readonly connection: Connection;
  readonly batchCache: BatchCache;
  /**
   * For each batch that is being imported, by number, the seal of its rows so far. An import that this process did not begin is
   * deleted when the database is opened.
   */
  readonly imports: Map<number, RowsSeal>;
  /** Batches, by number, of whose rows a person has cancelled some and the rest is still to be cancelled: none of it is claimed. */
  readonly cancelling: Set<number>;
  /** How many times payees were changed since the database was opened, by this process, which is the only writer. */
  readonly payeeChanges: { count: number };
  /** What lists left out because it cannot be read. */
  readonly leftOut: LeftOut;
  /** The actor of new events, as JSON (see Actor); null: Bursar acts by itself. */
  readonly actor: string | null;
};

export function contextOn(connection: Connection): Context {
  return {
    connection,
    batchCache: new BatchCache(connection),
    imports: new Map(),
    cancelling: new Set(),
    payeeChanges: { count: 0 },
    leftOut: new LeftOut(),
    actor: null,
  };
}

type Parts = readonly object[];
type NamesOf<Part> = Part extends unknown ? keyof Part : never;
/** Names that two or more of these parts have. */
type SharedNames<Given extends Parts> = Given extends readonly [infer First, ...infer Rest extends Parts]
  ? (keyof First & NamesOf<Rest[number]>) | SharedNames<Rest>
  : never;
type Sum<Given extends Parts> = Given extends readonly [infer First, ...infer Rest extends Parts]
  ? First & Sum<Rest>
  : unknown;

/** Combines the parts into one object. Does not compile if two of them have something of the same name. */
export function sumOf<const Given extends Parts>(
  parts: Given &
    ([SharedNames<Given>] extends [never] ? unknown : { readonly sharedNames: SharedNames<Given> }),
): Sum<Given>;
export function sumOf(parts: Parts): object {
  return Object.assign({}, ...parts) as object;
}
