import Box from '@mui/material/Box';
import type { ShownRequest } from '../queries/approvals.ts';

type Props = { readonly label: string; readonly person: ShownRequest['preparedBy'] };

/** A person in a signed file: the name is the key holder's claim, the fingerprint can be compared. */
export function PersonLine({ label, person }: Props) {
  return (
    <Box sx={{ fontSize: 13 }}>
      {label} <strong>{person.name}</strong>
      {person.signedAs === person.name ? '' : ` (signed as “${person.signedAs}”)`}
      {person.isEnrolled ? '' : ' (not enrolled on this computer)'}
      <Box component="span" sx={{ color: 'text.secondary', fontFamily: 'monospace', ml: 1 }}>
        {person.fingerprint}
      </Box>
    </Box>
  );
}
