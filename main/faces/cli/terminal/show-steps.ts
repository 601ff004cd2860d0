import type { AppEvent } from '../../../../contract/events.ts';
import { gatewayText } from './gateway-text.ts';
import { operationProgressText } from '../../../../contract/text/progress.ts';
import type { Bursar } from '../../../compose.ts';
import type { Progress } from './output.ts';

/** Shows the progress of an operation in a line that `clear` removes. */
type ShownSteps = {
  /** `id` is that of the operation's progress events; an unknown one shows nothing, and neither does a step right after the last one. */
  show(id: string, done: number, total: number | null): void;
  clear(): void;
};

export function showSteps(progress: Progress): ShownSteps {
  let shownAt = Date.now();
  let isShown = false;
  return {
    show: (id, done, total) => {
      const line = operationProgressText(id, done, total);
      if (line === null || Date.now() - shownAt < progress.stepMs) return;
      shownAt = Date.now();
      isShown = true;
      progress.show(line);
    },
    clear: () => {
      if (isShown) progress.clear();
      isShown = false;
    },
  };
}

/** After this long, a person at a terminal wonders whether anything happens. */
const waitShownAfterMs = 1000;

/** Says that an operation waits for the gateway, unless it is short, and shows the gateway's messages meanwhile. */
export function showingWait<Outcome>(
  bursar: Pick<Bursar, 'subscribe'>,
  progress: Progress,
  operation: () => Promise<Outcome>,
): Promise<Outcome> {
  const show = (): void => progress.show('Waiting for the gateway. Ctrl-C ends this.');
  const timer = setTimeout(show, Math.max(waitShownAfterMs, progress.stepMs));
  const listener = (event: AppEvent): void => {
    if (event.kind !== 'gateway' || event.message === '') return;
    progress.remark(gatewayText(event));
    // A message replaces the line.
    timer.refresh();
  };
  return whileSubscribed(bursar, listener, operation).finally(() => {
    clearTimeout(timer);
    progress.clear();
  });
}

/** Shows the progress of an operation while it runs; nothing for a short one, however long the data folder has been open. */
export function showingSteps<Outcome>(
  bursar: Pick<Bursar, 'subscribe'>,
  progress: Progress,
  operation: () => Promise<Outcome>,
): Promise<Outcome> {
  const steps = showSteps(progress);
  const listener = (event: AppEvent): void => {
    if (event.kind === 'progress') steps.show(event.id, event.done, event.total);
  };
  return whileSubscribed(bursar, listener, operation).finally(steps.clear);
}

async function whileSubscribed<Outcome>(
  bursar: Pick<Bursar, 'subscribe'>,
  listener: (event: AppEvent) => void,
  operation: () => Promise<Outcome>,
): Promise<Outcome> {
  const unsubscribe = bursar.subscribe(listener);
  try {
    return await operation();
  } finally {
    unsubscribe();
  }
}
