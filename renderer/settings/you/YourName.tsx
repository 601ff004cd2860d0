import { Section } from '../../kit/layout/Section.tsx';
import { useSettings } from '../../queries/settings.ts';
import { NameField } from './NameField.tsx';

/** Who uses Bursar here. */
export function YourName() {
  const settings = useSettings().data;
  return (
    <Section
      title="Your name"
      about="Recorded with what you release, decide and change, beside the user of this computer. Bursar does not verify it. Earlier events keep the name that they have."
    >
      {settings === undefined ? null : <NameField name={settings.personName ?? ''} />}
    </Section>
  );
}
