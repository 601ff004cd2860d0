import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { controlLines, untilText } from '../../contract/text/approvals.ts';
import { Empty } from '../kit/messages/Empty.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { Page } from '../kit/layout/Page.tsx';
import { readFile, signedFileLimit } from '../kit/read-file.ts';
import { useGoOn } from '../kit/useGoOn.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { mayDiscard } from '../kit/layout/unsaved.ts';
import { useHasPassed } from '../kit/layout/useHasPassed.ts';
import {
  useImportSignedFile,
  useShowFile,
  type ShownChange,
  type ShownRequest,
} from '../queries/approvals.ts';
import { useTakeOpenedFile } from '../queries/host.ts';
import { ChooseSignedFile } from './ChooseSignedFile.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import { DecisionView } from './DecisionView.tsx';
import { importedText } from './imported-text.ts';
import { PersonLine } from './PersonLine.tsx';
import { RequestView } from './RequestView.tsx';
import { WaitingFiles } from './WaitingFiles.tsx';
import { capitalised } from '../../contract/text/states.ts';
import { Section } from '../kit/layout/Section.tsx';
import { When } from '../kit/When.tsx';

/** Opens a signed file: an approver sees the complete request and decides; other files are imported. Needs no merchant key. */
export function ApprovalsPage() {
  const show = useShowFile();
  const file = show.variables?.file ?? null;
  const toast = useToast();
  const goOn = useGoOn();
  const importFile = useImportSignedFile((imported) => {
    const { batchId } = imported;
    toast.show(importedText(imported, batchId));
    if (batchId !== null) goOn(`/batches/${batchId}`);
  });
  const open = (bytes: Uint8Array) => {
    // Another file takes the place of this one, with what was entered about it.
    if (mayDiscard()) show.mutate({ file: bytes });
  };
  const shown = show.data ?? null;
  const place = useRef<HTMLElement>(null);
  // Below the waiting files, which may fill the window: the keyboard goes there, too.
  useEffect(() => {
    if (show.data === undefined && show.error === null) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView();
  }, [show.data, show.error]);
  const opened = useSearchParams()[0].get('opened');
  const { mutate: takeOpened } = useTakeOpenedFile(open);
  useEffect(() => {
    if (opened !== null) takeOpened({});
  }, [opened, takeOpened]);
  return (
    <Box
      sx={{ display: 'contents' }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [dropped] = event.dataTransfer.files;
        if (dropped !== undefined) readFile(dropped, signedFileLimit).then(open, toast.error);
      }}
    >
      <Page
        title="Approvals"
        about="Open or drop a signed file (.bursar). Its signature is verified here, without a network."
        actions={
          <ChooseSignedFile label="Open file" fileLabel="Signed file" variant="contained" onChosen={open} />
        }
      >
        <WaitingFiles onOpen={open} />
        {file === null ? (
          <Empty
            title="No signed file open"
            text="When someone asks you to approve a batch, open the file here: it shows every payout and what is unusual, and you approve or reject it. Approvals that come back to you are opened here too."
          />
        ) : null}
        <Box
          component="section"
          aria-label="Opened file"
          ref={place}
          tabIndex={-1}
          sx={{ display: 'flex', flexDirection: 'column', gap: 2, outline: 'none', scrollMarginTop: '16px' }}
        >
          <ErrorNotice error={show.error} />
          {file !== null && (shown?.kind === 'request' || shown?.kind === 'controlRequest') ? (
            <OpenRequest file={file} shown={shown} onImport={() => importFile.mutate({ file })} />
          ) : null}
          {shown?.kind === 'card' ? (
            <Box>
              <Typography>This is an approver card. Add the approver under Settings, Approvals.</Typography>
              <PersonLine label="Card of" person={shown.person} />
            </Box>
          ) : null}
          {file !== null && (shown?.kind === 'decision' || shown?.kind === 'withdrawal') ? (
            <Box>
              <DecisionView shown={shown} />
              <ImportButton onImport={() => importFile.mutate({ file })} />
            </Box>
          ) : null}
        </Box>
      </Page>
    </Box>
  );
}

type OpenRequestProps = {
  readonly file: Uint8Array;
  readonly shown: ShownRequest | ShownChange;
  readonly onImport: () => void;
};

/** A request and the decision about it, which may expire while it is open. */
function OpenRequest({ file, shown, onImport }: OpenRequestProps) {
  const hasPassed = useHasPassed(shown.expiresAt);
  const request = { ...shown, isExpired: shown.isExpired || hasPassed };
  const isAboutBatch = request.kind === 'request';
  return (
    <>
      {isAboutBatch ? <RequestView request={request} /> : <ChangeView request={request} />}
      <DecisionForm
        key={request.requestHash}
        file={file}
        request={request}
        onImport={isAboutBatch ? onImport : null}
      />
    </>
  );
}

function ImportButton({ onImport }: { readonly onImport: () => void }) {
  return (
    <Box sx={{ mt: 2 }}>
      <Button variant="outlined" onClick={onImport}>
        Import
      </Button>
    </Box>
  );
}

/** The result of a change of approvers or policy, read from the signed content; the wording of the request is below it. */
function ChangeView({ request }: { readonly request: ShownChange }) {
  const { after, changes, preparedBy, isExpired, expiresAt } = request;
  return (
    <>
      <Box sx={{ fontSize: 13, display: 'flex', flexDirection: 'column', gap: 0.5 }}>
        <PersonLine label="Prepared by" person={preparedBy} />
        <span>
          {capitalised(untilText(isExpired))} <When at={expiresAt} />
        </span>
      </Box>
      <Section title="After this change">
        <Lines lines={controlLines(after)} />
      </Section>
      <Section title="In the words of the request">
        <Lines lines={changes} />
      </Section>
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 2, fontSize: 13, overflowWrap: 'anywhere' }}>
      {lines.map((line, index) => (
        // Two policies may have a line in common.
        <li key={index}>{line}</li>
      ))}
    </Box>
  );
}
