import { operationProgressText } from '../../../../contract/text/progress.ts';
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
