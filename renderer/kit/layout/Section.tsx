import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

type SectionProps = {
  readonly title: string;
  /** The purpose of the section, in a quieter line. */
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A part of a screen under its own heading. */
export function Section({ title, about, actions, children }: SectionProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1.5,
          minHeight: 32,
          marginBottom: 1.5,
        }}
      >
        {/* Buttons for which there is no room beside it go below. */}
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Typography id={id} component="h2" sx={{ fontSize: 14, fontWeight: 600 }}>
            {title}
          </Typography>
          {about === undefined ? null : (
            <Typography component="div" sx={{ color: 'text.secondary', fontSize: 13 }}>
              {about}
            </Typography>
          )}
        </Box>
        <Box data-actions sx={{ display: 'contents' }}>
          {actions}
        </Box>
      </Box>
      {children}
    </Box>
  );
}
