import CheckCircleOutline from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlined';
import HelpOutline from '@mui/icons-material/HelpOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { When } from '../../../kit/When.tsx';
import type { FindingHeading } from './finding-text.ts';

const icons: Record<FindingHeading['standing'], React.ReactNode> = {
  fine: <CheckCircleOutline fontSize="small" sx={{ color: 'success.main' }} titleAccess="OK" />,
  note: <InfoOutlined fontSize="small" sx={{ color: 'text.secondary' }} titleAccess="Note" />,
  notice: <WarningAmber fontSize="small" sx={{ color: 'warning.main' }} titleAccess="Warning" />,
  stop: <ErrorOutline fontSize="small" sx={{ color: 'error.main' }} titleAccess="Blocks release" />,
  open: <HelpOutline fontSize="small" sx={{ color: 'text.secondary' }} titleAccess="Not checked yet" />,
};

type Props = {
  readonly title: string;
  readonly heading: FindingHeading;
  /** When the gateway last answered, if that may be a while ago. */
  readonly asOf?: string | null;
  readonly children?: React.ReactNode;
};

const titleWidth = 130;

/** One check: its result in a sentence, with the details below. */
export function Finding({ title, heading, asOf = null, children }: Props) {
  return (
    <Box
      component="section"
      sx={{ display: 'flex', gap: { xs: 1, lg: 1.5 }, py: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start' }}>{icons[heading.standing]}</Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, flexWrap: 'wrap' }}>
          <Typography variant="h3" sx={{ fontSize: 14, fontWeight: 600, width: titleWidth }}>
            {title}
          </Typography>
          {/* Beside the title, however long: it wraps there. */}
          <Typography sx={{ fontSize: 14, maxWidth: { md: `calc(100% - ${titleWidth + 16}px)` } }}>
            {heading.text}
          </Typography>
          {asOf !== null && (
            <Typography sx={{ color: 'text.secondary', fontSize: 13 }}>
              As of <When at={asOf} />
            </Typography>
          )}
        </Box>
        {children}
      </Box>
    </Box>
  );
}
