import Box from '@mui/material/Box';
import Popover from '@mui/material/Popover';
import type { Blockage } from './blockages.ts';

type BlockageListProps = {
  readonly anchor: HTMLElement;
  readonly blockages: readonly Blockage[];
  readonly onClose: () => void;
};

/** The complete list of blocked work. */
export function BlockageList({ anchor, blockages, onClose }: BlockageListProps) {
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    >
      <Box component="ul" sx={{ margin: 0, padding: '12px 16px 12px 32px', maxWidth: 520, fontSize: 13 }}>
        {blockages.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </Box>
    </Popover>
  );
}
