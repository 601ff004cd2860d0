import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { Settings } from '../../contract/settings.ts';
import { OutdatedNotice } from '../kit/fields/OutdatedNotice.tsx';
import { useFields } from '../kit/fields/useFields.ts';
import { Facts, type Fact } from '../kit/layout/Facts.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { useSaveSettings, useSettings } from '../queries/settings.ts';
import { useHost } from '../queries/host.ts';
import { Form } from '../kit/fields/Form.tsx';

/** The version of Bursar, and where it looks for a newer one. */
export function About() {
  const host = useHost().data;
  const facts: Fact[] = [
    ['Version', host?.version],
    [
      'Runs',
      host === undefined
        ? undefined
        : host.face === 'electron'
          ? 'as the desktop app'
          : 'in a browser, for sandbox merchants',
    ],
    ['On', host === undefined ? undefined : `${host.platform}, ${host.runtime}`],
    ['Licence', 'MIT. The licences of its libraries are next to the program.'],
  ];
  return (
    <>
      <Section title="Bursar">
        <Facts facts={facts} titleWidth={104} />
      </Section>
      {host?.face === 'electron' ? <Updates /> : null}
    </>
  );
}

/** Off until an address is set: nothing is asked without one. */
function Updates() {
  const stored = useSettings().data?.updateFeedUrl ?? null;
  const form = useFields(stored, (each) => each ?? '');
  const save = useSaveSettings(form, 'Saved.', ({ updateFeedUrl }) => updateFeedUrl);
  const { fields: typed, setFields: setTyped } = form;
  const wanted = typed.trim() === '' ? null : typed.trim();
  const isRight = Settings.shape.updateFeedUrl.safeParse(wanted).success;
  return (
    <Section
      title="Updates"
      about="Bursar checks this address for a newer version when it starts. Leave empty to turn this off."
    >
      <Form
        onSubmit={() => {
          if (isRight) save({ updateFeedUrl: wanted });
        }}
        sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', marginTop: 1 }}
      >
        <TextField
          label="Update address"
          value={typed}
          fullWidth
          autoComplete="off"
          error={!isRight}
          helperText={isRight ? ' ' : 'The address must begin with https://.'}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button
          type="submit"
          variant="outlined"
          disabled={!isRight || wanted === stored}
          sx={{ flex: 'none', height: 36 }}
        >
          Save
        </Button>
      </Form>
      <OutdatedNotice of={form} />
    </Section>
  );
}
