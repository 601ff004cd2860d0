import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Section } from '../kit/layout/Section.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { useToast } from '../kit/messages/useToast.tsx';
import { useSaveSigned } from './useSaveSigned.ts';
import { useAddApprover, useApproverCard, useApprovers, useRemoveApprover } from '../queries/approvals.ts';
import { ChooseSignedFile } from './ChooseSignedFile.tsx';
import { useRequestedChange } from './useRequestedChange.ts';

/** The people who may approve on this computer, and the card for enrolling this person on others. */
export function Approvers() {
  const toast = useToast();
  const save = useSaveSigned();
  const approvers = useApprovers();
  const [name, setName] = useState('');
  const [fingerprint, setFingerprint] = useState<string | null>(null);
  const requested = useRequestedChange();
  const card = useApproverCard((made) => {
    setFingerprint(made.fingerprint);
    save(`${made.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.bursar`, made.bytes);
  });
  const add = useAddApprover(({ request, approver }) => {
    if (requested(request)) return;
    toast.show(`${approver.name} may approve. Compare the fingerprint over the phone.`);
  });
  const remove = useRemoveApprover(({ request }) => {
    if (!requested(request)) toast.show('Approver removed.');
  });
  return (
    <>
      <Section
        title="Approvers"
        about="People whose signed approvals count on this computer. Compare each fingerprint over the phone, on a number that you know."
        actions={
          <ChooseSignedFile
            label="Add approver"
            fileLabel="Approver card"
            isBusy={add.isPending}
            onChosen={(bytes) => add.mutate({ card: bytes })}
          />
        }
      >
        <ErrorNotice error={approvers.error} />
        {approvers.data?.length === 0 ? (
          <Box sx={{ fontSize: 13 }}>
            No approvers yet. Each saves a card under Settings, Approvals on their own computer; add it here
            with Add approver.
          </Box>
        ) : null}
        <Box component="ul" aria-label="Approvers" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {approvers.data?.map((approver) => (
            <Box
              component="li"
              key={approver.publicKey}
              sx={{ display: 'flex', gap: 2, alignItems: 'center', fontSize: 13, py: 0.5 }}
            >
              <Box sx={{ fontWeight: 600, minWidth: 120 }}>
                {approver.name}
                {approver.isOwn ? ' (you)' : ''}
              </Box>
              <Box sx={{ flex: 1, fontFamily: 'monospace', color: 'text.secondary' }}>
                {approver.fingerprint}
              </Box>
              <Button
                size="small"
                color="inherit"
                aria-label={`Remove ${approver.name}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ approver: approver.fingerprint })}
              >
                Remove
              </Button>
            </Box>
          ))}
        </Box>
      </Section>
      <Section
        title="Your approver card"
        about="Give it to the person who releases payouts, so that your approvals count there. Your personal key stays in the keychain of this computer."
      >
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <TextField label="Your name" value={name} onChange={({ target }) => setName(target.value)} />
          <Button
            variant="outlined"
            sx={{ height: 36 }}
            disabled={name.trim() === '' || card.isPending}
            onClick={() => card.mutate({ name: name.trim() })}
          >
            Save card
          </Button>
        </Box>
        {fingerprint === null ? null : (
          <Box sx={{ fontSize: 13, mt: 1 }}>
            Your fingerprint, to be read out over the phone: <Box component="code">{fingerprint}</Box>
          </Box>
        )}
      </Section>
    </>
  );
}
