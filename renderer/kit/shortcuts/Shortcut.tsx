import Box from '@mui/material/Box';
import { keyLabels } from './key-patterns.ts';

/** Keys as they are written on the keyboard. */
export function Shortcut({ keys }: { readonly keys: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: '3px' }}>
      {keyLabels(keys).map((label) => (
        <Box
          key={label}
          component="kbd"
          sx={{
            typography: 'mono',
            fontSize: 11,
            lineHeight: '16px',
            minWidth: 18,
            textAlign: 'center',
            padding: '0 4px',
            border: '1px solid',
            borderColor: 'divider',
            borderRadius: '4px',
            color: 'text.secondary',
            backgroundColor: 'background.paper',
          }}
        >
          {label}
        </Box>
      ))}
    </Box>
  );
}
