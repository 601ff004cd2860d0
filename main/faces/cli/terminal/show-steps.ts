import { operationProgressText } from '../../../../contract/text/progress.ts';
import type { Bursar } from '../../../compose.ts';
import type { Progress } from './output.ts';

/** Shows how far an operation has come, in a line that `clear` removes. */
type ShownSteps = {
  /** `id` is that of the operation's progress events; an unknown one shows nothing, and so does a step just after the last one. */
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

/** Shows how far an operation has come while it runs: nothing of a short one, however long the data folder has been open. */
export async function showingSteps<Outcome>(
  bursar: Pick<Bursar, 'subscribe'>,
  progress: Progress,
  operation: () => Promise<Outcome>,
): Promise<Outcome> {
  const steps = showSteps(progress);
  const unsubscribe = bursar.subscribe((event) => {
    if (event.kind === 'progress') steps.show(event.id, event.done, event.total);
  });
  try {
    return await operation();
  } finally {
    unsubscribe();
    steps.clear();
  }
}
