import Box from '@mui/material/Box';
import { useState } from 'react';
import { Page } from '../kit/layout/Page.tsx';
import { Connected } from './Connected.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import type { Added } from '../queries/profiles.ts';

/** Connects a merchant: its fields, then the remaining steps at the gateway. */
export function ConnectPage() {
  const [added, setAdded] = useState<Added | null>(null);
  return (
    <Page
      title={added === null ? 'Connect a merchant' : `${added.profile.name} was added`}
      about={
        added === null
          ? 'One merchant in one environment. Environment, gateway address and merchant code cannot be changed later.'
          : nextSteps(added)
      }
    >
      <Box sx={{ maxWidth: 680 }}>
        {added === null ? <ProfileForm onAdded={setAdded} /> : <Connected added={added} />}
      </Box>
    </Page>
  );
}

function nextSteps({ profile, publicKey }: Added): string {
  if (profile.isPrepareOnly) return 'This profile only prepares batches on this computer.';
  return publicKey === null
    ? 'One step is left: test the connection.'
    : 'Two steps are left: give the gateway the public key, then test the connection.';
}
