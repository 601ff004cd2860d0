import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { verifiedText } from '../../contract/text/activity/verified-text.ts';
import { unprovenText } from '../../contract/text/activity/witness-text.ts';
import { useProgress } from '../events.ts';
import { CheckList } from '../kit/CheckList.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { Progress } from '../kit/messages/Progress.tsx';
import { shortTime } from '../kit/times.ts';
import { useAuditStatus, type useVerify } from '../queries/activity.ts';
import { checksOf } from './audit-checks.ts';

/** The state of the whole log, in a line under the title. */
export function VerifiedLine() {
  const { data: status } = useAuditStatus();
  if (status === undefined) return <>&nbsp;</>;
  const { verified } = status;
  return (
    <span title={verified === null ? undefined : `Head hash ${verified.hash}, event ${verified.sequence}`}>
      {verifiedText(status, shortTime)}
    </span>
  );
}

/** A running verification, or its result; and a witness file that is behind. */
export function AuditState({ verify }: { readonly verify: ReturnType<typeof useVerify> }) {
  const progress = useProgress('audit', verify.isPending);
  const witness = useAuditStatus().data?.witness ?? null;
  const found = verify.data;
  return (
    <>
      {witness === null || witness.fault === null ? null : (
        <Alert severity="warning">{unprovenText(witness.path, witness.fault)}</Alert>
      )}
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {verify.isPending ? (
          <Progress
            done={progress?.done ?? 0}
            total={progress?.total ?? null}
            label="Verifying the audit log"
            onCancel={verify.stop}
          />
        ) : null}
        <ErrorNotice error={verify.error} onRetry={verify.run} />
        {found === undefined || verify.isPending ? null : (
          <Box sx={{ maxHeight: 220, overflow: 'auto' }}>
            <CheckList label="Audit log" checks={checksOf(found)} />
          </Box>
        )}
      </Box>
    </>
  );
}
