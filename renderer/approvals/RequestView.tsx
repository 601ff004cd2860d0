import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import {
  methodText,
  noComparisonText,
  requestFindingsText,
  requestRetriesText,
  untilText,
} from '../../contract/text/approvals.ts';
import { counted } from '../../contract/text/numbers.ts';
import { wholeLine } from '../../contract/text/one-line.ts';
import { capitalised } from '../../contract/text/states.ts';
import { BatchFigures } from '../batches/batch/BatchFigures.tsx';
import { Changes } from '../batches/batch/Changes.tsx';
import { comparisonHeading } from '../batches/batch/findings/finding-text.ts';
import { SmallTable } from '../batches/batch/SmallTable.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { OrderId } from '../kit/OrderId.tsx';
import { moneyColumn } from '../kit/table/columns.tsx';
import { DataTable, type Column } from '../kit/table/DataTable.tsx';
import { When } from '../kit/When.tsx';
import type { ShownRequest } from '../queries/approvals.ts';
import { PersonLine } from './PersonLine.tsx';

type Row = ShownRequest['rows'][number];

/** The texts are the signer's: hidden characters, and those that turn the reading direction, have a mark. Every column has room beside the others on a small screen, with an IBAN of any country: what is approved is never out of view. */
const columns: readonly Column<Row>[] = [
  { key: 'rowNumber', title: 'Row', width: 44, align: 'right', text: ({ rowNumber }) => String(rowNumber) },
  moneyColumn({ key: 'amount', title: 'Amount', width: 120 }, (row) => row),
  {
    key: 'accountName',
    title: 'Payee',
    width: 110,
    // Names of a usual length are whole; the longest leave room for the others.
    text: ({ accountName }) => accountName.slice(0, 18),
    render: ({ accountName }) => wholeLine(accountName),
  },
  {
    key: 'account',
    title: 'Account',
    // An approver compares it with another document: the longest fits, also beside amounts with 18 decimals.
    width: 120,
    // Its figures are as narrow as its letters, and all somewhat wider than those of other columns.
    text: (row) => `${accountOf(row).replaceAll(/\d/g, 'x')}x`,
    isWhole: true,
    render: (row) => (
      <Box component="span" title={accountOf(row)} sx={{ typography: 'mono' }}>
        {accountOf(row)}
      </Box>
    ),
  },
  {
    key: 'method',
    title: 'Method',
    // With the operator: an account number may exist at several. Capitals need a fifth more than letters.
    width: 132,
    text: (row) => methodText(row) + 'x'.repeat(methodText(row).length / 5),
    isWhole: true,
    render: (row) => wholeLine(methodText(row)),
  },
  {
    key: 'reference',
    title: 'Reference',
    width: 80,
    // Those of a usual length are whole, too.
    text: ({ reference }) => reference.slice(0, 16),
    render: ({ reference }) => wholeLine(reference),
  },
  {
    key: 'idPayout',
    title: 'Order ID',
    // Its end tells it from the others.
    width: 112,
    render: ({ idPayout }) => <OrderId value={idPayout} hasCopy={false} longest={12} />,
  },
];

/** Only where a row has both: some methods pay to the e-mail address. */
const emailColumn: Column<Row> = {
  key: 'emailAddress',
  title: 'E-mail',
  width: 120,
  text: emailBeside,
  render: emailBeside,
};

function columnsOf(rows: readonly Row[]): readonly Column<Row>[] {
  return rows.some((row) => emailBeside(row) !== '') ? columns.toSpliced(4, 0, emailColumn) : columns;
}

function emailBeside({ accountNumber, emailAddress }: Row): string {
  return accountNumber === '' ? '' : wholeLine(emailAddress);
}

function accountOf({ accountNumber, emailAddress }: Row): string {
  return wholeLine(accountNumber || emailAddress);
}

/** A short list leaves no gap above the decision. */
const largestTable = 400;
const rowHeight = 40;

const levels = { block: 'Blocks release', warn: 'Warning', info: 'Note' } as const;

/** The complete content of a request, verified against its own rows, with the findings of the preparer's check. */
export function RequestView({ request }: { readonly request: ShownRequest }) {
  const { merchant, rows, totals, findings, hasMoreFindings, comparison, preparedBy } = request;
  const retries = requestRetriesText(request);
  return (
    <>
      <BatchFigures batch={{ rows: rows.length, totals }} />
      <Box sx={{ fontSize: 13, display: 'flex', flexDirection: 'column', gap: 0.5 }}>
        <PersonLine label="Prepared by" person={preparedBy} />
        <span>
          {wholeLine(request.fileName)} · merchant {merchant.merchantCode} ({merchant.environment}) at{' '}
          {merchant.baseUrl}
        </span>
        <span>
          {capitalised(untilText(request.isExpired))} <When at={request.expiresAt} />
        </span>
      </Box>
      {request.isOwn ? (
        <Alert severity="info">
          This request was prepared on this computer. Nobody approves what they prepared.
        </Alert>
      ) : null}
      <Section
        title={`Findings (${findings.length}${hasMoreFindings ? ' or more' : ''})`}
        about={requestFindingsText(request)}
      >
        {findings.length === 0 ? null : (
          <SmallTable label="Findings of the request" head={['Row', 'Level', 'What was found']} numeric={[0]}>
            {findings.map(({ row, kind, level, message }) => (
              <tr key={`${row ?? ''} ${kind} ${message}`}>
                <td>{row ?? ''}</td>
                <td>{levels[level]}</td>
                <td className="sentence">{wholeLine(message)}</td>
              </tr>
            ))}
          </SmallTable>
        )}
      </Section>
      {retries === null ? null : <Alert severity="warning">{retries}</Alert>}
      <Section
        title="Compared with the last batch"
        about={comparison === null ? noComparisonText : comparisonHeading(comparison).text}
      >
        {comparison === null ? null : <Changes comparison={comparison} />}
      </Section>
      <Section title={counted(rows.length, 'payout')}>
        <Box sx={{ height: Math.min(largestTable, (rows.length + 1) * rowHeight) }}>
          <DataTable
            label="Payouts of the request"
            columns={columnsOf(rows)}
            rows={rows}
            rowKey={({ rowNumber }) => String(rowNumber)}
          />
        </Box>
      </Section>
    </>
  );
}
