import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { longestSearch } from '../../../contract/operation.ts';
import { useNavigate } from 'react-router';
import { countColumn, timeColumn } from '../../kit/table/columns.tsx';
import { PagedTable } from '../../kit/table/PagedTable.tsx';
import type { Column } from '../../kit/table/table.ts';
import { PausedSearch } from '../../kit/fields/PausedSearch.tsx';
import { Toolbar } from '../../kit/layout/Toolbar.tsx';
import { useAddressView } from '../../kit/useAddressView.ts';
import { Empty, NoMatch } from '../../kit/messages/Empty.tsx';
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

const readSearch = (address: URLSearchParams): string => (address.get('q') ?? '').slice(0, longestSearch);
const writeSearch = (search: string) => new URLSearchParams(search === '' ? {} : { q: search });

/** All batches, and above them the sheets being prepared; the search is in the address. */
export function BatchListPage() {
  const navigate = useNavigate();
  const [search, show] = useAddressView(readSearch, writeSearch);
  const batches = useBatches(search);
  const sheets = useSheets();
  const prepared = sheets.data?.filter(({ batchId }) => batchId === null) ?? [];
  const begin = () => void navigate('/batches/new');
  useShortcut('n', begin, 'New batch');
  // Both fail for the same reason.
  const list = {
    ...batches,
    error: batches.error ?? sheets.error,
    again: () => {
      batches.again();
      void sheets.refetch();
    },
  };
  const isRead = list.hasBegun && list.error === null && sheets.data !== undefined;
  const isEmpty = isRead && search === '' && list.rows.length === 0 && prepared.length === 0;
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
          <Toolbar label="Search">
            <PausedSearch
              label="Search file name or batch ID"
              value={search}
              onSearch={(typed) => show(() => typed.slice(0, longestSearch), true)}
            />
          </Toolbar>
          <PagedTable
            list={list}
            label="Batches"
            columns={columns}
            rowKey={({ batchId }) => batchId}
            empty={
              search === '' ? (
                <Empty
                  title="No batch yet"
                  text="Open the rows that are being prepared above, and choose Check and release. Their batch is listed here from then on."
                />
              ) : (
                <NoMatch
                  title="No batch matches"
                  text="No file name or batch ID contains this text."
                  onClear={() => show(() => '', true)}
                />
              )
            }
            onOpen={({ batchId }) => void navigate(`/batches/${batchId}`)}
          />
        </>
      )}
    </Page>
  );
}
