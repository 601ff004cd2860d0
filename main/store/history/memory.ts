import type { Context } from '../context.ts';
import { Facets } from './facets.ts';
import { Shelves } from './text-segments.ts';

/** What is remembered of the history of one open database. */
export type HistoryMemory = {
  readonly facets: Facets;
  readonly shelves: Shelves;
  /** Rises with every piece that is indexed, so that a walk notices that the index moved under it. */
  version: number;
  /** Rises when the index is about to be cleared, so that a walk notices that it would find too little. */
  rebuilds: number;
};

const memories = new WeakMap<Context, HistoryMemory>();

export function memoryOf(context: Context): HistoryMemory {
  const known = memories.get(context);
  if (known !== undefined) return known;
  const { connection } = context;
  const memory = {
    facets: new Facets(connection),
    shelves: new Shelves(connection),
    version: 0,
    rebuilds: 0,
  };
  memories.set(context, memory);
  return memory;
}
