import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import type { Profile } from '../../contract/profile.ts';
import { keyLeftText } from '../../contract/text/failure.ts';
import { ConnectionTest } from '../first-start/ConnectionTest.tsx';
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
      <Box
        component="dl"
        sx={{ margin: 0, display: 'grid', gridTemplateColumns: '150px 1fr', rowGap: '6px', fontSize: 13 }}
      >
        <Fact title="Merchant code">{merchantCode}</Fact>
        <Fact title="Gateway">{baseUrl}</Fact>
        <Fact title="Callback address">{callbackUrl}</Fact>
        <Fact title="Payment page">{paymentPageUrl ?? 'not known; needed for payment links'}</Fact>
        <Fact title="Authentication">
          {isPrepareOnly
            ? 'none: prepare-only, batches are released where the key is'
            : authentication === 'signature'
              ? hasStoredKey
                ? 'signature, with a key that Bursar keeps'
                : 'signature, with a key file that each command names'
              : 'secret, which the gateway may stop accepting: change to a key'}
        </Fact>
        <Fact title="Added">
          <When at={createdAt} />
        </Fact>
      </Box>
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

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {title}
      </Box>
      <Box component="dd" sx={{ margin: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </>
  );
}
