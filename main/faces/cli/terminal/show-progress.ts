import type { Bursar } from '../../../compose.ts';
import type { Progress } from './output.ts';

/** The line about `done` of `total`; null shows nothing. */
type ProgressLine = (done: number, total: number | null) => string | null;

/** Shows how far the operation that reports as `id` has come. */
export function showProgress(
  bursar: Pick<Bursar, 'subscribe'>,
  progress: Progress,
  id: string,
  line: ProgressLine,
): { stop(): void } {
  const show = progressSteps(progress, line);
  const unsubscribe = bursar.subscribe((event) => {
    if (event.kind === 'progress' && event.id === id) show(event.done, event.total);
  });
  return {
    stop: () => {
      unsubscribe();
      progress.clear();
    },
  };
}

/** Shows a step, unless the last one was shown just now. */
export function progressSteps(
  progress: Progress,
  line: ProgressLine,
): (done: number, total: number | null) => void {
  let shownAt = Date.now();
  return (done, total) => {
    const text = line(done, total);
    if (text === null || Date.now() - shownAt < progress.stepMs) return;
    shownAt = Date.now();
    progress.show(text);
  };
}
