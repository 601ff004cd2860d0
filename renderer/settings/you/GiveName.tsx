import Alert from '@mui/material/Alert';
import { useSettings } from '../../queries/settings.ts';
import { NameField } from './NameField.tsx';

/** Asks for the person's name, until there is one. */
export function EnterName() {
  const settings = useSettings().data;
  if (settings === undefined || settings.personName !== null) return null;
  return (
    <Alert severity="info" sx={{ alignItems: 'center', '& .MuiAlert-message': { flex: 1 } }}>
      Enter your name so that the audit log shows who did what. Until then it names only the user of this
      computer.
      <NameField name="" />
    </Alert>
  );
}
