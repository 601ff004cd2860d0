import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

type ToolbarProps = {
  readonly label: string;
  /** Whether its buttons do something with the rows, not only choose which are shown: the palette offers them. */
  readonly hasActions?: true;
  readonly children: ReactNode;
};

/** A line of fields and buttons over a list; elements after `<Box sx={{ flex: 1 }} />` are at the right. */
export function Toolbar({ label, hasActions, children }: ToolbarProps) {
  return (
    <Box
      data-actions={hasActions}
      role="group"
      aria-label={label}
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        columnGap: 1,
        // Room for the title of a field, which is on its upper edge.
        rowGap: 1,
        minHeight: 40,
        // Wrapped lines stay complete on a screen that fills the height: the rows below get less of it.
        flexShrink: 0,
      }}
    >
      {children}
    </Box>
  );
}
