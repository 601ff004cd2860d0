import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ConfirmDialog } from '../kit/messages/ConfirmDialog.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { useToast } from '../kit/messages/useToast.tsx';
import { PathForm } from '../kit/fields/PathForm.tsx';
import { restoreKeeps } from '../../contract/text/maintenance/restored-text.ts';
import { useRestore } from '../queries/maintenance.ts';
import { useChooseFile, useHost } from '../queries/host.ts';

/** Replaces the database with a backup, after the person typed a confirmation. */
export function Restore() {
  const toast = useToast();
  const host = useHost().data;
  const [asked, setAsked] = useState<string | null>(null);
  const choose = useChooseFile(setAsked);
  const { restore, ...work } = useRestore((notes) => {
    setAsked(null);
    toast.show(['The backup is restored.', ...notes].join(' '));
  });
  return (
    <Section
      title="Restore"
      about="Replaces the database with a backup. The backup does not contain later changes, so every unfinished payout becomes unknown, and Bursar asks the gateway about each before it sends anything."
    >
      <Box sx={{ marginTop: 1 }}>
        {host?.hasDialogs === true ? (
          <Button variant="outlined" color="error" onClick={() => choose.mutate({ purpose: 'backup' })}>
            Restore backup …
          </Button>
        ) : (
          <PathForm
            label="Full path of the backup on this computer"
            button="Restore …"
            isDangerous
            onPath={setAsked}
          />
        )}
      </Box>
      <ConfirmDialog
        isOpen={asked !== null}
        title="Restore this backup?"
        text={
          <>
            The database is replaced by <strong>{asked}</strong>. The current one is kept under another name.
            Sending stops meanwhile, and every window shows the data of the backup. {restoreKeeps}
          </>
        }
        action="Restore backup"
        typedWord="restore"
        work={work}
        onConfirm={() => {
          if (asked !== null) restore(asked);
        }}
        onCancel={() => setAsked(null)}
      />
    </Section>
  );
}
