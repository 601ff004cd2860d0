import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { Controller, useController, useWatch, type Control } from 'react-hook-form';
import { RadioField } from '../kit/fields/RadioField.tsx';
import type { ProfileFields } from './profile-form.ts';
import { useChooseFile, useHost } from '../queries/host.ts';

const sources: readonly (readonly [ProfileFields['keyKind'], string])[] = [
  ['generate', 'Generate a key in the keychain of this computer'],
  ['import', 'Import a key from a file (PEM or DER)'],
  ['secret', 'Use a merchant secret instead (deprecated)'],
];

type KeyFieldsProps = {
  readonly control: Control<ProfileFields>;
  /** Whether the merchant secret may be given instead of a key. */
  readonly offersSecret: boolean;
};

/** The source of the private key. The program itself reads its bytes; they never pass through the page. */
export function KeyFields({ control, offersSecret }: KeyFieldsProps) {
  const keyKind = useWatch({ control, name: 'keyKind' });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Controller
        control={control}
        name="keyKind"
        render={({ field }) => (
          <RadioField
            {...field}
            label={offersSecret ? 'Authentication' : 'Private key'}
            choices={sources.filter(([source]) => offersSecret || source !== 'secret')}
          />
        )}
      />
      {keyKind === 'generate' ? (
        <Controller
          control={control}
          name="modulusBits"
          render={({ field }) => (
            <TextField
              select
              label="Length"
              helperText="Longer is stronger, and a little slower. 3072 suits nearly everyone."
              sx={{ maxWidth: 320 }}
              {...field}
            >
              <MenuItem value="2048">RSA, 2048 bits</MenuItem>
              <MenuItem value="3072">RSA, 3072 bits</MenuItem>
              <MenuItem value="4096">RSA, 4096 bits</MenuItem>
            </TextField>
          )}
        />
      ) : keyKind === 'secret' ? (
        <SecretField control={control} />
      ) : (
        <ImportFields control={control} />
      )}
    </Box>
  );
}

function SecretField({ control }: Pick<KeyFieldsProps, 'control'>) {
  const { field, fieldState } = useController({ control, name: 'secret' });
  return (
    <TextField
      type="password"
      label="Merchant secret"
      autoComplete="off"
      error={fieldState.error !== undefined}
      helperText={
        fieldState.error?.message ??
        'Kept in the keychain of this computer. The gateway may stop accepting secrets, and anyone who learns it can act as the merchant: change to a key when you can.'
      }
      {...field}
    />
  );
}

function ImportFields({ control }: Pick<KeyFieldsProps, 'control'>) {
  const hasDialogs = useHost().data?.hasDialogs ?? false;
  const { field, fieldState } = useController({ control, name: 'keyPath' });
  const choose = useChooseFile(field.onChange);
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <TextField
          label="File with the private key"
          fullWidth
          autoComplete="off"
          error={fieldState.error !== undefined}
          helperText={
            fieldState.error?.message ??
            (hasDialogs
              ? 'Bursar puts the key into the keychain; the file is not needed afterwards.'
              : 'The full path on this computer. Bursar puts the key into the keychain; the file is not needed afterwards.')
          }
          slotProps={{ htmlInput: { spellCheck: false, readOnly: hasDialogs } }}
          {...field}
        />
        {hasDialogs ? (
          <Button
            variant="outlined"
            sx={{ flex: 'none', height: 36 }}
            onClick={() => choose.mutate({ purpose: 'key' })}
          >
            Choose file
          </Button>
        ) : null}
      </Box>
      <Controller
        control={control}
        name="passphrase"
        render={({ field: passphrase }) => (
          <TextField
            type="password"
            label="Passphrase"
            autoComplete="off"
            helperText="Only if the file is encrypted."
            sx={{ maxWidth: 320 }}
            {...passphrase}
          />
        )}
      />
    </>
  );
}
