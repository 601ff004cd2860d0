import Button from '@mui/material/Button';
import { useToast } from '../kit/messages/useToast.tsx';
import { useAcknowledgeTestFlag } from '../queries/settings.ts';

/** Lets a person acknowledge that the gateway's test flag contradicts the environment of a profile. Bursar asks outside the page first (I5). */
export function AcknowledgeTestFlag({ profileName }: { readonly profileName: string }) {
  const toast = useToast();
  const acknowledge = useAcknowledgeTestFlag(profileName, () =>
    toast.show('Acknowledged. Resume the paused batches to continue.'),
  );
  return (
    <Button size="small" color="inherit" onClick={acknowledge} sx={{ flex: 'none' }}>
      Acknowledge for this profile …
    </Button>
  );
}
