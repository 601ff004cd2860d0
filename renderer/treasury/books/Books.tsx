import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useState, type ReactNode } from 'react';
import { counted, countText } from '../../../contract/text/numbers.ts';
import { perhapsExportedText } from '../../../contract/text/treasury/statement-text.ts';
import { FileMenu } from '../../kit/FileMenu.tsx';
import { Facts } from '../../kit/layout/Facts.tsx';
import { Section } from '../../kit/layout/Section.tsx';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { exportBooks, keepBooks, useBooksPreview, type BooksInput } from '../../queries/treasury.ts';
import { PeriodBar } from '../PeriodBar.tsx';
import type { TreasuryProps } from '../treasury-props.ts';
import { useTreasuryAddress } from '../useTreasuryAddress.ts';
import { AccountMapping } from './AccountMapping.tsx';
import { AccountSums, JournalLines } from './JournalTables.tsx';
import { SavedExports } from './SavedExports.tsx';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import type { BookNote } from '../../../contract/treasury/books.ts';
import { bookNotesText } from '../../../contract/text/treasury/book-text.ts';
import { paymentAddress } from '../../payments/payment-address.ts';

const formats = [
  { format: 'csv', title: 'CSV', about: 'Lines with exact decimals' },
  { format: 'xlsx', title: 'Excel (XLSX)', about: 'Lines with amounts as numbers and times as dates' },
] as const;

/** Journal lines of paid payments, for a company's books: each payment goes into one export. */
export function Books({ profile }: TreasuryProps) {
  const { period, showPeriod } = useTreasuryAddress([]);
  const [again, setAgain] = useState(false);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <PeriodBar period={period} onPeriod={showPeriod} />
      <NextExport books={{ ...period, profileName: profile.name, again }} onAgain={setAgain}>
        <AccountMapping profileName={profile.name} />
        <SavedExports profileName={profile.name} />
      </NextExport>
    </Box>
  );
}

type NextExportProps = {
  readonly books: BooksInput;
  readonly onAgain: (again: boolean) => void;
  /** Comes before the lines, of which there may be many. */
  readonly children: ReactNode;
};

function NextExport({ books, onAgain, children }: NextExportProps) {
  const { preview, shownInput } = useBooksPreview(books);
  const { data, error, refetch } = preview;
  if (data === undefined) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const { payments, lines, late, laterFees, leftOut, first, accounts } = data;
  const perhaps = perhapsExportedText(data);
  return (
    <>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      <Section
        title="Next export"
        about="Each payment goes into one export: payments in an earlier export are left out, and a payment that the gateway reports late goes into the next. If the gateway no longer confirms a payment as paid, the next export has a note."
        actions={
          lines === 0 ? undefined : (
            <FileMenu
              formats={formats}
              label="Writing the journal"
              write={async (format, signal) => {
                const made = await exportBooks(shownInput, format, signal);
                return {
                  name: `books-${shownInput.profileName}-${shownInput.from}-${shownInput.until}.${format}`,
                  bytes: made.bytes,
                  text: `Export ${made.exportNumber} has ${counted(made.lines, 'line')} of ${counted(made.payments, 'payment')}.`,
                  // Only saved exports count as exported.
                  onSaved: () => keepBooks(made.exportNumber),
                };
              }}
            />
          )
        }
      >
        <BookNotes notes={data.notes} toCheck={data.toCheck} />
        {perhaps === null ? null : <Alert severity="warning">{perhaps}</Alert>}
        <Facts
          facts={[
            ['Payments', countText(payments)],
            ['Journal lines', countText(lines)],
            ['Reported late', countText(late)],
            ...(laterFees === 0 ? [] : [['Fees since', countText(laterFees)] as const]),
            ['Exported before', countText(leftOut)],
          ]}
        />
        <FormControlLabel
          control={<Switch size="small" checked={books.again} onChange={(_event, isOn) => onAgain(isOn)} />}
          label="Export again what an earlier export has"
          sx={{
            marginTop: 1,
            marginLeft: '-4px',
            gap: 0.5,
            '& .MuiFormControlLabel-label': { fontSize: 13 },
          }}
        />
      </Section>
      {lines === 0 ? null : (
        <Section title="Sums by account">
          <AccountSums accounts={accounts} />
        </Section>
      )}
      {children}
      <Section
        title={
          first.length < lines
            ? `First ${countText(first.length)} of ${counted(lines, 'journal line')}`
            : counted(lines, 'journal line')
        }
      >
        <JournalLines lines={first} leftOut={leftOut} />
      </Section>
    </>
  );
}

type BookNotesProps = { readonly notes: number; readonly toCheck: readonly BookNote[] };

/** Later gateway reports about booked payments, each with what to check. */
function BookNotes({ notes, toCheck }: BookNotesProps) {
  const text = bookNotesText({ notes });
  if (text === null) return null;
  return (
    <Alert severity="warning" sx={{ marginBottom: 1 }}>
      {text}
      <Box component="ul" sx={{ margin: '4px 0 0', paddingLeft: 2.5 }}>
        {toCheck.map(({ kind, id, profileName, batchId, note }) => (
          <li key={`${batchId} ${kind} ${id}`}>
            <Link component={RouterLink} to={paymentAddress({ kind, idPayment: id, profileName, batchId })}>
              {id}
            </Link>
            : {note}
          </li>
        ))}
      </Box>
      {notes > toCheck.length ? `${counted(notes - toCheck.length, 'more note')} in the export.` : ''}
    </Alert>
  );
}
