import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { personText, untilText } from '../../contract/text/approvals.ts';
import { counted } from '../../contract/text/numbers.ts';
import { ConfirmDialog } from '../kit/messages/ConfirmDialog.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { useOvertaken } from '../kit/messages/useOvertaken.ts';
import { When } from '../kit/When.tsx';
import { useApprovalStatus, type ApprovalStatus } from '../queries/approvals.ts';
import { ChooseSignedFile } from './ChooseSignedFile.tsx';
import { useImportFile } from './useImportFile.ts';
import { useSaveRequest, useSaveWithdrawal } from './useSaveSigned.ts';

/** The approvals that a draft lacks before its release, and how to get them. Empty if no policy requires any. */
export function ApprovalPanel({ batchId }: { readonly batchId: string }) {
  const status = useApprovalStatus(batchId);
  if (status.error !== null)
    return <ErrorNotice error={status.error} onRetry={() => void status.refetch()} />;
  if (status.data === undefined || !concernsApprovals(status.data)) return null;
  return <Needed status={status.data} />;
}

function concernsApprovals({ needed, message, request }: ApprovalStatus): boolean {
  return needed > 0 || message !== null || request !== null;
}

function Needed({ status }: { readonly status: ApprovalStatus }) {
  const { batchId, needed, given, message, decisions, isPrepareOnly } = status;
  const request = useSaveRequest();
  const importFile = useImportFile(batchId);
  return (
    <Box
      component="section"
      aria-label="Approvals"
      sx={{ border: 1, borderColor: 'divider', borderRadius: '8px', p: 2, mb: 2 }}
    >
      <Typography component="h2" sx={{ fontSize: 14, fontWeight: 600 }}>
        {isPrepareOnly
          ? 'Prepare-only profile'
          : needed === 0
            ? 'No approval needed'
            : `${given} of ${counted(needed, 'approval')}`}
      </Typography>
      {message === null || needed > 0 ? null : (
        <Typography sx={{ fontSize: 13, mt: 0.5 }}>{message}</Typography>
      )}
      {decisions.length === 0 ? null : (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 2, fontSize: 13 }}>
          {decisions.map(({ approver, decision, note, at, expiresAt, counts, why }) => (
            <li key={`${approver.fingerprint} ${at}`}>
              {decision === 'approve' ? 'Approved' : 'Rejected'} by {personText(approver)}, <When at={at} />
              {decision === 'approve' && why === null ? (
                <>
                  , valid until <When at={expiresAt} />
                </>
              ) : null}
              {counts || needed === 0 || (decision === 'reject' && why === null) ? '' : ' · does not count'}
              {why === null ? '' : `: ${why}`}
              {note === '' ? '' : ` “${note}”`}
            </li>
          ))}
        </Box>
      )}
      <Requested status={status} />
      <Box sx={{ display: 'flex', gap: 1, mt: 1.5 }}>
        {isPrepareOnly ? null : (
          <Button variant="outlined" disabled={request.isPending} onClick={() => request.mutate({ batchId })}>
            Save approval request
          </Button>
        )}
        <ChooseSignedFile
          label="Import approval"
          fileLabel="Approval file"
          isBusy={importFile.isPending}
          onChosen={(file) => importFile.mutate({ file })}
        />
      </Box>
    </Box>
  );
}

/** The pending request, and the button to withdraw it. */
function Requested({ status: { batchId, request } }: { readonly status: ApprovalStatus }) {
  // A later request may take the place of the one that a person was asked about.
  const [asked, setAsked] = useState<string | null>(null);
  const withdraw = useSaveWithdrawal(() => setAsked(null));
  useOvertaken(
    {
      isOpen: asked !== null,
      isLeft: asked === request?.requestHash,
      isBusy: withdraw.isPending,
      close: () => setAsked(null),
    },
    'The requests for this batch changed meanwhile. Check the request that is shown now.',
  );
  if (request === null) return null;
  const { requestHash, preparedBy, at, expiresAt, isExpired, isRejected, isOwn } = request;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1, fontSize: 13 }}>
      <span>
        Requested by {isOwn ? preparedBy.name : personText(preparedBy)}, <When at={at} />,{' '}
        {isRejected ? (
          'rejected'
        ) : (
          <>
            {untilText(isExpired)} <When at={expiresAt} />
          </>
        )}
      </span>
      {isOwn ? (
        <Button size="small" color="inherit" onClick={() => setAsked(requestHash)}>
          Withdraw request
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={asked === requestHash}
        title="Withdraw this request?"
        text="Approvals of it no longer count here. On other computers they count until the withdrawal is imported there: Bursar saves it as a file for that."
        action="Withdraw request"
        isBusy={withdraw.isPending}
        onConfirm={() => withdraw.mutate({ batchId, requestHash })}
        onCancel={() => setAsked(null)}
      />
    </Box>
  );
}
