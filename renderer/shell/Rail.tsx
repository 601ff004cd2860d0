import ActivityIcon from '@mui/icons-material/HistoryOutlined';
import PayeesIcon from '@mui/icons-material/PeopleAltOutlined';
import ReferenceIcon from '@mui/icons-material/MenuBookOutlined';
import BatchesIcon from '@mui/icons-material/PlaylistAddCheckOutlined';
import ReceiveIcon from '@mui/icons-material/MoveToInboxOutlined';
import PayoutsIcon from '@mui/icons-material/ReceiptLongOutlined';
import TreasuryIcon from '@mui/icons-material/AccountBalanceOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import OverviewIcon from '@mui/icons-material/SpaceDashboardOutlined';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { NavLink, useLocation } from 'react-router';
import { places, type PlaceKey } from '../../contract/window/places.ts';

const icons: Readonly<Record<PlaceKey, typeof OverviewIcon>> = {
  overview: OverviewIcon,
  batches: BatchesIcon,
  payouts: PayoutsIcon,
  payees: PayeesIcon,
  treasury: TreasuryIcon,
  receive: ReceiveIcon,
  reference: ReferenceIcon,
  activity: ActivityIcon,
  settings: SettingsIcon,
};

const Place = styled(NavLink)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 2,
  padding: '8px 4px 6px',
  // On a low window, such as a zoomed one, all screens stay in view.
  '@media (max-height: 620px)': { gap: 0, paddingBlock: 3 },
  borderRadius: 8,
  fontSize: 11.5,
  fontWeight: 500,
  textDecoration: 'none',
  color: theme.vars?.palette.text.secondary,
  '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
  '&[data-here="true"]': {
    color: theme.vars?.palette.text.primary,
    backgroundColor: theme.vars?.palette.action.selected,
    fontWeight: 600,
  },
}));

/** The screens of Bursar. */
export function Rail() {
  const { pathname } = useLocation();
  return (
    <Box
      component="nav"
      aria-label="Screens"
      sx={{
        flex: 'none',
        width: 84,
        padding: '8px',
        display: 'flex',
        flexDirection: 'column',
        gap: '4px',
        '@media (max-height: 620px)': { gap: '2px' },
        backgroundColor: 'rail',
        borderRight: '1px solid',
        borderColor: 'divider',
        overflow: 'auto',
        '@media print': { display: 'none' },
      }}
    >
      {places.map(({ key, path, label, also }) => {
        const Icon = icons[key];
        const isHere = [path, ...also].some(
          (place) => pathname === place || pathname.startsWith(`${place}/`),
        );
        return (
          <Place key={key} to={path} data-here={isHere} {...(isHere ? { 'aria-current': 'page' } : {})}>
            <Icon sx={{ fontSize: 21 }} aria-hidden />
            {label}
          </Place>
        );
      })}
    </Box>
  );
}
