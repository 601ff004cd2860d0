import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { AskDialog } from '../../kit/messages/AskDialog.tsx';
import {
  payoutColumns,
  PayoutColumn,
  type ColumnMapping,
  type TablePlace,
} from '../../../contract/batches/sheet.ts';
import { columnLabel } from '../../../contract/text/columns.ts';
import { neededColumns } from '../sheet/columns.ts';
import { assignColumn, missingFields } from './mapping.ts';
import { TablePlaceFields } from './TablePlaceFields.tsx';
import type { Question } from './useOpening.ts';

const unread = 'none';

const Table = styled('table')(({ theme }) => ({
  borderCollapse: 'collapse',
  fontSize: 13,
  '& th, & td': {
    padding: '6px 12px',
    textAlign: 'left',
    whiteSpace: 'nowrap',
    maxWidth: 220,
    minWidth: 130,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    borderBottom: `1px solid ${(theme.vars ?? theme).palette.divider}`,
  },
  '& thead th': { fontWeight: 600 },
  '& td.isUnread': { color: (theme.vars ?? theme).palette.text.secondary },
}));

/** Scrolls sideways, with a shadow at each end that has more columns. */
const Sideways = styled('div')(({ theme }) => {
  const { background, text } = (theme.vars ?? theme).palette;
  const shadow = `color-mix(in srgb, ${text.primary} 28%, transparent), transparent`;
  return {
    overflowX: 'auto',
    // The first two cover the shadows and move with the columns.
    backgroundImage: [
      `linear-gradient(to right, ${background.paper} 40%, transparent)`,
      `linear-gradient(to left, ${background.paper} 40%, transparent)`,
      `linear-gradient(to right, ${shadow})`,
      `linear-gradient(to left, ${shadow})`,
    ].join(', '),
    backgroundPosition: 'left, right, left, right',
    backgroundRepeat: 'no-repeat',
    backgroundSize: '48px 100%, 48px 100%, 16px 100%, 16px 100%',
    backgroundAttachment: 'local, local, scroll, scroll',
  };
});

type Props = {
  readonly question: Extract<Question, { kind: 'columnsNeeded' }>;
  /** Why it asks, and what to do. */
  readonly message: string;
  readonly sourceName: string;
  readonly onAnswer: (columns: ColumnMapping) => void;
  /** Reads another worksheet, or takes another row as the header; absent if the source is not a file. */
  readonly onPlace?: (place: TablePlace) => void;
  readonly onCancel: () => void;
};

/** Asks for the meaning of a file's columns, with a few of its rows. The answer is remembered for files with the same header. */
export function MappingDialog({ question, message, sourceName, onAnswer, onPlace, onCancel }: Props) {
  const width = Math.max(question.header.length, question.suggestion.length);
  const [mapping, setMapping] = useState<ColumnMapping>(() =>
    Array.from({ length: width }, (_, index) => question.suggestion[index] ?? null),
  );
  const missing = missingFields(mapping);
  return (
    <AskDialog
      title="Which column is which?"
      maxWidth="lg"
      action="Read the rows"
      isAllowed={mapping.includes('amount')}
      onAnswer={() => onAnswer(mapping)}
      onCancel={onCancel}
    >
      <Typography sx={{ mb: 2 }}>{message}</Typography>
      {onPlace !== undefined && <TablePlaceFields table={question.table} onPlace={onPlace} />}
      <Sideways tabIndex={0} role="region" aria-label={`Columns of ${sourceName}`}>
        <Table>
          <thead>
            <tr>
              {mapping.map((_, index) => (
                <th key={index} scope="col" title={question.header[index]}>
                  {question.header[index] || `Column ${index + 1}`}
                </th>
              ))}
            </tr>
            <tr>
              {mapping.map((field, index) => (
                <td key={index}>
                  <Select
                    size="small"
                    fullWidth
                    value={field ?? unread}
                    inputProps={{
                      'aria-label': `What ${question.header[index] || `column ${index + 1}`} is`,
                    }}
                    onChange={(event) => {
                      const chosen = PayoutColumn.safeParse(event.target.value);
                      setMapping(assignColumn(mapping, index, chosen.success ? chosen.data : null));
                    }}
                  >
                    <MenuItem value={unread}>
                      <em>Not read</em>
                    </MenuItem>
                    {payoutColumns.map((column) => (
                      <MenuItem key={column} value={column}>
                        {columnLabel(column)}
                        {neededColumns.includes(column) ? ' *' : ''}
                      </MenuItem>
                    ))}
                  </Select>
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {question.sample.map((row, line) => (
              <tr key={line}>
                {mapping.map((field, index) => (
                  <td key={index} dir="auto" className={field === null ? 'isUnread' : ''} title={row[index]}>
                    {row[index] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </Sideways>
      <Typography color="text.secondary" sx={{ mt: 2 }} role="status">
        {missing.length === 0
          ? 'Bursar remembers this for files with the same header.'
          : mapping.includes('amount')
            ? `Not in this file: ${missing.map(columnLabel).join(', ')}. These cells stay empty until you fill them in the rows.`
            : 'Still to choose: the column of the amounts.'}
      </Typography>
    </AskDialog>
  );
}
