import type { HistoryStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { conditionsOf, isOfFacets } from './conditions.ts';
import { indexHistory, isHistoryIndexed, mergeHistory } from './index-history.ts';
import { walkHistory } from './walk.ts';

export { countOfFacet, indexProblems } from './check-index.ts';
export { changeHistory, dropFromHistory, indexHistory, rebuildHistory } from './index-history.ts';
export { memoryOf } from './memory.ts';

/** Implements HistoryStore. */
export function historyStore(context: Context): HistoryStore {
  return {
    indexHistory: () => indexHistory(context),
    mergeHistory: () => mergeHistory(context),
    walkHistory: (query) => walkHistory(context, query),
    countIndexed(filter) {
      if (!isHistoryIndexed(context)) return null;
      return isOfFacets(filter) ? conditionsOf(context, filter).count : null;
    },
  };
}
