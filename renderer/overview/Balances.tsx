import RefreshIcon from '@mui/icons-material/RefreshOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { When } from '../kit/When.tsx';
import { useLater } from '../kit/fields/useLater.ts';
import { useShortcut } from '../kit/shortcuts/useShortcut.tsx';
import { BalanceTable } from './BalanceTable.tsx';
import { useIsPrepareOnly } from '../queries/profiles.ts';
import { useFreshBalances, useRefreshBalances, useStoredBalances } from '../queries/balances.ts';

const skeletonRows = 3;

/** The latest balances from the gateway, and their time. */
export function Balances({ profileName }: { readonly profileName: string }) {
  const stored = useStoredBalances(profileName);
  const isPrepareOnly = useIsPrepareOnly(profileName);
  const refresh = useRefreshBalances();
  const asOf = stored.data?.asOf;
  const fresh = useFreshBalances(profileName, asOf);
  const isAsking = useLater(refresh.isPending || fresh.isPending);
  const ask = () => refresh.mutate({ profileName });
  useShortcut('r', ask, 'Refresh the balances', !isPrepareOnly);
  const balances = stored.data?.balances ?? [];
  return (
    <Section
      title="Balances"
      about={
        isPrepareOnly ? undefined : asOf === undefined || asOf === null ? (
          'Not loaded yet'
        ) : (
          <>
            As of <When at={asOf} />
          </>
        )
      }
      actions={
        isPrepareOnly ? undefined : (
          <Button
            color="inherit"
            size="small"
            startIcon={<RefreshIcon />}
            disabled={refresh.isPending}
            onClick={ask}
            sx={{ minWidth: 118, marginRight: '-10px', justifyContent: 'flex-end' }}
          >
            {isAsking ? 'Refreshing …' : 'Refresh'}
          </Button>
        )
      }
    >
      <ErrorNotice error={stored.error} onRetry={() => void stored.refetch()} />
      {isPrepareOnly || fresh.keyFault === null ? null : (
        <ErrorNotice
          title={`Nothing of ${profileName} can be released or refreshed`}
          error={fresh.keyFault}
          onRetry={fresh.again}
        />
      )}
      {balances.length > 0 ? (
        <BalanceTable profileName={profileName} balances={balances} />
      ) : asOf === null && !isAsking && stored.error === null ? (
        <Box sx={{ color: 'text.secondary', padding: '12px 0' }}>
          {isPrepareOnly
            ? `${profileName} is prepare-only: without a key here, the gateway cannot be asked. Its balances are shown where the key is.`
            : `The balances of ${profileName} are not known yet. Refresh asks the gateway.`}
        </Box>
      ) : asOf !== undefined && asOf !== null ? (
        <Box sx={{ color: 'text.secondary', padding: '12px 0' }}>The gateway returned no balances.</Box>
      ) : (
        <Box aria-hidden>
          {Array.from({ length: skeletonRows }, (_, row) => (
            <Skeleton key={row} height={44} sx={{ visibility: isAsking ? 'visible' : 'hidden' }} />
          ))}
        </Box>
      )}
    </Section>
  );
}
