import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import type { BatchSummary } from '../queries/batches.ts';

/** The name of a batch, which opens it, and its profile, on one line. */
export function BatchName({ batchId, fileName, profileName }: BatchSummary) {
  return (
    <Box sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
      <MuiLink component={Link} to={`/batches/${batchId}`} color="inherit" sx={{ fontWeight: 600 }}>
        {fileName}
      </MuiLink>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {' '}
        · {profileName}
      </Box>
    </Box>
  );
}
