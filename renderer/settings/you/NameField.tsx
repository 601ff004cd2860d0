import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { OutdatedNotice } from '../../kit/fields/OutdatedNotice.tsx';
import { useFields } from '../../kit/fields/useFields.ts';
import { useSaveSettings } from '../../queries/settings.ts';
import { Form } from '../../kit/fields/Form.tsx';

const longestName = 100;

/** The name of the person who uses Bursar, and a button that saves it. */
export function NameField({ name }: { readonly name: string }) {
  const form = useFields(name, String);
  const save = useSaveSettings(form, 'Name saved.', ({ personName }) => personName ?? '');
  const { fields: typed, setFields: setTyped } = form;
  const wanted = typed.trim();
  return (
    <>
      <Form
        onSubmit={() => {
          save({ personName: wanted === '' ? null : wanted });
        }}
        sx={{ display: 'flex', gap: 1, marginTop: 1, maxWidth: 440 }}
      >
        <TextField
          label="Your name"
          value={typed}
          fullWidth
          autoComplete="name"
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ htmlInput: { maxLength: longestName, spellCheck: false } }}
        />
        <Button
          type="submit"
          variant="outlined"
          disabled={wanted === name || (name === '' && wanted === '')}
          sx={{ flex: 'none', height: 36 }}
        >
          Save name
        </Button>
      </Form>
      <OutdatedNotice of={form} />
    </>
  );
}
