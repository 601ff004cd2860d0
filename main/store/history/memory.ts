import type { Context } from '../context.ts';
import { Facets } from './facets.ts';
import { TextSegments } from './text-segments.ts';

/** What one open database holds in memory about its history. */
export type HistoryMemory = {
  readonly facets: Facets;
  readonly segments: TextSegments;
  /** Increases with every indexed piece, so that a walk notices that the index changed under it. */
  version: number;
  /** Increases when the index is about to be cleared, so that a walk notices that it would find too little. */
  rebuilds: number;
};

/** Keyed by the state shared by all contexts of one opening of the database, for every actor. */
const memories = new WeakMap<Context['batchCache'], HistoryMemory>();

export function memoryOf(context: Context): HistoryMemory {
  const known = memories.get(context.batchCache);
  if (known !== undefined) return known;
  const { connection } = context;
  const memory = {
    facets: new Facets(connection),
    segments: new TextSegments(connection),
    version: 0,
    rebuilds: 0,
  };
  memories.set(context.batchCache, memory);
  return memory;
}
