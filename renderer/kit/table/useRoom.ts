import { useLayoutEffect, useState } from 'react';

/** The width or height of an element in pixels; null: unknown. */
export function useRoom(
  of: React.RefObject<HTMLElement | null>,
  side: 'clientWidth' | 'clientHeight' = 'clientWidth',
): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = of.current;
    if (element === null) return undefined;
    const measure = (): void => setRoom(element[side]);
    // Before the first paint.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [of, side]);
  return room;
}
