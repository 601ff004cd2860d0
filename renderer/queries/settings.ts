import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Settings } from '../../contract/settings.ts';
import { call, operationKey, useOperation, type CallError, type CallInput, type CallOutput } from '../api.ts';
import { useToast } from '../kit/messages/useToast.tsx';

export function useSettings() {
  return useOperation('settings.read', {});
}

/** Changes what is set. The page shows it at once; where it cannot be stored, it shows what is stored again, and says why. */
export function useChangeSettings(onDone?: () => void): (change: CallInput<'settings.change'>) => void {
  const queryClient = useQueryClient();
  const toast = useToast();
  const queryKey = operationKey('settings.read', {});
  const { mutate } = useMutation<CallOutput<'settings.change'>, CallError, CallInput<'settings.change'>>({
    // One after the other: two changes at once would show the older one last.
    scope: { id: 'settings' },
    mutationFn: (change) => call('settings.change', change),
    onMutate: (change) => {
      queryClient.setQueryData<Settings>(queryKey, (before) =>
        before === undefined ? before : { ...before, ...withoutUndefined(change) },
      );
    },
    onSuccess: (settings) => {
      queryClient.setQueryData(queryKey, settings);
      onDone?.();
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey });
      toast.error(error);
    },
  });
  return mutate;
}

function withoutUndefined(change: CallInput<'settings.change'>): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
