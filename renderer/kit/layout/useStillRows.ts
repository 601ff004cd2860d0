import { useEffect, type RefObject } from 'react';
import { doubleClickMs } from '../times.ts';

/**
 * Takes no click in this part of a screen in the moment after rows of its lists came, went or changed their places: a click was meant for
 * the row that was there before. The keyboard stays with its row.
 */
export function useStillRows(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = part;
    if (current === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watcher = new MutationObserver((changes) => {
      if (!changes.some(({ target }) => target instanceof HTMLUListElement)) return;
      current.style.pointerEvents = 'none';
      clearTimeout(timer);
      timer = setTimeout(() => {
        current.style.pointerEvents = '';
      }, doubleClickMs);
    });
    watcher.observe(current, { childList: true, subtree: true });
    return () => {
      watcher.disconnect();
      clearTimeout(timer);
      current.style.pointerEvents = '';
    };
  }, [part]);
}
