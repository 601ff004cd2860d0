import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import type { PaletteEntry } from './matching.ts';

type PaletteListProps = {
  readonly id: string;
  readonly entries: readonly PaletteEntry[];
  readonly chosen: number;
  readonly onChoose: (entry: PaletteEntry) => void;
  readonly onRun: (entry: PaletteEntry) => void;
  readonly emptyText: string;
};

export function PaletteList({ id, entries, chosen, onChoose, onRun, emptyText }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, entries.length]);
  return (
    <>
      {entries.length === 0 ? (
        <Box role="status" sx={{ padding: 2.5, minHeight: 64, color: 'text.secondary' }}>
          {emptyText}
        </Box>
      ) : null}
      <Box ref={list} id={id} role="listbox" aria-label="Actions" sx={{ overflow: 'auto', padding: 1 }}>
        {entries.map((entry, index) => (
          <Box key={entry.key} role="presentation">
            {entries[index - 1]?.group === entry.group ? null : (
              <Box aria-hidden sx={{ padding: '8px 12px 4px', fontSize: 12, color: 'text.secondary' }}>
                {entry.group}
              </Box>
            )}
            <Box
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              onMouseMove={() => {
                if (index !== chosen) onChoose(entry);
              }}
              onClick={() => onRun(entry)}
              sx={{
                display: 'flex',
                alignItems: 'baseline',
                gap: 1.5,
                padding: '7px 12px',
                borderRadius: 1,
                cursor: 'pointer',
                '&[aria-selected="true"]': { backgroundColor: 'action.selected' },
              }}
            >
              <Box component="span" sx={{ flex: 'none', maxWidth: '70%', ...cut }}>
                {entry.title}
              </Box>
              <Box
                component="span"
                sx={{ flex: 1, textAlign: 'right', color: 'text.secondary', fontSize: 12, ...cut }}
              >
                {entry.about}
              </Box>
            </Box>
          </Box>
        ))}
      </Box>
    </>
  );
}

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 };
