import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { FormDialog } from '../kit/messages/FormDialog.tsx';
import { useForm, useWatch } from 'react-hook-form';
import type { Profile } from '../../contract/profile.ts';
import { KeyFields } from '../first-start/KeyFields.tsx';
import { emptyProfile, keyOf, type ProfileFields } from '../first-start/profile-form.ts';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { PublicKeyView } from '../kit/PublicKeyView.tsx';
import { useToast } from '../kit/messages/useToast.tsx';
import { replacedText, storedProof } from '../first-start/stored-proof.ts';
import { useReplaceKey } from '../queries/profiles.ts';

type ReplaceKeyProps = { readonly profile: Profile; readonly onClose: () => void };

/** Replaces the stored key, and shows the new public key to give to the gateway; or replaces the secret of a profile that has one. */
export function ReplaceKey({ profile: shown, onClose }: ReplaceKeyProps) {
  // What is replaced: once it is, the profile that is shown has the new one.
  const [profile] = useState(shown);
  const toast = useToast();
  const form = useForm<ProfileFields>({ defaultValues: emptyProfile });
  const isSecret = useWatch({ control: form.control, name: 'keyKind' }) === 'secret';
  const { name, hasStoredKey } = profile;
  const hasSecret = storedProof(profile) === 'merchant secret';
  const replace = useReplaceKey((_replaced, { key }) => {
    if (key.kind !== 'secret')
      return toast.show(hasStoredKey ? `The key of ${name} was replaced.` : `${name} has a key now.`);
    toast.show(`The secret of ${name} was replaced.`);
    return onClose();
  });
  const publicKey = replace.data?.publicKey ?? null;
  const submit = form.handleSubmit((fields) => {
    if (fields.keyKind === 'import' && fields.keyPath.trim() === '')
      form.setError('keyPath', { message: 'Choose the file with the private key.' });
    else if (isSecret && fields.secret === '')
      form.setError('secret', { message: 'Enter the merchant secret.' });
    else replace.mutate({ name, key: keyOf(fields) });
  });
  return (
    <FormDialog
      onClose={replace.isPending ? undefined : onClose}
      isDone={publicKey !== null}
      maxWidth="sm"
      aria-labelledby="replace-key"
    >
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id="replace-key">
          {hasStoredKey
            ? `Replace the key of ${name}`
            : hasSecret
              ? `Replace the secret of ${name}`
              : `Add a key for ${name}`}
        </DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
          {publicKey === null ? (
            <>
              <Box>{replacedText(profile, isSecret)}</Box>
              <KeyFields control={form.control} offersSecret={hasSecret} />
              <ErrorNotice error={replace.error} />
            </>
          ) : (
            <>
              <Box>Give the gateway this public key. Until then, it rejects requests of {name}.</Box>
              <PublicKeyView publicKey={publicKey} />
            </>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={replace.isPending}>
            {publicKey === null ? 'Cancel' : 'Close'}
          </Button>
          {publicKey === null ? (
            <Button type="submit" variant="contained" color="error" disabled={replace.isPending}>
              {replace.isPending
                ? 'Replacing …'
                : isSecret
                  ? 'Replace secret'
                  : hasStoredKey
                    ? 'Replace key'
                    : 'Add key'}
            </Button>
          ) : null}
        </DialogActions>
      </form>
    </FormDialog>
  );
}
