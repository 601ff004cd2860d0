import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { largestFileBytes } from '../../contract/batches/sheet.ts';
import { verdictLines } from '../../contract/text/activity/evidence-verdict.ts';
import { useProgress } from '../events.ts';
import { ChooseFile } from '../kit/ChooseFile.tsx';
import type { FileLimit } from '../kit/read-file.ts';
import { useLater } from '../kit/fields/useLater.ts';
import { Progress } from '../kit/messages/Progress.tsx';
import { useVerifyEvidence, type EvidenceVerdict } from '../queries/activity.ts';

const evidenceLimit: FileLimit = {
  mostBytes: largestFileBytes,
  tooLarge: 'is too large to verify here. Verify it with the verifier in it, or with bursar evidence verify.',
};

/** Verifies an evidence pack that the person chooses, from any Bursar, and shows the result. */
export function VerifyEvidence() {
  const [verdict, setVerdict] = useState<EvidenceVerdict | null>(null);
  const verify = useVerifyEvidence(setVerdict);
  const progress = useProgress('verifyEvidence', verify.isPending);
  const isLong = useLater(verify.isPending);
  const close = () => setVerdict(null);
  return (
    <>
      {isLong ? (
        <Box sx={{ width: 320 }}>
          <Progress
            label="Verifying the evidence"
            done={progress?.done ?? 0}
            total={progress?.total ?? null}
            onCancel={verify.stop}
          />
        </Box>
      ) : (
        <ChooseFile
          label="Verify evidence"
          fileLabel="Evidence pack"
          accept=".zip"
          limit={evidenceLimit}
          color="inherit"
          isBusy={verify.isPending}
          onChosen={(bytes) => verify.mutate({ bytes })}
        />
      )}
      <Dialog open={verdict !== null} onClose={close} fullWidth maxWidth="sm" aria-labelledby="verdict-title">
        <DialogTitle id="verdict-title">
          {verdict?.isWhole === true ? 'Verified: nothing differs' : 'Not verified'}
        </DialogTitle>
        <DialogContent>
          {verdict === null
            ? null
            : verdictLines(verdict, true).map((line) => (
                <Typography key={line} sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', mb: 0.5 }}>
                  {line}
                </Typography>
              ))}
        </DialogContent>
        <DialogActions>
          <Button variant="contained" onClick={close}>
            Close
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
