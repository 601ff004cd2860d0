import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import { Empty } from '../kit/messages/Empty.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { EnvironmentWord } from '../shell/EnvironmentWord.tsx';
import { ProfileDetails } from './ProfileDetails.tsx';
import { useProfiles } from '../queries/profiles.ts';

/** The connected merchants, each with its actions. */
export function Profiles() {
  const profiles = useProfiles();
  const [opened, setOpened] = useState<string | null>(null);
  const all = profiles.data ?? [];
  const shown = opened ?? (all.length === 1 ? all[0]?.name : null);
  return (
    <Section
      title="Profiles"
      about="A profile is one merchant in one environment."
      actions={
        <Button
          component={Link}
          to="/connect"
          variant="outlined"
          startIcon={<AddIcon />}
          sx={{ flex: 'none' }}
        >
          Connect a merchant
        </Button>
      }
    >
      <ErrorNotice error={profiles.error} onRetry={() => void profiles.refetch()} />
      {profiles.data?.length === 0 ? (
        <Empty
          title="No profile yet"
          text="Connect a merchant, or try Bursar with the sandbox first."
          action={
            <Button component={Link} to="/overview">
              See both ways to start
            </Button>
          }
        />
      ) : null}
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, marginTop: 1 }}>
        {all.map((profile) => {
          const isOpen = profile.name === shown;
          return (
            <Box key={profile.name} sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1 }}>
              <Button
                color="inherit"
                fullWidth
                aria-expanded={isOpen}
                onClick={() => setOpened(isOpen ? '' : profile.name)}
                sx={{ justifyContent: 'flex-start', flexWrap: 'wrap', gap: '4px 12px', padding: '10px 16px' }}
              >
                <Box
                  component="span"
                  sx={{ fontWeight: 600, fontSize: 14, textAlign: 'start', overflowWrap: 'anywhere' }}
                >
                  {profile.name}
                </Box>
                <EnvironmentWord environment={profile.environment} />
                <Box
                  component="span"
                  sx={{
                    color: 'text.secondary',
                    fontWeight: 400,
                    overflow: 'hidden',
                    textOverflow: 'ellipsis',
                    whiteSpace: 'nowrap',
                  }}
                >
                  {profile.baseUrl}
                </Box>
              </Button>
              {isOpen ? <ProfileDetails key={profile.name} profile={profile} onRenamed={setOpened} /> : null}
            </Box>
          );
        })}
      </Box>
    </Section>
  );
}
