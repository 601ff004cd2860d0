import OfflineIcon from '@mui/icons-material/CloudOffOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useState } from 'react';
import { lazyPart } from '../kit/layout/lazy-part.tsx';
import { useBlockages } from './blockages.ts';

const BlockageList = lazyPart(
  'the list of what is blocked',
  async () => (await import('./BlockageList.tsx')).BlockageList,
);

/** Shows at the top of the page, without moving anything, what is blocked; clicking opens the list. */
export function BlockageNotice() {
  const blockages = useBlockages();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [first] = blockages;
  return (
    <Box role="status" sx={{ flex: 1, minWidth: first === undefined ? 0 : 44, display: 'flex' }}>
      {first === undefined ? null : (
        <ButtonBase
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          title={first.text}
          sx={(theme) => ({
            minWidth: 0,
            gap: 1,
            padding: '4px 12px',
            borderRadius: '8px',
            fontFamily: 'inherit',
            fontSize: 13,
            color: theme.vars?.palette.tone.doubt.ink,
            backgroundColor: theme.vars?.palette.tone.doubt.wash,
          })}
        >
          <OfflineIcon sx={{ fontSize: 17 }} aria-hidden />
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {first.brief}
            {blockages.length > 1 ? ` And ${blockages.length - 1} more.` : ''}
          </Box>
        </ButtonBase>
      )}
      {anchor === null || first === undefined ? null : (
        <BlockageList anchor={anchor} blockages={blockages} onClose={() => setAnchor(null)} />
      )}
    </Box>
  );
}
