import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A line of fields and buttons over a list; what comes after `<Box sx={{ flex: 1 }} />` stands at the right. */
export function Toolbar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        columnGap: 1,
        // Room for the title of a field, which stands on its upper edge.
        rowGap: 1,
        minHeight: 40,
        // Lines that wrap stay whole on a screen that fills the height: the rows below have less of it.
        flexShrink: 0,
      }}
    >
      {children}
    </Box>
  );
}
