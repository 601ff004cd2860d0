import type { Query, QueryClient } from '@tanstack/react-query';
import type { AppEvent } from '../../../contract/events.ts';
import { isInvalidatedBy } from './invalidations.ts';

/**
 * Reads again what these events invalidate, each answer once, and returns the events that concern an answer on its way: it may be older than
 * the event, and has to be waited for. All at once, since finding each answer by its key takes a second after 100,000 rows were scrolled through.
 */
export function readAgain(queryClient: QueryClient, events: readonly AppEvent[]): Set<AppEvent> {
  const settled = new Set<Query>();
  const tooEarly = new Set<AppEvent>();
  for (const query of queryClient.getQueryCache().getAll())
    for (const event of events) {
      if (!isInvalidatedBy(query.queryKey, event)) continue;
      if (query.state.fetchStatus === 'fetching') tooEarly.add(event);
      else settled.add(query);
    }
  if (settled.size > 0) void queryClient.invalidateQueries({ predicate: (query) => settled.has(query) });
  return tooEarly;
}
