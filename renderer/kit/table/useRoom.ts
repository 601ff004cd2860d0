import { useLayoutEffect, useState } from 'react';

/** The width of an element in pixels; null: unknown. */
export function useRoom(of: React.RefObject<HTMLElement | null>): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = of.current;
    if (element === null) return undefined;
    const measure = (): void => setRoom(element.clientWidth);
    // Before the first paint.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [of]);
  return room;
}
