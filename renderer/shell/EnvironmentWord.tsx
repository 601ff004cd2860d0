import Box from '@mui/material/Box';
import type { Environment } from '../../contract/profile.ts';

/** The label of an environment on its colour. */
export function EnvironmentWord({ environment }: { readonly environment: Environment }) {
  return (
    <Box
      component="span"
      sx={(theme) => ({
        padding: '1px 7px',
        borderRadius: '4px',
        fontSize: 11,
        fontWeight: 600,
        lineHeight: '17px',
        letterSpacing: '0.04em',
        color: '#ffffff',
        backgroundColor: theme.vars?.palette.environment[environment],
      })}
    >
      {environment === 'live' ? 'LIVE' : 'SANDBOX'}
    </Box>
  );
}
