import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { RadioField } from '../kit/fields/RadioField.tsx';
import { useKeptForm } from '../kit/fields/useKeptForm.ts';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { KeyFields } from './KeyFields.tsx';
import { emptyProfile, profileInputOf, resolveProfile, type ProfileFields } from './profile-form.ts';
import { useAddProfile, type Added } from '../queries/profiles.ts';
import { useHost } from '../queries/host.ts';

const texts = [
  {
    name: 'name',
    label: 'Name of the profile',
    help: 'Yours to choose, for example acme-sandbox.',
  },
  {
    name: 'baseUrl',
    label: 'Address of the gateway',
    help: 'As the gateway gave it to you, with https://.',
  },
  { name: 'merchantCode', label: 'Merchant code', help: 'As the gateway gave it to you.' },
  {
    name: 'callbackUrl',
    label: 'Callback address',
    help: 'Your address that the gateway calls when a payment is finished. Bursar asks about payments in progress without it.',
  },
  {
    name: 'paymentPageUrl',
    label: 'Address of the payment page',
    help: 'Only for payment links, as the gateway gave it to you. It can be added later.',
  },
] as const;

/** The fields of a new profile, checked by the contract as they are left. */
export function ProfileForm({ onAdded }: { readonly onAdded: (added: Added) => void }) {
  const navigate = useNavigate();
  const host = useHost().data;
  const [fault, setFault] = useState<unknown>(null);
  const { form, text, sending, failed, clear } = useKeptForm<ProfileFields>({
    id: 'profile',
    begin: emptyProfile,
    resolver: resolveProfile,
    secrets: ['passphrase', 'secret'],
  });
  const { control, handleSubmit } = form;
  const isPrepareOnly = useWatch({ control, name: 'use' }) === 'prepare';
  const add = useAddProfile(onAdded, (error) => {
    failed();
    setFault(error);
  });
  const submit = handleSubmit((fields) => {
    setFault(null);
    sending();
    add.mutate(profileInputOf(fields));
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'flex', flexDirection: 'column', gap: 2.5 }}
    >
      <Controller
        control={control}
        name="environment"
        render={({ field }) => (
          <RadioField
            {...field}
            label="Environment"
            row
            choices={[
              ['sandbox', 'Sandbox'],
              ['live', 'Live: real money'],
            ]}
            {...(host?.servesLive === false
              ? {
                  disabled: 'live',
                  helperText:
                    'Live merchants are served by the desktop app and the command line, not in a browser.',
                }
              : {})}
          />
        )}
      />
      {texts.map(({ name, label, help }) => (
        <TextField
          key={name}
          {...text(name, label, help)}
          fullWidth
          slotProps={{ htmlInput: { spellCheck: false } }}
        />
      ))}
      <Controller
        control={control}
        name="use"
        render={({ field }) => (
          <RadioField
            {...field}
            label="This computer"
            choices={[
              ['release', 'Prepares and releases payouts'],
              ['prepare', 'Only prepares: no key is kept here, and batches are released on another computer'],
            ]}
          />
        )}
      />
      {isPrepareOnly ? null : <KeyFields control={control} offersSecret />}
      <ErrorNotice error={fault} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" disabled={add.isPending}>
          {isPrepareOnly
            ? add.isPending
              ? 'Adding …'
              : 'Add profile'
            : add.isPending
              ? 'Connecting …'
              : 'Connect'}
        </Button>
        <Button
          color="inherit"
          onClick={() => {
            clear();
            void navigate(-1);
          }}
        >
          Cancel
        </Button>
      </Box>
    </Box>
  );
}
