import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { OwnDecision } from '../../contract/approvals/approval-operations.ts';
import { afterRejectionText } from '../../contract/text/approvals.ts';
import { useUnsaved } from '../kit/layout/unsaved.ts';
import { useDecideRequest } from '../queries/approvals.ts';
import { DecidedView, OwnDecisionView, type Decided } from './DecidedView.tsx';
import { useSaveSigned } from './useSaveSigned.ts';

type Props = {
  readonly file: Uint8Array;
  readonly request: {
    readonly requestHash: string;
    readonly isExpired: boolean;
    readonly isOwn: boolean;
    readonly ownDecision: OwnDecision;
    readonly preparedBy: { readonly name: string };
  };
  /** Creates the draft that the request describes; null if it is about a change. */
  readonly onImport: (() => void) | null;
};

/** Signs a decision with the personal key of this computer, and saves it for the person who releases. */
export function DecisionForm({ file, request, onImport }: Props) {
  const { requestHash, isExpired, isOwn, ownDecision, preparedBy } = request;
  const save = useSaveSigned();
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const [decided, setDecided] = useState<Decided | null>(null);
  const [isChanging, setChanging] = useState(false);
  const [hasRejected, setRejected] = useState(ownDecision?.decision === 'reject');
  const decide = useDecideRequest(({ bytes, decision, expiresAt }) => {
    const [kind, text] = decision === 'approve' ? ['approval', 'Approved.'] : ['rejection', 'Rejected.'];
    const fileName = `${kind}-${requestHash.slice(0, 12)}.bursar`;
    const place = save(fileName, bytes, text);
    setChanging(false);
    if (decision === 'reject') setRejected(true);
    // It was signed with this decision; another one has a note of its own.
    setNote('');
    setDecided({ decision, expiresAt, fileName, bytes, place: 'saving' });
    void place.then((saved) => setDecided({ decision, expiresAt, fileName, bytes, place: saved }));
  });
  const isAsked = (decided === null && ownDecision === null) || isChanging;
  useUnsaved(isAsked && `${name}${note}`.trim() !== '');
  const sign = (decision: 'approve' | 'reject') =>
    decide.mutate({ file, decision, note, ...(name.trim() === '' ? {} : { name: name.trim() }) });
  const importButton =
    onImport === null ? null : (
      <Button color="inherit" onClick={onImport}>
        Import as draft
      </Button>
    );
  return (
    <Box
      component="section"
      aria-label="Decision"
      sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, maxWidth: 520 }}
    >
      {decided !== null && !isChanging ? (
        <DecidedView
          decided={decided}
          preparedBy={preparedBy.name}
          isAboutBatch={onImport !== null}
          hasRejected={hasRejected}
          onSaved={() => setDecided({ ...decided, place: 'saved' })}
          onChange={() => setChanging(true)}
        >
          {importButton}
        </DecidedView>
      ) : ownDecision !== null && !isChanging ? (
        <OwnDecisionView ownDecision={ownDecision} onChange={() => setChanging(true)}>
          {importButton}
        </OwnDecisionView>
      ) : (
        <>
          {isExpired && !isOwn ? (
            <Alert severity="info">
              The request has expired, so it can no longer be approved. Ask {preparedBy.name} for a new one.
            </Alert>
          ) : null}
          {isChanging && hasRejected ? (
            <Alert severity="warning">{afterRejectionText(preparedBy.name)}</Alert>
          ) : null}
          <TextField
            label="Your name"
            value={name}
            helperText="As on your approver card; leave empty to keep it"
            onChange={({ target }) => setName(target.value)}
          />
          <TextField
            label="Note"
            value={note}
            multiline
            helperText="Required to reject"
            onChange={({ target }) => setNote(target.value)}
          />
          <Box sx={{ display: 'flex', gap: 1 }}>
            {decided?.decision === 'approve' ? null : (
              <Button
                variant="contained"
                disabled={decide.isPending || isExpired || isOwn}
                onClick={() => sign('approve')}
              >
                Approve
              </Button>
            )}
            {decided?.decision === 'reject' ? null : (
              <Button
                variant="outlined"
                color="error"
                disabled={decide.isPending || note.trim() === ''}
                onClick={() => sign('reject')}
              >
                Reject
              </Button>
            )}
            {importButton}
          </Box>
        </>
      )}
    </Box>
  );
}
