import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import type { NotificationSwitch } from '../../../contract/notifications.ts';
import { Section } from '../../kit/layout/Section.tsx';
import { useHost } from '../../queries/host.ts';
import { useChangeSettings, useSettings } from '../../queries/settings.ts';

type Choice = { readonly name: NotificationSwitch; readonly label: string; readonly about: string };

const notifications: readonly Choice[] = [
  {
    name: 'batchEnded',
    label: 'A batch ended',
    about: 'No payout of it is still in progress. Says how many were paid and how many were not.',
  },
  {
    name: 'attention',
    label: 'Something needs attention',
    about: 'A new item under “Needs attention”, such as rejected payouts or a missed release.',
  },
  {
    name: 'lowBalance',
    label: 'Low balance',
    about: 'A balance is below its alert limit, or will be once all committed payouts are paid.',
  },
  {
    name: 'approvalWaiting',
    label: 'Approval waiting',
    about: 'A request, an approval or another signed file arrived in the shared folder.',
  },
];

const icon: readonly Choice[] = [
  {
    name: 'badge',
    label: 'Show how many items need attention',
    about: 'A number on macOS and on Linux desktops that support it, a dot on Windows.',
  },
];

/** The notifications outside the window. */
export function NotificationSettings() {
  const face = useHost().data?.face ?? null;
  return (
    <>
      {face === 'loopback' ? (
        <Alert severity="info">
          Only the desktop app shows notifications. What you set here applies there.
        </Alert>
      ) : null}
      <Section
        title="Notifications"
        about="A notification may appear on a locked screen, so it never shows an account, an amount or a payee. A click opens the screen it is about."
      >
        <Choices choices={notifications} />
      </Section>
      <Section title="Icon in the dock or taskbar">
        <Choices choices={icon} />
      </Section>
    </>
  );
}

function Choices({ choices }: { readonly choices: readonly Choice[] }) {
  const muted = useSettings().data?.mutedNotifications;
  const change = useChangeSettings();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      {choices.map(({ name, label, about }) => (
        <Box key={name}>
          <FormControlLabel
            control={
              <Switch
                size="small"
                checked={muted?.includes(name) === false}
                disabled={muted === undefined}
                slotProps={{ input: { 'aria-describedby': `about-${name}` } }}
                onChange={(_event, isOn) =>
                  change(({ mutedNotifications }) => {
                    const others = mutedNotifications.filter((each) => each !== name);
                    return { mutedNotifications: isOn ? others : [...others, name] };
                  })
                }
              />
            }
            label={label}
            sx={{ marginLeft: '-4px', gap: 0.5 }}
          />
          <Box
            id={`about-${name}`}
            sx={{ color: 'text.secondary', fontSize: 13, paddingLeft: '40px', maxWidth: 640 }}
          >
            {about}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
