import { useCallback } from 'react';
import { useToast } from '../kit/messages/useToast.tsx';
import { useRestoredElsewhere } from '../queries/maintenance.ts';

/** Says, until it is dismissed, that another window restored a backup: what was typed here since is gone, and older data is shown. */
export function useRestored(): void {
  const toast = useToast();
  useRestoredElsewhere(
    useCallback(
      () =>
        toast.warn(
          'A backup was restored in another window. What was typed or changed after it was made is gone, also here: check what this screen shows now.',
        ),
      [toast],
    ),
  );
}
