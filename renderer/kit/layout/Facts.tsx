import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A line of facts; null if there is nothing to show. */
export type Fact = readonly [title: string, value: ReactNode] | null;

/** A fact with a text; an empty one is left out. */
export function fact(title: string, value: string): Fact {
  return value === '' ? null : [title, value];
}

type FactsProps = {
  readonly facts: readonly Fact[];
  /** Of the column of titles, in pixels. */
  readonly titleWidth?: number;
};

/** The properties of something, one per line. */
export function Facts({ facts, titleWidth = 116 }: FactsProps) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: `${titleWidth}px minmax(0, 1fr)`,
        rowGap: '6px',
        columnGap: 2,
        alignItems: 'baseline',
        margin: 0,
        fontSize: 13,
        '& dt': { color: 'text.secondary' },
        '& dd': { margin: 0, overflowWrap: 'anywhere' },
      }}
    >
      {facts.map((each) =>
        each === null ? null : (
          <Box key={each[0]} sx={{ display: 'contents' }}>
            <dt>{each[0]}</dt>
            <dd>{each[1]}</dd>
          </Box>
        ),
      )}
    </Box>
  );
}
