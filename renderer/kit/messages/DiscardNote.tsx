import Alert from '@mui/material/Alert';

/** Says that what was entered is not saved, and how to leave it all the same. */
export function DiscardNote() {
  return (
    <Alert
      severity="info"
      role="status"
      // As wide as what it is in, which it does not widen.
      sx={{ borderRadius: 0, borderWidth: '1px 0 0', boxSizing: 'border-box', width: 0, minWidth: '100%' }}
    >
      Press Escape again to discard what you entered or chose.
    </Alert>
  );
}
