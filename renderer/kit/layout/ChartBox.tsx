import Box from '@mui/material/Box';
import type { ReactNode, RefObject } from 'react';

type ChartBoxProps = {
  /** Of `useChartWidth`. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
};

/** A chart that scrolls sideways if it has little room, also by keyboard, from its end, where the newest days are. */
export function ChartBox({ frame, children }: ChartBoxProps) {
  return (
    <Box
      ref={frame}
      role="group"
      aria-label="Chart"
      tabIndex={0}
      sx={{ overflowX: 'auto', direction: 'rtl' }}
    >
      <Box sx={{ width: 'max-content', direction: 'ltr' }}>{children}</Box>
    </Box>
  );
}
