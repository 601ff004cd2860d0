import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNavigate } from 'react-router';
import { countColumn, timeColumn } from '../../kit/table/columns.tsx';
import { DataTable, type Column } from '../../kit/table/DataTable.tsx';
import { Empty } from '../../kit/messages/Empty.tsx';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { dottedText } from '../../kit/states/states.ts';
import { StateBar } from '../../kit/states/StateBar.tsx';
import { BatchStateDot } from '../BatchStateDot.tsx';
import { longestStateText } from '../longest-state-text.ts';
import { When } from '../../kit/When.tsx';
import { shortTime } from '../../kit/times.ts';
import { useShortcut } from '../../kit/shortcuts/useShortcut.tsx';
import { Page } from '../../kit/layout/Page.tsx';
import { useBatches, type BatchSummary } from '../../queries/batches.ts';
import { useSheets } from '../../queries/sheets.ts';
import { useNextPage } from '../../queries/wire/pages.ts';
import { Totals } from '../Totals.tsx';
import { totalText } from '../totals-text.ts';
import { profileText } from '../profile-text.ts';
import { SheetList } from './SheetList.tsx';

const columns: readonly Column<BatchSummary>[] = [
  { key: 'fileName', title: 'Batch', width: 146, render: ({ fileName }) => fileName },
  {
    key: 'profileName',
    title: 'Profile',
    width: 82,
    isExtra: true,
    text: profileText,
    render: profileText,
  },
  {
    key: 'state',
    title: 'State',
    width: 112,
    text: (batch) => dottedText(longestStateText(batch)),
    render: (batch) => <BatchStateDot batch={batch} />,
  },
  countColumn({ key: 'rows', title: 'Payouts', width: 70, isExtra: true }, ({ rows }) => rows),
  {
    key: 'totals',
    title: 'Total',
    width: 120,
    align: 'right',
    text: ({ totals }) => totalText(totals),
    render: ({ totals }) => <Totals totals={totals} most={1} />,
  },
  {
    key: 'progress',
    title: 'Progress',
    width: 76,
    isExtra: true,
    render: ({ byState, rows }) => <StateBar byState={byState} rows={rows} />,
  },
  timeColumn({ key: 'createdAt', title: 'Created', width: 70, isExtra: true }, ({ createdAt }) => createdAt),
  {
    key: 'releasedAt',
    title: 'Released',
    width: 92,
    text: ({ releasedAt, scheduledFor }) =>
      releasedAt !== null || scheduledFor === null
        ? shortTime(releasedAt ?? '')
        : `due ${shortTime(scheduledFor)}`,
    render: ({ releasedAt, scheduledFor }) =>
      releasedAt !== null ? (
        <When at={releasedAt} />
      ) : scheduledFor !== null ? (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          due <When at={scheduledFor} />
        </Box>
      ) : null,
  },
];

/** All batches, and above them the sheets being prepared. */
export function BatchListPage() {
  const navigate = useNavigate();
  const batches = useBatches();
  const more = useNextPage(batches);
  const sheets = useSheets();
  const rows = batches.data?.pages.flat();
  const prepared = sheets.data?.filter(({ batchId }) => batchId === null) ?? [];
  const begin = () => void navigate('/batches/new');
  useShortcut('n', begin, 'New batch');
  // Both fail for the same reason.
  const error = batches.error ?? sheets.error;
  const readAgain = () => {
    void batches.refetch();
    void sheets.refetch();
  };
  const isEmpty = rows?.length === 0 && sheets.data !== undefined && prepared.length === 0;
  return (
    <Page
      title="Batches"
      isFilling
      actions={
        <>
          <Button color="inherit" onClick={() => void navigate('/approvals')}>
            Approvals
          </Button>
          <Button variant="contained" onClick={begin}>
            New batch
          </Button>
        </>
      }
    >
      <ErrorNotice error={error} onRetry={readAgain} />
      {isEmpty ? (
        <Empty
          title="No batch yet"
          text="A batch is a list of payouts that are checked and released together. Begin with a file from your accounting, cells from a spreadsheet, or type the rows."
          action={
            <Button variant="contained" onClick={begin}>
              New batch
            </Button>
          }
        />
      ) : (
        <>
          <SheetList sheets={prepared} />
          <DataTable
            label="Batches"
            columns={columns}
            rows={rows}
            rowKey={({ batchId }) => batchId}
            isLoading={batches.isPending}
            empty={
              <Empty
                title="No batch yet"
                text="Open the rows that are being prepared above, and choose Check and release. Their batch is listed here from then on."
              />
            }
            isLoadingMore={batches.isFetchingNextPage}
            onOpen={({ batchId }) => void navigate(`/batches/${batchId}`)}
            onEnd={more}
          />
        </>
      )}
    </Page>
  );
}
