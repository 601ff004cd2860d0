import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { CallbackState } from '../../../contract/receiving/callbacks.ts';
import { ConfirmDialog } from '../../kit/messages/ConfirmDialog.tsx';
import { CopyButton } from '../../kit/CopyButton.tsx';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { Section } from '../../kit/layout/Section.tsx';
import { When } from '../../kit/When.tsx';
import { useToast } from '../../kit/messages/useToast.tsx';
import { EnvironmentWord } from '../../shell/EnvironmentWord.tsx';
import { useEditProfile, useProfiles } from '../../queries/profiles.ts';
import { useRenewAddress } from '../../queries/callbacks.ts';

type Address = CallbackState['profiles'][number];

type CallbackAddressesProps = { readonly state: CallbackState; readonly isPublic: boolean };

/** The address of each profile, whether its payments use it, and whether it was ever reached. */
export function CallbackAddresses({ state, isPublic }: CallbackAddressesProps) {
  return (
    <Section
      title="Addresses"
      about={
        isPublic
          ? 'The addresses to give the gateway. The long part is secret: anyone who knows it can make Bursar ask the gateway, and nothing more.'
          : 'Only a gateway on this computer, such as the sandbox, reaches these. For a gateway elsewhere, enter the public address of your tunnel or proxy above.'
      }
    >
      {state.profiles.length === 0 ? (
        <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
          No profile yet. Each profile gets its own address.
        </Box>
      ) : null}
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
        {state.profiles.map((address) => (
          <AddressOfProfile key={address.profileName} {...address} />
        ))}
      </Box>
    </Section>
  );
}

function AddressOfProfile({ profileName, address, isUsed, firstReachedAt, lastReachedAt }: Address) {
  const toast = useToast();
  const [isAsked, setIsAsked] = useState(false);
  const environment = useProfiles().data?.find(({ name }) => name === profileName)?.environment;
  const use = useEditProfile(() => toast.show(`New payments of ${profileName} use this address.`));
  const renew = useRenewAddress(() => {
    setIsAsked(false);
    toast.show(`${profileName} has a new address. The old address no longer works.`);
  });
  return (
    <Box
      role="group"
      aria-label={profileName}
      sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, padding: '12px 16px' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, minHeight: 30 }}>
        <Box component="span" sx={{ fontWeight: 600, fontSize: 14 }}>
          {profileName}
        </Box>
        {environment === undefined ? null : <EnvironmentWord environment={environment} />}
        <Box sx={{ flex: 1 }} />
        {isUsed ? (
          <Box component="span" sx={{ color: 'text.secondary', fontSize: 13 }}>
            New payments use it
          </Box>
        ) : (
          <Button
            size="small"
            variant="outlined"
            disabled={use.isPending}
            onClick={() => use.mutate({ name: profileName, callbackUrl: address })}
          >
            Use for new payments
          </Button>
        )}
        <Button size="small" color="inherit" onClick={() => setIsAsked(true)}>
          Renew
        </Button>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, marginTop: 0.5 }}>
        <Box sx={{ typography: 'mono', fontSize: 13, overflowWrap: 'anywhere' }}>{address}</Box>
        <CopyButton value={address} label={`callback address of ${profileName}`} />
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: 13, marginTop: 0.5 }}>
        {firstReachedAt === null || lastReachedAt === null ? (
          'Never reached.'
        ) : (
          <>
            Reached first <When at={firstReachedAt} />, last <When at={lastReachedAt} />.
          </>
        )}
      </Box>
      <ErrorNotice error={use.error} />
      <ConfirmDialog
        isOpen={isAsked}
        title={`Renew the address of ${profileName}?`}
        text="Bursar then refuses callbacks to the current address, including those of earlier payments, and keeps asking the gateway about these instead. Give the gateway the new address with new payments."
        action="Renew the address"
        work={renew}
        onConfirm={() => renew.mutate({ profileName })}
        onCancel={() => setIsAsked(false)}
      />
    </Box>
  );
}
