import { useEffect, useState } from 'react';
import { doubleClickMs } from '../times.ts';

/**
 * Whether what is shown has just taken the place of something else, as Resume that of Pause. A button that does the opposite is disabled
 * for that long: a click was meant for what was there before, and so is the second one of a double click.
 */
export function useJustChanged(shown: string): boolean {
  const [settled, setSettled] = useState(shown);
  useEffect(() => {
    if (settled === shown) return undefined;
    const timer = setTimeout(() => setSettled(shown), doubleClickMs);
    return () => clearTimeout(timer);
  }, [settled, shown]);
  return settled !== shown;
}
