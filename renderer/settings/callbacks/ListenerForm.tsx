import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import type { CallbackListener, CallbackState } from '../../../contract/receiving/callbacks.ts';
import { OutdatedNotice } from '../../kit/fields/OutdatedNotice.tsx';
import { useFields } from '../../kit/fields/useFields.ts';
import { Section } from '../../kit/layout/Section.tsx';
import { useChangeSettings, useSaveSettings } from '../../queries/settings.ts';
import { fieldsOf, isLoopback, readFields, type ListenerFields } from './listener-fields.ts';
import { Form } from '../../kit/fields/Form.tsx';

type ListenerFormProps = { readonly stored: CallbackListener; readonly state: CallbackState };

/** Whether and where the callback listener listens. */
export function ListenerForm({ stored, state }: ListenerFormProps) {
  const form = useFields(fieldsOf(stored), (each) => each);
  const save = useSaveSettings(form, 'Saved.', ({ callbackListener }) => fieldsOf(callbackListener));
  const { fields, setFields } = form;
  const switchOn = useChangeSettings();
  const { place, problems } = readFields(fields);
  const isChanged = JSON.stringify(fields) !== JSON.stringify(fieldsOf(stored));
  const field = (name: keyof ListenerFields, label: string, width: number, hint = ' ') => (
    <TextField
      label={label}
      value={fields[name]}
      autoComplete="off"
      error={problems[name] !== null}
      helperText={problems[name] ?? hint}
      onChange={({ target }) => setFields({ ...fields, [name]: target.value })}
      slotProps={{ htmlInput: { spellCheck: false } }}
      sx={{ width }}
    />
  );
  return (
    <Section
      title="Callbacks"
      about={
        <>
          A gateway can tell Bursar that it has finished a payment, so that you see it a little sooner. A
          callback only makes Bursar ask the gateway. Without callbacks it asks about payments in progress,
          and about failed ones for about 90 days; that any other payment changed later, for instance that a
          paid one was returned, it learns only from a callback or a refresh. A gateway on the internet cannot
          reach this computer by itself: this is for anyone who runs a tunnel or a reverse proxy with TLS that
          passes its requests on to the port below.
        </>
      }
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={stored.isOn}
              onChange={(_event, isOn) =>
                switchOn(({ callbackListener }) => ({ callbackListener: { ...callbackListener, isOn } }))
              }
            />
          }
          label="Listen for callbacks"
        />
        <Box role="status" sx={{ color: 'text.secondary', fontSize: 13 }}>
          {state.listeningAt === null
            ? stored.isOn
              ? ''
              : 'Not listening.'
            : `Listening at ${state.listeningAt}.`}
        </Box>
      </Box>
      {state.problem === null ? null : (
        <Alert severity="warning" sx={{ marginTop: 1 }}>
          {state.problem}
        </Alert>
      )}
      <Form
        onSubmit={() => {
          if (place !== null)
            save(({ callbackListener: { isOn } }) => ({ callbackListener: { isOn, ...place } }));
        }}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', marginTop: 2 }}
      >
        {field('host', 'Interface', 190, 'This computer alone: 127.0.0.1')}
        {field('port', 'Port', 110)}
        {field(
          'publicUrl',
          'Public address',
          340,
          'The address of your tunnel or proxy. Leave empty if there is none.',
        )}
        <Button type="submit" variant="outlined" disabled={!isChanged || place === null} sx={{ height: 36 }}>
          Save
        </Button>
      </Form>
      <OutdatedNotice of={form} />
      {isLoopback(stored.host) ? null : (
        <Alert severity="warning" sx={{ marginTop: 1 }}>
          Anyone who can reach {stored.host} over the network can send requests to this port, without
          encryption. A proxy on this computer needs only 127.0.0.1.
        </Alert>
      )}
    </Section>
  );
}
