import AddIcon from '@mui/icons-material/Add';
import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNavigate } from 'react-router';
import { useCurrentProfile } from '../queries/profiles.ts';
import { EnvironmentWord } from './EnvironmentWord.tsx';

type ProfileMenuProps = { readonly anchor: HTMLElement; readonly onClose: () => void };

/** All profiles, with the current one marked, and the link to connect another merchant. */
export function ProfileMenu({ anchor, onClose }: ProfileMenuProps) {
  const { profile, profiles, choose } = useCurrentProfile();
  const navigate = useNavigate();
  return (
    <Menu anchorEl={anchor} open onClose={onClose}>
      {profiles.map((each) => (
        <MenuItem
          key={each.name}
          selected={each.name === profile?.name}
          onClick={() => {
            choose(each);
            onClose();
          }}
        >
          <ListItemIcon>{each.name === profile?.name ? <CheckIcon fontSize="small" /> : null}</ListItemIcon>
          <Box sx={{ flex: 1, marginRight: 2 }}>{each.name}</Box>
          <EnvironmentWord environment={each.environment} />
        </MenuItem>
      ))}
      <Divider />
      <MenuItem
        onClick={() => {
          onClose();
          void navigate('/connect');
        }}
      >
        <ListItemIcon>
          <AddIcon fontSize="small" />
        </ListItemIcon>
        Connect a merchant
      </MenuItem>
    </Menu>
  );
}
