import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import { counted } from '../../contract/text/numbers.ts';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { StateDot } from '../kit/states/StateDot.tsx';
import { When } from '../kit/When.tsx';
import { useRecentBatches } from '../queries/batches.ts';

/** The batches of late, newest first, and how each stands. */
export function RecentChanges() {
  const batches = useRecentBatches();
  return (
    <Section title="Recent batches">
      {batches.error === null ? null : (
        <ErrorNotice error={batches.error} onRetry={() => void batches.refetch()} />
      )}
      {batches.data?.length === 0 ? (
        <Box sx={{ color: 'text.secondary', padding: '8px 0' }}>
          No batch yet. <Link to="/batches/new">Begin with one</Link>.
        </Box>
      ) : null}
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {(batches.data ?? []).map(
          ({ batchId, fileName, profileName, state, rows, createdAt, releasedAt }) => (
            <Box
              key={batchId}
              component="li"
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 2,
                minHeight: 44,
                borderBottom: '1px solid',
                borderColor: 'hairline',
                fontSize: 13,
              }}
            >
              <Box
                sx={{
                  flex: 1,
                  minWidth: 0,
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                }}
              >
                <MuiLink component={Link} to={`/batches/${batchId}`} color="inherit" sx={{ fontWeight: 600 }}>
                  {fileName}
                </MuiLink>
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {' '}
                  · {profileName} · {counted(rows, 'payout')}
                </Box>
              </Box>
              <Box sx={{ width: 92 }}>
                <StateDot state={state} />
              </Box>
              <Box sx={{ width: 96, textAlign: 'right', color: 'text.secondary' }}>
                <When at={releasedAt ?? createdAt} />
              </Box>
            </Box>
          ),
        )}
      </Box>
    </Section>
  );
}
