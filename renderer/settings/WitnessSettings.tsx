import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/layout/Section.tsx';
import { useAuditStatus } from '../queries/activity.ts';
import { useChoosePlace, useHost } from '../queries/host.ts';
import { useChangeSettings, useSettings } from '../queries/settings.ts';

const suggestedName = 'bursar-witness.jsonl';

/** The file elsewhere that takes a line for each checkpoint of the audit log, and whether it keeps up. */
export function WitnessSettings() {
  const host = useHost().data;
  const path = useSettings().data?.witnessFile ?? null;
  const witness = useAuditStatus().data?.witness ?? null;
  const change = useChangeSettings();
  const [typed, setTyped] = useState('');
  const choose = useChoosePlace((place) => change({ witnessFile: place }));
  return (
    <Section
      title="Witness file"
      about={
        <>
          A file on another disk or a share that takes a line for each checkpoint of the audit log. It shows a
          history that was rewritten or cut off.{' '}
          <MuiLink component={Link} to="/activity" color="inherit" underline="always">
            Verify the audit log
          </MuiLink>{' '}
          compares the log with it.
        </>
      }
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, alignItems: 'flex-start' }}>
        {path === null ? null : (
          <Box sx={{ typography: 'mono', fontSize: 13, overflowWrap: 'anywhere' }}>{path}</Box>
        )}
        {path === null || witness === null || witness.path !== path ? null : (
          <Alert severity={witness.isFine ? 'success' : 'warning'} sx={{ width: '100%' }}>
            {witness.message ?? 'Ends with the last checkpoint.'}
          </Alert>
        )}
        {host?.hasDialogs === true ? (
          <Button variant="outlined" onClick={() => choose.mutate({ suggestedName })}>
            {path === null ? 'Choose file …' : 'Choose another file …'}
          </Button>
        ) : (
          <Box
            component="form"
            onSubmit={(event) => {
              event.preventDefault();
              change({ witnessFile: typed.trim() });
            }}
            sx={{ display: 'flex', gap: 1, width: '100%' }}
          >
            <TextField
              label="Full path of the witness file"
              placeholder={`/media/share/${suggestedName}`}
              value={typed}
              fullWidth
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
              slotProps={{ htmlInput: { spellCheck: false } }}
            />
            <Button
              type="submit"
              variant="outlined"
              disabled={typed.trim() === ''}
              sx={{ flex: 'none', height: 36 }}
            >
              Set
            </Button>
          </Box>
        )}
        {path === null ? null : (
          <Button size="small" color="inherit" onClick={() => change({ witnessFile: null })}>
            Use no witness file
          </Button>
        )}
      </Box>
    </Section>
  );
}
