import Box from '@mui/material/Box';
import { useState } from 'react';
import { codesFor, type CodeList, type KnownCode } from '../../contract/reference.ts';
import { copyText } from '../kit/copy-text.ts';
import { DataTable, type Column, type Sort } from '../kit/table/DataTable.tsx';
import { Empty } from '../kit/messages/Empty.tsx';
import { useToast } from '../kit/messages/useToast.tsx';
import { When } from '../kit/When.tsx';
import { markOf, ordered, titleOfList } from './code-order.ts';

type CodeTableProps = {
  /** Undefined while it is not read yet. */
  readonly list: CodeList | undefined;
  readonly title: string;
  readonly search: string;
  readonly isAsking: boolean;
};

const byCode: Sort = { key: 'code', isDescending: false };

/** The codes of one list. A click, or Enter, copies the code. */
export function CodeTable({ list, title, search, isAsking }: CodeTableProps) {
  const toast = useToast();
  const [sort, setSort] = useState(byCode);
  const rows = codesFor(ordered(list?.codes ?? [], sort), search);
  const copy = ({ code }: KnownCode) =>
    toast.show(
      copyText(code) ? `Copied ${code}.` : `${code} could not be copied: select it and press Ctrl+C.`,
    );
  return (
    <DataTable<KnownCode>
      label={title}
      columns={columns}
      rows={rows}
      rowKey={({ code }) => code}
      onOpen={copy}
      sort={sort}
      onSort={(key) => setSort({ key, isDescending: sort.key === key && !sort.isDescending })}
      isLoading={list === undefined || (list.asOf === null && isAsking)}
      empty={<Nothing list={list} search={search} />}
    />
  );
}

function Nothing({ list, search }: { readonly list: CodeList | undefined; readonly search: string }) {
  if (list === undefined) return null;
  const title = titleOfList[list.list].toLowerCase();
  if (search.trim() !== '' && list.codes.length > 0)
    return <Empty title="No matches" text={`None of the ${title} has “${search.trim()}”.`} />;
  return list.asOf === null ? (
    <Empty title="Not loaded yet" text="Refresh loads the list. Bursar keeps it and shows it offline." />
  ) : (
    <Empty title="Nothing here" text={`The gateway returned no ${title}.`} />
  );
}

const columns: readonly Column<KnownCode>[] = [
  {
    key: 'code',
    title: 'Code',
    width: 160,
    isSortable: true,
    render: ({ code, isGone }) => (
      <Box
        component="span"
        title={`Copy ${code}`}
        sx={{ typography: 'mono', ...(isGone ? { color: 'text.secondary' } : {}) }}
      >
        {code}
      </Box>
    ),
  },
  {
    key: 'name',
    title: 'Name',
    width: 260,
    isSortable: true,
    render: ({ name, isGone }) => (
      <Box component="span" title={name ?? ''} sx={isGone ? { color: 'text.secondary' } : {}}>
        {name}
      </Box>
    ),
  },
  {
    key: 'mark',
    title: 'Since the last refresh',
    width: 170,
    isSortable: true,
    render: (code) => <Mark code={code} />,
  },
  {
    key: 'since',
    title: 'Known since',
    width: 120,
    isSortable: true,
    render: ({ firstSeenAt }) => <When at={firstSeenAt} />,
  },
];

function Mark({ code }: { readonly code: KnownCode }) {
  const mark = markOf(code);
  if (mark === null) return null;
  return (
    <Box
      component="span"
      title={
        mark === 'New'
          ? 'The gateway did not list it before the last refresh.'
          : 'No longer listed by the gateway.'
      }
      sx={{
        padding: '1px 8px',
        borderRadius: '8px',
        border: '1px solid',
        fontSize: 12,
        ...(mark === 'New'
          ? { borderColor: 'text.primary', fontWeight: 600 }
          : { borderColor: 'divider', color: 'text.secondary' }),
      }}
    >
      {mark}
    </Box>
  );
}
