import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';

type PageProps = {
  readonly title: string;
  /** The subtitle, quieter. */
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  /** Whether the content fills the height and scrolls by itself. */
  readonly isFilling?: boolean;
  readonly children: ReactNode;
};

const lowScreen = '@media (max-height: 720px)';
/** Of the same height on every screen, so that the heading does not move between them. */
const firstLine = { display: 'flex', alignItems: 'center', minHeight: 40, [lowScreen]: { minHeight: 32 } };

/** A screen: its one heading, which is also the window title, its actions, and the content over the full width. */
export function Page({ title, about, actions, isFilling = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Bursar`;
  }, [title]);
  const frame = useRef<HTMLDivElement>(null);
  // The scrolling element outlives its screens, and would show this one scrolled as far as the last.
  useLayoutEffect(() => {
    // Before the next paint rather than at once: scrolling needs a layout, and what this screen still changes would make that a second one.
    const scrolling = requestAnimationFrame(() => frame.current?.closest('main')?.scrollTo(0, 0));
    return () => cancelAnimationFrame(scrolling);
  }, []);
  return (
    <Box
      ref={frame}
      data-filling={isFilling ? true : undefined}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        padding: 3,
        boxSizing: 'border-box',
        minHeight: isFilling ? 420 : '100%',
        height: isFilling ? '100%' : undefined,
        // On a low screen, such as a zoomed one, the rows get the space.
        [lowScreen]: { gap: isFilling ? 0.75 : 2, paddingY: 1 },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, flexWrap: 'wrap', flexShrink: 0 }}>
        <Box sx={{ flex: 1, minWidth: 140 }}>
          <Box sx={firstLine}>
            <Typography
              variant="h1"
              title={title}
              sx={{
                overflowWrap: 'anywhere',
                // On a low screen the rows get the lines that a long file name would take.
                ...(isFilling
                  ? { [lowScreen]: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } }
                  : {}),
              }}
            >
              {title}
            </Typography>
          </Box>
          {about === undefined ? null : (
            <Typography component="div" sx={{ marginTop: -0.75, color: 'text.secondary', fontSize: 13 }}>
              {about}
            </Typography>
          )}
        </Box>
        <Box data-actions sx={{ ...firstLine, gap: 1, flexWrap: 'wrap' }}>
          {actions}
        </Box>
      </Box>
      {children}
    </Box>
  );
}
