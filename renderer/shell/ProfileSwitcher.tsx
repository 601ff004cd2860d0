import AddIcon from '@mui/icons-material/Add';
import CheckIcon from '@mui/icons-material/Check';
import UnfoldIcon from '@mui/icons-material/UnfoldMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCurrentProfile } from '../current-profile.ts';
import { visuallyHidden } from '../kit/visually-hidden.ts';
import { EnvironmentWord } from './EnvironmentWord.tsx';

/** Which merchant in which environment the window shows, and the way to another. */
export function ProfileSwitcher() {
  const { profile, profiles, choose } = useCurrentProfile();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (profile === null) return null;
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<UnfoldIcon sx={{ fontSize: 16, color: 'text.secondary' }} />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ minWidth: 0, maxWidth: 320, flex: 'none' }}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {profile.name}
        </Box>
        <Box component="span" sx={{ marginLeft: 1 }}>
          <EnvironmentWord environment={profile.environment} />
        </Box>
        <Box component="span" sx={visuallyHidden}>
          , choose another profile
        </Box>
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {profiles.map(({ name, environment }) => (
          <MenuItem
            key={name}
            selected={name === profile.name}
            onClick={() => {
              choose(name);
              close();
            }}
          >
            <ListItemIcon>{name === profile.name ? <CheckIcon fontSize="small" /> : null}</ListItemIcon>
            <Box sx={{ flex: 1, marginRight: 2 }}>{name}</Box>
            <EnvironmentWord environment={environment} />
          </MenuItem>
        ))}
        <Divider />
        <MenuItem
          onClick={() => {
            close();
            void navigate('/connect');
          }}
        >
          <ListItemIcon>
            <AddIcon fontSize="small" />
          </ListItemIcon>
          Connect a merchant
        </MenuItem>
      </Menu>
    </>
  );
}
