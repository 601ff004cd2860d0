import { ErrorNotice } from '../messages/ErrorNotice.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';

/** A list that is read page by page. */
export type PagedList<Row> = {
  readonly rows: readonly Row[];
  readonly error: unknown;
  /** Whether the first page was read at least once. */
  readonly hasBegun: boolean;
  readonly isLoadingMore: boolean;
  readonly more: () => void;
  /** Reads the list again, from its beginning. */
  readonly again: () => void;
};

type PagedTableProps<Row> = Omit<DataTableProps<Row>, 'rows' | 'isLoading' | 'isLoadingMore' | 'onEnd'> & {
  readonly list: PagedList<Row>;
};

/** A table of such a list, below its error; the error alone as long as nothing was read. */
export function PagedTable<Row>({ list, ...table }: PagedTableProps<Row>) {
  const { rows, error, hasBegun, isLoadingMore, more, again } = list;
  return (
    <>
      <ErrorNotice error={error} onRetry={again} />
      {error !== null && rows.length === 0 ? null : (
        <DataTable<Row>
          {...table}
          rows={rows}
          onEnd={more}
          isLoading={!hasBegun}
          isLoadingMore={isLoadingMore}
        />
      )}
    </>
  );
}
