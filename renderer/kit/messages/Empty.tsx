import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

type EmptyProps = { readonly title: string; readonly text: ReactNode; readonly action?: ReactNode };

/** Says why there is nothing here, and what to do next. */
export function Empty({ title, text, action }: EmptyProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        textAlign: 'center',
        gap: 1,
        padding: '48px 24px',
      }}
    >
      <Typography component="h2" sx={{ fontSize: 16, fontWeight: 600 }}>
        {title}
      </Typography>
      <Typography component="div" sx={{ color: 'text.secondary', maxWidth: 460 }}>
        {text}
      </Typography>
      {action === undefined ? null : <Box sx={{ marginTop: 1 }}>{action}</Box>}
    </Box>
  );
}

type NoMatchProps = Omit<EmptyProps, 'action'> & { readonly onClear: () => void };

/** Says that a list is empty because of its filters. */
export function NoMatch({ onClear, ...said }: NoMatchProps) {
  return (
    <Empty
      {...said}
      action={
        <Button variant="outlined" onClick={onClear}>
          Clear the filters
        </Button>
      }
    />
  );
}
