import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { counted } from '../../contract/text/numbers.ts';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { useToast } from '../kit/messages/useToast.tsx';
import { useDownload } from '../kit/useDownload.ts';
import {
  useApprovalStatus,
  useImportSignedFile,
  useRequestApproval,
  type ApprovalStatus,
} from '../queries/approvals.ts';
import { ChooseSignedFile } from './ChooseSignedFile.tsx';

/** What a draft lacks before it may be released, and how it gets it. Nothing where no policy asks for anything. */
export function ApprovalPanel({ batchId }: { readonly batchId: string }) {
  const status = useApprovalStatus(batchId);
  if (status.error !== null)
    return <ErrorNotice error={status.error} onRetry={() => void status.refetch()} />;
  if (status.data === undefined || (status.data.needed === 0 && status.data.message === null)) return null;
  return <Needed status={status.data} />;
}

function Needed({ status }: { readonly status: ApprovalStatus }) {
  const { batchId, needed, given, message, decisions } = status;
  const toast = useToast();
  const download = useDownload();
  const request = useRequestApproval((bytes) => void download(`request-${batchId}.bursar`, bytes));
  const importFile = useImportSignedFile(({ isNew }) =>
    toast.say(isNew ? 'Imported.' : 'This file was imported before.'),
  );
  return (
    <Box
      component="section"
      aria-label="Approvals"
      sx={{ border: 1, borderColor: 'divider', borderRadius: '8px', p: 2, mb: 2 }}
    >
      <Typography component="h2" sx={{ fontSize: 14, fontWeight: 600 }}>
        {needed === 0 ? 'Prepare-only profile' : `${given} of ${counted(needed, 'approval')}`}
      </Typography>
      {message === null || needed > 0 ? null : (
        <Typography sx={{ fontSize: 13, mt: 0.5 }}>{message}</Typography>
      )}
      {decisions.length === 0 ? null : (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 2, fontSize: 13 }}>
          {decisions.map(({ approver, decision, note, at, counts, why }) => (
            <li key={`${approver.fingerprint} ${at}`}>
              {decision === 'approve' ? 'Approved' : 'Rejected'} by {approver.name},{' '}
              {at.slice(0, 16).replace('T', ' ')} UTC
              {counts ? '' : decision === 'reject' ? '' : ' · does not count'}
              {why === null ? '' : `: ${why}`}
              {note === '' ? '' : ` “${note}”`}
            </li>
          ))}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 1, mt: 1.5 }}>
        <Button variant="outlined" disabled={request.isPending} onClick={() => request.mutate({ batchId })}>
          Save approval request
        </Button>
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
