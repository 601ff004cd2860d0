import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import type { PaletteEntry } from './matching.ts';

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const;

/** Plain elements in one styled list: a style of its own for each of fifty entries took most of the first press. */
const List = styled('div')(({ theme }) => ({
  overflow: 'auto',
  padding: 8,
  '& .group': { padding: '8px 12px 4px', fontSize: 12, color: theme.vars?.palette.text.secondary },
  '& [role=option]': {
    display: 'flex',
    alignItems: 'baseline',
    gap: 12,
    padding: '7px 12px',
    borderRadius: theme.shape.borderRadius,
    cursor: 'pointer',
  },
  '& [aria-selected=true]': { backgroundColor: theme.vars?.palette.action.selected },
  '& .title': { flex: 'none', maxWidth: '70%', ...cut },
  '& .about': {
    flex: 1,
    textAlign: 'right',
    color: theme.vars?.palette.text.secondary,
    fontSize: 12,
    ...cut,
  },
}));

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
      <List ref={list} id={id} role="listbox" aria-label="Actions">
        {entries.map((entry, index) => (
          <div key={entry.key} role="presentation">
            {entries[index - 1]?.group === entry.group ? null : (
              <div aria-hidden className="group">
                {entry.group}
              </div>
            )}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              onMouseMove={() => {
                if (index !== chosen) onChoose(entry);
              }}
              onClick={() => onRun(entry)}
            >
              <span className="title">{entry.title}</span>
              <span className="about">{entry.about}</span>
            </div>
          </div>
        ))}
      </List>
    </>
  );
}
