import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { OwnDecision } from '../../contract/approvals/approval-operations.ts';
import { decidedText, ownDecisionText } from '../../contract/text/approvals.ts';
import { useDownload } from '../kit/useDownload.ts';
import { When } from '../kit/When.tsx';

/** A decision that was signed here, and what became of its file. */
export type Decided = {
  readonly decision: 'approve' | 'reject';
  readonly expiresAt: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly place: 'saving' | 'shared' | 'saved' | 'unsaved';
};

type DecidedViewProps = {
  readonly decided: Decided;
  readonly preparedBy: string;
  /** Whether it is about a batch, not about a change of approvers or policy. */
  readonly isAboutBatch: boolean;
  /** The request was rejected on this computer, before or now. */
  readonly hasRejected: boolean;
  readonly onSaved: () => void;
  readonly onChange: () => void;
  readonly children: ReactNode;
};

/** What was decided, and what is next: the file that says so has to reach the computer that waits for it. */
export function DecidedView({
  decided: { decision, expiresAt, fileName, bytes, place },
  preparedBy,
  isAboutBatch,
  hasRejected,
  onSaved,
  onChange,
  children,
}: DecidedViewProps) {
  const download = useDownload();
  const save = async (): Promise<void> => {
    if (await download(fileName, bytes)) onSaved();
  };
  return (
    <>
      <Alert severity={place === 'unsaved' ? 'warning' : 'info'} role="status">
        {decision === 'approve' ? (
          <>
            Approved, valid until <When at={expiresAt} />.{' '}
          </>
        ) : (
          'Rejected. '
        )}
        {place === 'saving'
          ? 'Saving the file …'
          : decidedText({ decision, place, preparedBy, isAboutBatch, hasRejected })}
      </Alert>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant={place === 'unsaved' ? 'contained' : 'outlined'} onClick={() => void save()}>
          {place === 'unsaved' ? 'Save file' : 'Save file again'}
        </Button>
        <Button color="inherit" onClick={onChange}>
          Change decision
        </Button>
        {children}
      </Box>
    </>
  );
}

type OwnDecisionViewProps = {
  readonly ownDecision: NonNullable<OwnDecision>;
  readonly onChange: () => void;
  readonly children: ReactNode;
};

/** What was decided on this computer before the request was opened again. Its file may be lost, so the same decision can be signed once more. */
export function OwnDecisionView({ ownDecision, onChange, children }: OwnDecisionViewProps) {
  return (
    <>
      <Alert severity="info" role="status">
        {ownDecisionText(ownDecision)}, <When at={ownDecision.at} />
        {ownDecision.decision === 'approve' ? (
          <>
            . The approval is valid until <When at={ownDecision.expiresAt} />
          </>
        ) : null}
        .
      </Alert>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button color="inherit" onClick={onChange}>
          Decide again
        </Button>
        {children}
      </Box>
    </>
  );
}
