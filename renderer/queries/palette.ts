import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, operationKey, useAct, useOperation, type CallError, type CallOutput } from '../api.ts';
import { useToast } from '../kit/messages/useToast.tsx';

const payoutsShown = 5;

/** The newest payouts in which a text occurs, in any profile. */
export function useFoundPayouts(search: string) {
  const input = {
    filter: { search },
    order: 'newest',
    limit: payoutsShown,
  } as const;
  return useQuery<CallOutput<'payouts.list'>, CallError>({
    queryKey: [...operationKey('payouts.list', input), 'palette'],
    queryFn: ({ signal }) => call('payouts.list', input, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    // Payouts change all the time: what was found a moment ago is looked up again.
    staleTime: 0,
    gcTime: 30_000,
  });
}

export function useReadBalances() {
  const toast = useToast();
  return useAct('balances.read', {
    onDone: (_, { profileName }) =>
      toast.say(`The balances of ${profileName ?? 'the profile'} are up to date.`),
  });
}

/** Asks where to, and backs up; where there are no native dialogs, `elsewhere` is told, which asks for a path. */
export function useBackUp(elsewhere: () => void): () => Promise<void> {
  const toast = useToast();
  const host = useOperation('host.info', {}).data;
  return async () => {
    if (host?.hasDialogs !== true) return elsewhere();
    try {
      const day = new Date().toISOString().slice(0, 10);
      const place = await call('host.choosePlace', { suggestedName: `bursar-backup-${day}.db` });
      if (place === null) return undefined;
      toast.say('Backing up …');
      const { path } = await call('data.backup', { path: place.path });
      toast.say(`The backup is complete: ${path}`);
    } catch (thrown) {
      toast.error(thrown);
    }
    return undefined;
  };
}
