import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
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
          <FormControl>
            <FormLabel id="environment">Environment</FormLabel>
            <RadioGroup row aria-labelledby="environment" {...field}>
              <FormControlLabel value="sandbox" control={<Radio size="small" />} label="Sandbox" />
              <FormControlLabel
                value="live"
                disabled={host?.servesLive === false}
                control={<Radio size="small" />}
                label="Live: real money"
              />
            </RadioGroup>
            {host?.servesLive === false ? (
              <FormHelperText>
                Live merchants are served by the desktop app and the command line, not in a browser.
              </FormHelperText>
            ) : null}
          </FormControl>
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
          <FormControl>
            <FormLabel id="use">This computer</FormLabel>
            <RadioGroup aria-labelledby="use" {...field}>
              <FormControlLabel
                value="release"
                control={<Radio size="small" />}
                label="Prepares and releases payouts"
              />
              <FormControlLabel
                value="prepare"
                control={<Radio size="small" />}
                label="Only prepares: no key is kept here, and batches are released on another computer"
              />
            </RadioGroup>
          </FormControl>
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
