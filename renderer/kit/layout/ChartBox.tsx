import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A chart, which scrolls sideways where it has little room, by keyboard too. */
export function ChartBox({ children }: { readonly children: ReactNode }) {
  return (
    <Box role="group" aria-label="Chart" tabIndex={0} sx={{ overflowX: 'auto' }}>
      {children}
    </Box>
  );
}
