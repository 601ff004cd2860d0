import { useEffect, useState } from 'react';
import { longestWaitMs } from '../times.ts';

/** Whether this moment has passed by this computer's clock; checked again when it comes. Null never passes. */
export function useHasPassed(at: string | null): boolean {
  const [checks, setChecks] = useState(0);
  useEffect(() => {
    const leftMs = at === null ? 0 : Date.parse(at) - Date.now();
    if (!(leftMs > 0)) return undefined;
    const timer = setTimeout(() => setChecks(checks + 1), Math.min(leftMs, longestWaitMs));
    return () => clearTimeout(timer);
  }, [at, checks]);
  return at !== null && Date.parse(at) <= Date.now();
}
