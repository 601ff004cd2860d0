import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A line of facts; null where there is nothing to say. */
export type Fact = readonly [title: string, value: ReactNode] | null;

/** A fact of a text; an empty one is left out. */
export function fact(title: string, value: string): Fact {
  return value === '' ? null : [title, value];
}

/** What something is made of, one fact a line. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: '104px minmax(0, 1fr)',
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
