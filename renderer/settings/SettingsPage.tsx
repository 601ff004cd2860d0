import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import type { ComponentType } from 'react';
import { NavLink, useParams } from 'react-router';
import { settingsSections, type SettingsSection } from '../../contract/window/places.ts';
import { Page } from '../kit/layout/Page.tsx';
import { Redirect } from '../kit/layout/Redirect.tsx';
import { About } from './About.tsx';
import { AppearanceSettings } from './AppearanceSettings.tsx';
import { ApprovalSettings } from './ApprovalSettings.tsx';
import { Callbacks } from './callbacks/Callbacks.tsx';
import { DataSettings } from './DataSettings.tsx';
import { Limits } from './Limits.tsx';
import { PayeePolicySettings } from './PayeePolicySettings.tsx';
import { Profiles } from './Profiles.tsx';
import { NotificationSettings } from './you/NotificationSettings.tsx';
import { YourName } from './you/YourName.tsx';

const contents: Readonly<Record<SettingsSection, ComponentType>> = {
  profiles: Profiles,
  limits: Limits,
  approvals: ApprovalSettings,
  payees: PayeePolicySettings,
  callbacks: Callbacks,
  notifications: NotificationSettings,
  appearance: AppearanceSettings,
  data: DataSettings,
  you: YourName,
  about: About,
};

const Place = styled(NavLink)(({ theme }) => ({
  display: 'block',
  padding: '6px 12px',
  borderRadius: 8,
  fontSize: 13,
  fontWeight: 500,
  textDecoration: 'none',
  color: theme.vars?.palette.text.secondary,
  '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
  '&.active': {
    color: theme.vars?.palette.text.primary,
    backgroundColor: theme.vars?.palette.action.selected,
    fontWeight: 600,
  },
}));

/** All settings, section by section; each has its own address. */
export function SettingsPage() {
  const { section } = useParams();
  const shown = settingsSections.find(({ key }) => key === section);
  if (shown === undefined) return <Redirect to="/settings/profiles" />;
  const Content = contents[shown.key];
  return (
    <Page title="Settings">
      {/* Below each other where there is no room for two columns. */}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'flex-start' }}>
        <Box component="nav" aria-label="Settings" sx={{ flex: 'none', width: 148, marginLeft: '-12px' }}>
          {settingsSections.map(({ key, label }) => (
            <Place key={key} to={`/settings/${key}`}>
              {label}
            </Place>
          ))}
          <Place to="/reference">Reference</Place>
        </Box>
        <Box
          sx={{
            flex: '1 1 260px',
            minWidth: 0,
            maxWidth: 760,
            display: 'flex',
            flexDirection: 'column',
            gap: 4,
          }}
        >
          <Content />
        </Box>
      </Box>
    </Page>
  );
}
