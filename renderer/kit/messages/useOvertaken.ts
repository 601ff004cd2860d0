import { useEffect } from 'react';
import { useToast } from './useToast.tsx';

type Asked = {
  readonly isOpen: boolean;
  /** Whether there is still anything to ask about. */
  readonly isLeft: boolean;
  readonly isBusy: boolean;
  readonly close: () => void;
};

/** Closes a dialog, and says why, once there is nothing left to ask about, because it changed meanwhile or was done in another window. */
export function useOvertaken({ isOpen, isLeft, isBusy, close }: Asked, reason: string): void {
  const toast = useToast();
  const isOvertaken = isOpen && !isLeft && !isBusy;
  useEffect(() => {
    if (!isOvertaken) return;
    close();
    toast.show(reason);
  }, [isOvertaken, close, reason, toast]);
}
