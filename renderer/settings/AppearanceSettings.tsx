import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { Section } from '../kit/layout/Section.tsx';
import { useChangeSettings, useSettings } from '../queries/settings.ts';

const themes = [
  { value: 'system', label: 'Same as the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const densities = [
  { value: 'comfortable', label: 'Comfortable: 36 pixels a row' },
  { value: 'compact', label: 'Compact: 28 pixels a row' },
] as const;

/** Light or dark, and how close the rows of tables stand. */
export function AppearanceSettings() {
  const settings = useSettings().data;
  const change = useChangeSettings();
  return (
    <>
      <Section title="Theme">
        <RadioGroup
          aria-label="Theme"
          value={settings?.appearance ?? 'system'}
          onChange={(_event, value) => {
            const found = themes.find((each) => each.value === value);
            if (found !== undefined) change({ appearance: found.value });
          }}
        >
          {themes.map(({ value, label }) => (
            <FormControlLabel key={value} value={value} control={<Radio size="small" />} label={label} />
          ))}
        </RadioGroup>
      </Section>
      <Section title="Rows of tables">
        <RadioGroup
          aria-label="Rows of tables"
          value={settings?.density ?? 'comfortable'}
          onChange={(_event, value) => {
            const found = densities.find((each) => each.value === value);
            if (found !== undefined) change({ density: found.value });
          }}
        >
          {densities.map(({ value, label }) => (
            <FormControlLabel key={value} value={value} control={<Radio size="small" />} label={label} />
          ))}
        </RadioGroup>
      </Section>
    </>
  );
}
