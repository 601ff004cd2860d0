import { useLayoutEffect, useState } from 'react';

/** How many pixels an element has from left to right, where anybody needs to know; null: not known. */
export function useRoom(of: React.RefObject<HTMLElement | null>, isNeeded: boolean): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = of.current;
    if (element === null || !isNeeded) return undefined;
    const measure = (): void => setRoom(element.clientWidth);
    // Before it is painted for the first time.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [of, isNeeded]);
  return room;
}
