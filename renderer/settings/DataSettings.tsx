import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { CopyButton } from '../kit/CopyButton.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { Doctor } from '../overview/Doctor.tsx';
import { Backup } from './Backup.tsx';
import { Restore } from './Restore.tsx';
import { WitnessSettings } from './WitnessSettings.tsx';
import { useOpenDataFolder, useHost } from '../queries/host.ts';

/** The location of the data, backups, and diagnostics. */
export function DataSettings() {
  const host = useHost().data;
  const open = useOpenDataFolder();
  return (
    <>
      <Section
        title="Data folder"
        about="The database with every batch and payout. Keys are not in it: they are in the keychain."
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, marginTop: 0.5 }}>
          <Box sx={{ typography: 'mono', fontSize: 13, overflowWrap: 'anywhere' }}>{host?.dataDirectory}</Box>
          {host === undefined ? null : (
            <CopyButton value={host.dataDirectory} label="path of the data folder" />
          )}
          {host?.hasDialogs === true ? (
            <Button size="small" color="inherit" onClick={() => open.mutate({})}>
              Open
            </Button>
          ) : null}
        </Box>
      </Section>
      <Backup />
      <Restore />
      <WitnessSettings />
      <Doctor />
    </>
  );
}
