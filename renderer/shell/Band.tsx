import Box from '@mui/material/Box';
import type { Environment } from '../../contract/profile.ts';

/** The same in both environments, so that nothing moves once the profile is known. */
const bandHeight = 22;

/** The space of the band until the profile is known. */
export function BandSpace() {
  return <Box sx={{ height: bandHeight }} />;
}

/** The environment, always in view: sandbox a striped band, live a solid one. */
export function Band({ environment }: { readonly environment: Environment }) {
  const isLive = environment === 'live';
  return (
    <Box
      sx={(theme) => ({
        height: bandHeight,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        color: '#ffffff',
        fontSize: isLive ? 13 : 11,
        fontWeight: 650,
        letterSpacing: '0.08em',
        userSelect: 'none',
        ...(isLive
          ? { backgroundColor: theme.vars?.palette.environment.live }
          : {
              backgroundColor: theme.vars?.palette.environment.sandbox,
              backgroundImage: `repeating-linear-gradient(135deg, transparent 0 8px, ${theme.vars?.palette.environment.sandboxStripe} 8px 16px)`,
            }),
        // A browser prints no backgrounds.
        '@media print': { color: '#000000' },
      })}
    >
      {isLive ? 'LIVE · real money' : 'SANDBOX'}
    </Box>
  );
}
