import type { Bursar } from '../../../compose.ts';
import type { Progress } from './output.ts';

/** Shows how far the operation that reports as `id` has come; a `line` of null shows nothing. */
export function showProgress(
  bursar: Pick<Bursar, 'subscribe'>,
  progress: Progress,
  id: string,
  line: (done: number, total: number | null) => string | null,
): { stop(): void } {
  let shownAt = Date.now();
  const unsubscribe = bursar.subscribe((event) => {
    if (event.kind !== 'progress' || event.id !== id) return;
    const text = line(event.done, event.total);
    if (text === null || Date.now() - shownAt < progress.stepMs) return;
    shownAt = Date.now();
    progress.show(text);
  });
  return {
    stop: () => {
      unsubscribe();
      progress.clear();
    },
  };
}
