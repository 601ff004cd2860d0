import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { foundTexts, releasedBeforeText, type Duplicates } from '../../../../contract/batches/duplicates.ts';
import { nothingConfirmed, toConfirm, toggleRow, type Confirmed } from './confirmation.ts';
import { DuplicateList } from './DuplicateList.tsx';

/** The most duplicates that can be confirmed individually; more than this are confirmed together. */
const listed = 100;
const longestReason = 500;

type Props = {
  readonly batchId: string;
  readonly duplicates: Duplicates;
  readonly confirmed: Confirmed;
  readonly onChange: (confirmed: Confirmed) => void;
};

/** Where a person confirms duplicates before a release, row by row or all at once, each time with a reason for the audit log. */
export function ConfirmDuplicates({ batchId, duplicates, confirmed, onChange }: Props) {
  const [reason, setReason] = useState('');
  const hasReason = reason.trim() !== '';
  const count = toConfirm(duplicates);
  const choice = (rowNumber: number | null) => (
    <Checkbox
      size="small"
      checked={confirmed.all !== null || confirmed.rows.has(rowNumber)}
      disabled={confirmed.all !== null || (!hasReason && !confirmed.rows.has(rowNumber))}
      onChange={() => onChange(toggleRow(confirmed, rowNumber, reason))}
      slotProps={{
        input: {
          'aria-label': rowNumber === null ? 'Confirm the file' : `Confirm row ${rowNumber}`,
          title: confirmed.rows.get(rowNumber) ?? '',
        },
      }}
    />
  );
  return (
    <Box component="section" aria-label="Duplicates to confirm" sx={{ mt: 2 }}>
      <Typography variant="h3" sx={{ fontSize: 14, fontWeight: 600 }}>
        {duplicatesTitle(duplicates)}
      </Typography>
      {/* Above the rows, which may be many: it is needed first. As high once it is confirmed, so that they do not move under the pointer. */}
      <Box
        sx={{
          display: 'flex',
          gap: 1,
          mt: 1.5,
          minHeight: 60,
          alignItems: confirmed.all === null ? 'flex-start' : 'baseline',
        }}
      >
        {confirmed.all === null ? (
          <>
            <TextField
              size="small"
              label="Reason"
              helperText={`${count === 1 ? 'Confirm with a reason' : 'Enter a reason, then tick each row to pay, or confirm all'}. It is kept in the audit log.`}
              sx={{ flex: 1 }}
              value={reason}
              autoComplete="off"
              slotProps={{ htmlInput: { maxLength: longestReason } }}
              onChange={(event) => setReason(event.target.value)}
            />
            <Button
              variant="outlined"
              disabled={!hasReason}
              onClick={() => onChange({ ...nothingConfirmed, all: reason.trim() })}
            >
              {count === 1 ? 'Confirm' : `Confirm all ${count}`}
            </Button>
          </>
        ) : (
          <>
            <Typography sx={{ flex: 1, fontSize: 13 }}>Confirmed: {confirmed.all}</Typography>
            <Button color="inherit" onClick={() => onChange(nothingConfirmed)}>
              Undo
            </Button>
          </>
        )}
      </Box>
      <DuplicateList batchId={batchId} duplicates={duplicates} listed={listed} choice={choice} />
    </Box>
  );
}

function duplicatesTitle(duplicates: Duplicates): string {
  const { sameFileAs } = duplicates;
  return [...(sameFileAs === null ? [] : [releasedBeforeText(sameFileAs)]), ...foundTexts(duplicates)].join(
    ' · ',
  );
}
