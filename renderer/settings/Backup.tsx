import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { dayText } from '../../contract/text/clock.ts';
import { sizeText } from '../../contract/text/numbers.ts';
import { useProgress } from '../events.ts';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { Progress } from '../kit/messages/Progress.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { useToast } from '../kit/messages/useToast.tsx';
import { PathForm } from '../kit/fields/PathForm.tsx';
import { useBackup } from '../queries/maintenance.ts';
import { useChoosePlace, useHost } from '../queries/host.ts';

function suggestedName(): string {
  return `bursar-${dayText(new Date())}.backup`;
}

/** Copies the database to a path that the person names; it counts as a backup only after it was checked. */
export function Backup() {
  const toast = useToast();
  const host = useHost().data;
  const backup = useBackup((done, bytes) =>
    toast.show(`The backup is at ${done} (${sizeText(bytes)}) and was checked.`),
  );
  const progress = useProgress('backup', backup.isPending);
  const choose = useChoosePlace((place) => backup.mutate({ path: place }));
  return (
    <Section title="Backup" about="A complete, checked copy of the database. Bursar keeps working meanwhile.">
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start', marginTop: 1 }}>
        {host?.hasDialogs === true ? (
          <Button
            variant="outlined"
            disabled={backup.isPending}
            onClick={() => choose.mutate({ suggestedName: suggestedName(), purpose: 'backup' })}
          >
            Back up …
          </Button>
        ) : (
          <PathForm
            label="Full path of the backup on this computer"
            placeholder={`/home/you/${suggestedName()}`}
            button="Back up"
            isDisabled={backup.isPending}
            onPath={(path) => backup.mutate({ path })}
          />
        )}
        {backup.isPending ? (
          <Progress
            done={progress?.done ?? 0}
            total={progress?.total ?? null}
            label="Creating the backup"
            numberText={sizeText}
            onCancel={backup.stop}
          />
        ) : null}
        <ErrorNotice error={backup.error} />
      </Box>
    </Section>
  );
}
