import Box from '@mui/material/Box';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createListeners } from '../listeners.ts';

type BriefMessageProps = {
  /** How long it is shown, in milliseconds. */
  readonly lastsMs: number;
  readonly onEnd: () => void;
  readonly children: ReactNode;
};

/**
 * Ends by itself, but not under the pointer or the keyboard, nor while the person looks at another window (WCAG 2.2, Timing Adjustable): its
 * whole time runs again after that.
 */
export function BriefMessage({ lastsMs, onEnd, children }: BriefMessageProps) {
  const [isUnderPointer, setUnderPointer] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isAway = useIsAway();
  const isHeld = isUnderPointer || isFocused || isAway;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onEnd, lastsMs);
    return () => clearTimeout(timer);
  }, [isHeld, lastsMs, onEnd]);
  return (
    <Box
      onMouseEnter={() => setUnderPointer(true)}
      onMouseLeave={() => setUnderPointer(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {children}
    </Box>
  );
}

let isAway = !document.hasFocus();
const away = createListeners();
for (const name of ['blur', 'focus'] as const)
  window.addEventListener(name, () => {
    isAway = name === 'blur';
    away.notify();
  });

/** Whether the person works in another window. */
function useIsAway(): boolean {
  return useSyncExternalStore(away.listen, () => isAway);
}
