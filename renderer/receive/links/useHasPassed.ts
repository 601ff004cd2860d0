import { useEffect, useState } from 'react';
import { longestWaitMs } from '../../kit/times.ts';

/** Whether this moment has passed by this computer's clock; checked again when it comes. Null never passes. */
export function useHasPassed(at: string | null): boolean {
  const [now, setNow] = useState(() => Date.now());
  const leftMs = at === null ? null : Date.parse(at) - now;
  useEffect(() => {
    if (leftMs === null || !(leftMs > 0)) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(leftMs, longestWaitMs));
    return () => clearTimeout(timer);
  }, [leftMs]);
  return leftMs !== null && leftMs <= 0;
}
