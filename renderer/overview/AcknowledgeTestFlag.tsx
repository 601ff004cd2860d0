import Button from '@mui/material/Button';
import { useState } from 'react';
import { ConfirmDialog } from '../kit/messages/ConfirmDialog.tsx';
import { useToast } from '../kit/messages/useToast.tsx';
import { useAcknowledgeTestFlag } from '../queries/treasury.ts';

/** Lets a person acknowledge that the gateway's test flag contradicts the environment of a profile, after a confirmation. */
export function AcknowledgeTestFlag({ profileName }: { readonly profileName: string }) {
  const [isAsked, setAsked] = useState(false);
  const toast = useToast();
  const acknowledge = useAcknowledgeTestFlag(profileName, () => {
    setAsked(false);
    toast.say('Acknowledged. Resume the paused batches to continue.');
  });
  return (
    <>
      <Button size="small" color="inherit" onClick={() => setAsked(true)} sx={{ flex: 'none' }}>
        Acknowledge for this profile …
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={`Acknowledge the test flag of ${profileName}?`}
        text="From now on Bursar sends for this profile although the gateway calls its payments tests, or real, against the environment of the profile. Check the base address of the profile first: a wrong one may move real money, or none."
        action="Acknowledge"
        isBusy={acknowledge.isBusy}
        onConfirm={acknowledge.run}
        onCancel={() => setAsked(false)}
      />
    </>
  );
}
