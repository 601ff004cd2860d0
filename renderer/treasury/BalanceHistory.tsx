import Box from '@mui/material/Box';
import { counted } from '../../contract/text/numbers.ts';
import { balancesReadText } from '../../contract/text/treasury/balances-read-text.ts';
import { FileMenu } from '../kit/FileMenu.tsx';
import { Empty } from '../kit/messages/Empty.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { DataTable, type Column } from '../kit/table/DataTable.tsx';
import { exportBalances, useBalanceHistory, type BalanceHistory as History } from '../queries/treasury.ts';
import { BalanceChart } from './BalanceChart.tsx';
import { amountColumn } from './MaybeAmount.tsx';
import { PeriodBar } from './PeriodBar.tsx';
import { CurrencySelect } from './CurrencySelect.tsx';
import type { TreasuryProps } from './treasury-props.ts';
import { useCurrencies, useTreasuryAddress } from './useTreasuryAddress.ts';

type Point = History['points'][number];

const formats = [
  { format: 'csv', title: 'CSV', about: 'Every balance, with exact decimals' },
  {
    format: 'xlsx',
    title: 'Excel (XLSX)',
    about: 'Every balance, with amounts as numbers and times as dates',
  },
] as const;

/** Every stored balance of one currency: as a chart over real time, with its gaps, and as a table. */
export function BalanceHistory({ profile }: TreasuryProps) {
  const { currencies, isKnown, error: unread, again } = useCurrencies(profile.name);
  const { period, currencyCode, showPeriod, showCurrency } = useTreasuryAddress(currencies);
  const { history, shownInput: shown } = useBalanceHistory(period, currencyCode, profile.name);
  const { data, error, isPending, refetch } = history;
  const points = data?.points ?? [];
  const gaps = data?.gaps ?? [];
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <PeriodBar period={period} onPeriod={showPeriod}>
        <CurrencySelect currencies={currencies} value={currencyCode} onChange={showCurrency} />
      </PeriodBar>
      <ErrorNotice error={unread} onRetry={again} />
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {points.length === 0 ? null : <BalanceChart {...shown} points={points} gaps={gaps} />}
      <Box
        data-actions
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
        }}
      >
        <Box role="status" sx={{ color: 'text.secondary', fontSize: 13 }}>
          {error === null ? balancesReadText(shown.period, { points, gaps }) : null}
        </Box>
        {points.length === 0 ? null : (
          <FileMenu
            formats={formats}
            label="Writing the balances"
            write={async (format, signal) => {
              const asked = {
                ...shown.period,
                currencyCode: shown.currencyCode,
                profileName: profile.name,
                format,
              };
              const { bytes, balances } = await exportBalances(asked, signal);
              return {
                name: `balances-${asked.profileName}-${asked.currencyCode}-${asked.from}-${asked.until}.${format}`,
                bytes,
                text: `${counted(balances, 'balance')} exported.`,
              };
            }}
          />
        )}
      </Box>
      <DataTable<Point>
        label="Balances"
        isFlowing
        columns={columns}
        rows={unread === null && error === null ? points.toReversed() : undefined}
        rowKey={({ at }) => at}
        isLoading={unread === null && (!isKnown || (isPending && currencyCode !== ''))}
        empty={
          <Empty
            title="No balance was read in this period"
            text="Bursar reads balances at the start and end of each run and while it is open. Choose a longer period, or Read balances on the Position tab."
          />
        }
      />
    </Box>
  );
}

const amount = (key: 'available' | 'reserved' | 'booked', title: string): Column<Point> =>
  amountColumn(key, title, { width: 180, isQuiet: key === 'reserved' });

const columns: readonly Column<Point>[] = [
  {
    key: 'at',
    title: 'Read at (UTC)',
    width: 180,
    render: ({ at }) => at.slice(0, 19).replace('T', ' '),
  },
  amount('available', 'Available'),
  amount('reserved', 'Reserved'),
  amount('booked', 'Booked'),
];
