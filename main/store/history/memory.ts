import type { Context } from '../context.ts';
import { Facets } from './facets.ts';
import { TextSegments } from './text-segments.ts';

/** What one open database keeps of its history in memory. */
export type HistoryMemory = {
  readonly facets: Facets;
  readonly segments: TextSegments;
  /** Rises with every piece that is indexed, so that a walk notices that the index changed under it. */
  version: number;
  /** Rises when the index is about to be cleared, so that a walk notices that it would find too little. */
  rebuilds: number;
};

/** By what every context of one opening of the database has in common, for every actor. */
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
