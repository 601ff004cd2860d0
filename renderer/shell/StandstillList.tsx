import Box from '@mui/material/Box';
import Popover from '@mui/material/Popover';
import type { Standstill } from './standstills.ts';

type StandstillListProps = {
  readonly anchor: HTMLElement;
  readonly standstills: readonly Standstill[];
  readonly onClose: () => void;
};

/** The complete list of blocked work. */
export function StandstillList({ anchor, standstills, onClose }: StandstillListProps) {
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    >
      <Box component="ul" sx={{ margin: 0, padding: '12px 16px 12px 32px', maxWidth: 520, fontSize: 13 }}>
        {standstills.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </Box>
    </Popover>
  );
}
