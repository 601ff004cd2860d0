import { useEffect, useState } from 'react';

const patienceMs = 300;

/** Whether a state has lasted long enough to show: nobody needs a skeleton for less than 300 ms. */
export function useLater(isActive: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    setIsLong(false);
    if (!isActive) return undefined;
    const timer = setTimeout(() => setIsLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isActive]);
  return isActive && isLong;
}
