import TextField from '@mui/material/TextField';
import { AskDialog } from '../kit/messages/AskDialog.tsx';
import { GatewayUrl, NewCallbackUrl, ProfileName, type Profile } from '../../contract/profile.ts';
import { OutdatedNotice } from '../kit/fields/OutdatedNotice.tsx';
import { useFields } from '../kit/fields/useFields.ts';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { useEditProfile } from '../queries/profiles.ts';

type EditProfileProps = {
  readonly profile: Profile;
  readonly onClose: () => void;
  readonly onRenamed: (name: string) => void;
};

/** Changes the name and the addresses of callbacks and payment page: the only things that may change while a profile has a history. */
export function EditProfile({ profile, onClose, onRenamed }: EditProfileProps) {
  // Each follows what is stored until it is typed into: another window may change the others meanwhile.
  const nameField = useFields(profile.name, String);
  const callbackField = useFields(profile.callbackUrl, String);
  const pageField = useFields(profile.paymentPageUrl ?? '', String);
  const all = [nameField, callbackField, pageField];
  const [newName, callbackUrl, pageUrl] = [nameField.fields, callbackField.fields, pageField.fields];
  const paymentPageUrl = pageUrl.trim() === '' ? null : pageUrl.trim();
  const isPageFine = paymentPageUrl === null || GatewayUrl.safeParse(paymentPageUrl).success;
  const isNameFine = ProfileName.safeParse(newName.trim()).success;
  // One that an older version stored may stay.
  const isSameAddress = callbackUrl === profile.callbackUrl;
  const isAddressFine = isSameAddress || NewCallbackUrl.safeParse(callbackUrl).success;
  const isFine = isNameFine && isAddressFine && isPageFine;
  const edit = useEditProfile((_edited, { name, newName: saved = name }) => {
    onRenamed(saved);
    onClose();
  });
  return (
    <AskDialog
      title={`Edit ${profile.name}`}
      maxWidth="sm"
      action="Save"
      isAllowed={isFine && !edit.isPending}
      isForm
      onAnswer={() =>
        edit.mutate({
          name: profile.name,
          ...(newName.trim() !== profile.name && { newName: newName.trim() }),
          ...(!isSameAddress && { callbackUrl }),
          ...(paymentPageUrl !== profile.paymentPageUrl && { paymentPageUrl }),
        })
      }
      onCancel={onClose}
      sx={{ display: 'flex', flexDirection: 'column', gap: 2, paddingTop: '12px !important' }}
    >
      <TextField
        autoFocus
        label="Name of the profile"
        value={newName}
        autoComplete="off"
        error={!isNameFine}
        helperText={isNameFine ? ' ' : 'A profile name has 1 to 64 letters, digits, . _ and -.'}
        onChange={({ target }) => nameField.setFields(target.value)}
      />
      <TextField
        label="Callback address"
        value={callbackUrl}
        autoComplete="off"
        error={!isAddressFine}
        helperText={
          isAddressFine
            ? 'For payments prepared or created from now on. Earlier ones keep their address.'
            : 'Enter the full address without user name or fragment, for example https://merchant.example/callbacks.'
        }
        onChange={({ target }) => callbackField.setFields(target.value)}
      />
      <TextField
        label="Address of the payment page"
        value={pageUrl}
        autoComplete="off"
        error={!isPageFine}
        helperText={
          isPageFine
            ? 'For payment links, as the gateway gave it to you. Without it, you cannot create links.'
            : 'Enter the full address, beginning with https://, without a query.'
        }
        onChange={({ target }) => pageField.setFields(target.value)}
      />
      <OutdatedNotice
        of={{
          isOutdated: all.some((field) => field.isOutdated),
          showStored: () => {
            for (const field of all) if (field.isOutdated) field.showStored();
          },
        }}
      />
      <ErrorNotice error={edit.error} />
    </AskDialog>
  );
}
