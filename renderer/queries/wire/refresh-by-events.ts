import type { QueryClient } from '@tanstack/react-query';
import type { AppEvent } from '../../../contract/events.ts';
import { bridge } from '../../bridge.ts';
import { onEvent } from '../../events.ts';
import { invalidatesAnything } from './invalidations.ts';
import { readAgain } from './read-again.ts';

/** At most about four refreshes a second, however many events come. */
const refreshGapMs = 250;

/** Reads again what events invalidate, at most a few times a second, for the lifetime of the page. */
export function refreshByEvents(queryClient: QueryClient): void {
  let pending = new Map<string, AppEvent>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const flush = () => {
    timer = null;
    const events = [...pending.values()];
    pending = new Map();
    for (const event of readAgain(queryClient, events)) note(event);
  };
  const note = (event: AppEvent) => {
    pending.set(`${event.kind} ${event.id}`, event);
    timer ??= setTimeout(flush, refreshGapMs);
  };

  onEvent((event) => {
    if (event.kind === 'restored') void queryClient.resetQueries();
    else if (invalidatesAnything(event)) note(event);
  });
  bridge().onAgain(() => void queryClient.invalidateQueries());
}
