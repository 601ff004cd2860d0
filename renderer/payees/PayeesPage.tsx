import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { longestSearch } from '../../contract/operation.ts';
import { useNavigate } from 'react-router';
import { PayeeStanding, type Payee } from '../../contract/payees/payee.ts';
import type { Environment } from '../../contract/profile.ts';
import { PausedSearch } from '../kit/fields/PausedSearch.tsx';
import { Page } from '../kit/layout/Page.tsx';
import { Toolbar } from '../kit/layout/Toolbar.tsx';
import { Empty, NoMatch } from '../kit/messages/Empty.tsx';
import { NoMerchant } from '../kit/messages/NoMerchant.tsx';
import { countColumn, idColumn } from '../kit/table/columns.tsx';
import { PagedTable } from '../kit/table/PagedTable.tsx';
import type { Column } from '../kit/table/table.ts';
import { useAddressView } from '../kit/useAddressView.ts';
import { When } from '../kit/When.tsx';
import { shortTime } from '../kit/times.ts';
import { Totals } from '../batches/Totals.tsx';
import { totalText } from '../batches/totals-text.ts';
import { ListExport } from '../kit/FileMenu.tsx';
import { exportPayees, usePayees, type PayeeFilter } from '../queries/payees.ts';
import { useCurrentProfile } from '../queries/profiles.ts';
import { ImportPayees } from './ImportPayees.tsx';
import { listedPayeesText, payeeLink, payeeName } from './payee-labels.ts';
import { StandingMark } from './StandingMark.tsx';

/** Everyone ever paid or imported in the environment of the profile; the search and the filter are in the address. */
export function PayeesPage() {
  const { profile, isKnown } = useCurrentProfile();
  return (
    <>
      {!isKnown ? (
        <Page title="Payees" isFilling>
          {null}
        </Page>
      ) : profile === null ? (
        <Page title="Payees">
          <NoMerchant what="Payees belong to the environment of a merchant." />
        </Page>
      ) : (
        <PayeesOf
          profileName={profile.name}
          environment={profile.environment}
          key={`${profile.environment} ${profile.name}`}
        />
      )}
    </>
  );
}

type PayeesOfProps = { readonly profileName: string; readonly environment: Environment };

function PayeesOf({ profileName, environment }: PayeesOfProps) {
  const [filter, show] = useAddressView(readFilter, writeFilter);
  const [isImporting, setIsImporting] = useState(false);
  return (
    <Page
      title="Payees"
      about={listedPayeesText(filter, environment)}
      isFilling
      actions={
        <>
          <ListExport
            noun="payee"
            write={(format, signal) => exportPayees(filter, environment, format, signal)}
          />
          <Button variant="contained" onClick={() => setIsImporting(true)}>
            Import payees
          </Button>
        </>
      }
    >
      <Toolbar label="Search and filters">
        <PausedSearch
          label="Search name, account, e-mail"
          value={filter.search}
          onSearch={(search) => show((now) => ({ ...now, search: search.slice(0, longestSearch) }), true)}
        />
        <ToggleButtonGroup
          size="small"
          exclusive
          aria-label="Which payees"
          value={filter.standing ?? 'all'}
          onChange={(_event, value) =>
            show((now) => ({ ...now, standing: PayeeStanding.safeParse(value).data ?? null }))
          }
        >
          <ToggleButton value="all">All</ToggleButton>
          <ToggleButton value="new">New</ToggleButton>
          <ToggleButton value="verified">Verified</ToggleButton>
          <ToggleButton value="blocked">Blocked</ToggleButton>
        </ToggleButtonGroup>
      </Toolbar>
      <PayeeTable
        filter={filter}
        environment={environment}
        onClear={() => show(() => ({ search: '', standing: null }))}
        onImport={() => setIsImporting(true)}
      />
      {isImporting ? <ImportPayees profileName={profileName} onClose={() => setIsImporting(false)} /> : null}
    </Page>
  );
}

type PayeeTableProps = {
  readonly filter: PayeeFilter;
  readonly environment: Environment;
  readonly onClear: () => void;
  readonly onImport: () => void;
};

function PayeeTable({ filter, environment, onClear, onImport }: PayeeTableProps) {
  const list = usePayees(filter, environment);
  const navigate = useNavigate();
  return (
    <PagedTable<Payee>
      list={list}
      label="Payees"
      columns={columns}
      rowKey={({ payeeId }) => payeeId}
      onOpen={({ payeeId }) => void navigate(payeeLink(payeeId))}
      empty={
        filter.search !== '' || filter.standing !== null ? (
          <NoMatch title="No payee matches" text={emptyText(filter)} onClear={onClear} />
        ) : (
          <Empty
            title="No payees yet"
            text="Everyone who was paid appears here. Import your list of vendors to make them known before the first payout."
            action={
              <Button variant="contained" onClick={onImport}>
                Import payees
              </Button>
            }
          />
        )
      }
    />
  );
}

function emptyText({ search, standing }: PayeeFilter): string {
  if (search !== '') return 'No name, account or e-mail address contains this text.';
  if (standing === 'new') return 'Nobody was paid for the first time in the last 30 days.';
  return standing === 'verified' ? 'No account was verified yet.' : 'No payee is blocked.';
}

const columns: readonly Column<Payee>[] = [
  { key: 'name', title: 'Name', width: 180, render: (payee) => payeeName(payee) },
  idColumn({ key: 'account', title: 'Account', width: 184 }, ({ accounts }) => accounts[0]?.account ?? ''),
  { key: 'standing', title: 'Standing', width: 160, render: (payee) => <StandingMark payee={payee} /> },
  {
    key: 'last',
    title: 'Last paid',
    width: 112,
    isExtra: true,
    text: ({ lastPaidAt }) => shortTime(lastPaidAt ?? ''),
    render: ({ lastPaidAt }) => (lastPaidAt === null ? 'never' : <When at={lastPaidAt} />),
  },
  countColumn({ key: 'payments', title: 'Payouts', width: 80, isExtra: true }, ({ payments }) => payments),
  {
    key: 'totals',
    title: 'Total paid',
    width: 186,
    align: 'right',
    text: ({ totals }) => totalText(totals),
    render: ({ totals }) => <Totals totals={totals} most={1} />,
  },
];

function readFilter(address: URLSearchParams): PayeeFilter {
  return {
    search: (address.get('q') ?? '').trim().slice(0, longestSearch),
    standing: PayeeStanding.safeParse(address.get('standing')).data ?? null,
  };
}

function writeFilter({ search, standing }: PayeeFilter): URLSearchParams {
  const address = new URLSearchParams();
  if (search !== '') address.set('q', search);
  if (standing !== null) address.set('standing', standing);
  return address;
}
