import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import type { BookNote } from '../../../contract/treasury/books.ts';
import { counted } from '../../../contract/text/numbers.ts';
import { bookNotesText } from '../../../contract/text/treasury/book-text.ts';
import { paymentAddress } from '../../payments/payment-address.ts';

type BookNotesProps = { readonly notes: number; readonly toCheck: readonly BookNote[] };

/** Later gateway reports about booked payments, each with what to check. */
export function BookNotes({ notes, toCheck }: BookNotesProps) {
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
