import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Profile } from '../../contract/profile.ts';
import { keyLeftText } from '../../contract/text/failure.ts';
import { ConnectionTest } from '../first-start/ConnectionTest.tsx';
import { Facts } from '../kit/layout/Facts.tsx';
import { ConfirmDialog } from '../kit/messages/ConfirmDialog.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { PublicKeyView } from '../kit/PublicKeyView.tsx';
import { When } from '../kit/When.tsx';
import { useToast } from '../kit/messages/useToast.tsx';
import { EditProfile } from './EditProfile.tsx';
import { ReplaceKey } from './ReplaceKey.tsx';
import { removedText, storedProof } from '../first-start/stored-proof.ts';
import { useProfile, useRemoveProfile } from '../queries/profiles.ts';

type ProfileDetailsProps = { readonly profile: Profile; readonly onRenamed: (name: string) => void };

/** One profile: its data, its key, a connection test, and the buttons to change or remove it. */
export function ProfileDetails({ profile, onRenamed }: ProfileDetailsProps) {
  const toast = useToast();
  const [asked, setAsked] = useState<'edit' | 'key' | 'remove' | null>(null);
  const shown = useProfile(profile.name);
  const end = () => setAsked(null);
  const proof = storedProof(profile);
  const shortProof = proof === 'private key' ? 'key' : 'secret';
  const remove = useRemoveProfile(({ keyLeft }) => {
    end();
    const withIt = proof === null || keyLeft !== null ? '' : `, and its ${shortProof} with it`;
    const left = keyLeft === null ? '' : ` ${keyLeftText(keyLeft)}`;
    toast.show(`${profile.name} was removed${withIt}. Its history stays.${left}`);
  });
  const { paymentPageUrl, isPrepareOnly } = profile;
  const { name, merchantCode, baseUrl, callbackUrl, authentication, hasStoredKey, createdAt } = profile;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, padding: '4px 16px 16px' }}>
      <Facts
        titleWidth={134}
        facts={[
          ['Merchant code', merchantCode],
          ['Gateway', baseUrl],
          ['Callback address', callbackUrl],
          ['Payment page', paymentPageUrl ?? 'not known; needed for payment links'],
          [
            'Authentication',
            isPrepareOnly
              ? 'none: prepare-only, batches are released where the key is'
              : authentication === 'signature'
                ? hasStoredKey
                  ? 'signature, with a key that Bursar keeps'
                  : 'signature, with a key file that each command names'
                : 'secret, which the gateway may stop accepting: change to a key',
          ],
          ['Added', <When key="added" at={createdAt} />],
        ]}
      />
      {shown.data?.publicKey === undefined || shown.data.publicKey === null ? null : (
        <PublicKeyView publicKey={shown.data.publicKey} />
      )}
      {hasStoredKey && shown.data?.publicKey === null ? (
        <Alert severity="warning">
          The keychain of this computer no longer holds the key of {name}. Replace the key to sign in again.
        </Alert>
      ) : null}
      <ErrorNotice error={shown.error} onRetry={() => void shown.refetch()} />
      {isPrepareOnly ? null : <ConnectionTest profileName={name} />}
      <Box data-actions sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button color="inherit" variant="outlined" onClick={() => setAsked('edit')}>
          Edit
        </Button>
        {isPrepareOnly ? null : (
          <Button color="inherit" variant="outlined" onClick={() => setAsked('key')}>
            {proof === null ? 'Add key' : `Replace ${shortProof}`}
          </Button>
        )}
        <Button color="error" onClick={() => setAsked('remove')}>
          Remove
        </Button>
      </Box>
      {asked === 'edit' ? <EditProfile profile={profile} onClose={end} onRenamed={onRenamed} /> : null}
      {asked === 'key' ? <ReplaceKey profile={profile} onClose={end} /> : null}
      <ConfirmDialog
        isOpen={asked === 'remove'}
        title={`Remove ${name}?`}
        text={removedText(profile)}
        action={proof === null ? 'Remove profile' : `Remove profile and its ${shortProof}`}
        typedWord={name}
        work={remove}
        onConfirm={() => remove.mutate({ name })}
        onCancel={end}
      />
    </Box>
  );
}
