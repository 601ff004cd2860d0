import { RadioField } from '../kit/fields/RadioField.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { useChangeSettings, useSettings } from '../queries/settings.ts';

const themes = [
  ['system', 'Same as the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

const densities = [
  ['comfortable', 'Comfortable: 36 pixels a row'],
  ['compact', 'Compact: 28 pixels a row'],
] as const;

/** Light or dark, and how close the rows of tables stand. */
export function AppearanceSettings() {
  const settings = useSettings().data;
  const change = useChangeSettings();
  return (
    <>
      <Section title="Theme">
        <RadioField
          label="Theme"
          isUnlabelled
          value={settings?.appearance ?? 'system'}
          choices={themes}
          onChange={(appearance) => change({ appearance })}
        />
      </Section>
      <Section title="Rows of tables">
        <RadioField
          label="Rows of tables"
          isUnlabelled
          value={settings?.density ?? 'comfortable'}
          choices={densities}
          onChange={(density) => change({ density })}
        />
      </Section>
    </>
  );
}
