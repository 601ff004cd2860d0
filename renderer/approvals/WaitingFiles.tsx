import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { moreFilesText, waitingFileText } from '../../contract/text/approvals.ts';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { When } from '../kit/When.tsx';
import { useApprovalFolder, useDismissWaiting, useOpenWaiting } from '../queries/approvals.ts';

/** Files of other people that wait in the shared folder. Opening a file only shows it. */
export function WaitingFiles({ onOpen }: { readonly onOpen: (bytes: Uint8Array) => void }) {
  const folder = useApprovalFolder();
  const openFile = useOpenWaiting(onOpen);
  const dismiss = useDismissWaiting();
  if (folder.error !== null)
    return <ErrorNotice error={folder.error} onRetry={() => void folder.refetch()} />;
  if (folder.data === undefined || folder.data.path === null) return null;
  const { path, files, hasMore, problem } = folder.data;
  return (
    <Section title="In the shared folder" about={path}>
      {problem === null ? null : <Box sx={{ color: 'error.main', fontSize: 13, mb: 1 }}>{problem}</Box>}
      {hasMore ? <Box sx={{ fontSize: 13, mb: 1 }}>{moreFilesText}</Box> : null}
      {files.length === 0 && problem === null ? (
        <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
          Nothing waits for you. Requests and approvals that others save there appear here.
        </Box>
      ) : null}
      <Box component="ul" aria-label="Waiting files" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {files.map((file) => (
          <Box
            component="li"
            key={`${file.name} ${file.changedAt}`}
            sx={{
              display: 'flex',
              flexWrap: { xs: 'wrap', sm: 'nowrap' },
              alignItems: 'center',
              gap: 1.5,
              py: 0.75,
              borderBottom: '1px solid',
              borderColor: 'hairline',
              fontSize: 13,
            }}
          >
            <Box sx={{ flex: '1 1 180px', minWidth: 0, overflowWrap: 'anywhere' }}>
              {waitingFileText(file)}
              {file.by === null || file.by.isEnrolled ? null : ' Not enrolled on this computer.'}
              {file.problem === null ? null : ` ${file.problem}`}
            </Box>
            <Box component="span" sx={{ color: 'text.secondary', flex: 'none' }}>
              <When at={file.changedAt} />
            </Box>
            {file.kind === 'unreadable' ? null : (
              <Button
                size="small"
                variant="outlined"
                aria-label={`Open: ${waitingFileText(file)}`}
                disabled={openFile.isPending}
                onClick={() => openFile.mutate({ name: file.name })}
              >
                Open
              </Button>
            )}
            <Button
              size="small"
              color="inherit"
              aria-label={`Dismiss: ${waitingFileText(file)}`}
              onClick={() => dismiss.mutate({ name: file.name, changedAt: file.changedAt })}
            >
              Dismiss
            </Button>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
