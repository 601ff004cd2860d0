import { countText } from '../../../contract/text/numbers.ts';
import { Section } from '../../kit/layout/Section.tsx';
import { Empty } from '../../kit/messages/Empty.tsx';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { DataTable, type Column } from '../../kit/table/DataTable.tsx';
import { When } from '../../kit/When.tsx';
import { useBookExports, type BookExport } from '../../queries/treasury.ts';

/** An earlier version did not record the size of an export. */
const known = (count: number | null): string => (count === null ? 'not known' : countText(count));

const columns: readonly Column<BookExport>[] = [
  { key: 'number', title: 'Export', width: 70, render: ({ exportNumber }) => exportNumber },
  { key: 'period', title: 'Period (UTC)', width: 200, render: ({ from, until }) => `${from} to ${until}` },
  {
    key: 'profile',
    title: 'Profile',
    width: 120,
    render: ({ profileName }) => profileName ?? 'all profiles',
  },
  { key: 'savedAt', title: 'Saved', width: 130, render: ({ savedAt }) => <When at={savedAt} /> },
  {
    key: 'payments',
    title: 'Payments',
    width: 100,
    align: 'right',
    text: ({ payments }) => known(payments),
  },
  { key: 'lines', title: 'Lines', width: 100, align: 'right', text: ({ lines }) => known(lines) },
];

/** Saved exports. Their payments are in no other export, unless a person asks for them again. */
export function SavedExports({ profileName }: { readonly profileName: string }) {
  const { data, error, refetch } = useBookExports(profileName);
  return (
    <Section title="Saved exports">
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      <DataTable<BookExport>
        label="Saved exports"
        isFlowing
        columns={columns}
        rows={data}
        rowKey={({ exportNumber }) => String(exportNumber)}
        isLoading={data === undefined && error === null}
        empty={<Empty title="No export yet" text="Exports that you save above are listed here." />}
      />
    </Section>
  );
}
