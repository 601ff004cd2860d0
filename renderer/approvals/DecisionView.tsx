import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import { personText } from '../../contract/text/approvals.ts';
import { When } from '../kit/When.tsx';
import type { ShownAnswer } from '../queries/approvals.ts';
import { PersonLine } from './PersonLine.tsx';

/** An approval, a rejection or a withdrawal as it is opened: who signed it, what it is about, and until when it is valid. */
export function DecisionView({ shown }: { readonly shown: ShownAnswer }) {
  const { batchId, fileName } = shown;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, fontSize: 13 }}>
      <PersonLine
        label={labelOf(shown)}
        person={shown.kind === 'decision' ? shown.approver : shown.preparedBy}
      />
      <div>
        {batchId === null ? (
          'For a change of approvers or policy'
        ) : fileName === null ? (
          `For batch ${batchId}`
        ) : (
          <>
            For{' '}
            <MuiLink component={Link} to={`/batches/${batchId}`}>
              {fileName}
            </MuiLink>
            , batch {batchId}
          </>
        )}
        {shown.kind === 'decision' ? `, prepared by ${personText(shown.preparedBy)}` : null}
      </div>
      {shown.kind === 'decision' && shown.decision === 'approve' ? (
        <div>
          Valid until <When at={shown.expiresAt} />
        </div>
      ) : null}
      {shown.kind === 'withdrawal' ? (
        <div>
          Signed <When at={shown.at} />
        </div>
      ) : null}
      {shown.kind === 'decision' && shown.note !== '' ? <div>Note: {shown.note}</div> : null}
    </Box>
  );
}

function labelOf(shown: ShownAnswer): string {
  if (shown.kind === 'withdrawal') return 'Withdrawn by';
  return shown.decision === 'approve' ? 'Approved by' : 'Rejected by';
}
