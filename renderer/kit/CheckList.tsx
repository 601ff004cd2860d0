import FineIcon from '@mui/icons-material/CheckCircleOutlined';
import FaultIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import type { CheckLine } from '../../contract/text/maintenance/check-text.ts';

type CheckListProps = { readonly checks: readonly CheckLine[]; readonly label: string };

/** The result of each step, one below the other. */
export function CheckList({ checks, label }: CheckListProps) {
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {checks.map(({ name, isFine, found }) => (
        <Box
          key={name}
          component="li"
          sx={{
            display: 'flex',
            gap: 1.25,
            padding: '8px 0',
            borderBottom: '1px solid',
            borderColor: 'hairline',
          }}
        >
          <Box
            sx={(theme) => ({
              flex: 'none',
              lineHeight: 0,
              color: theme.vars?.palette.tone[isFine ? 'good' : 'bad'].ink,
            })}
          >
            {isFine ? (
              <FineIcon sx={{ fontSize: 18 }} titleAccess="fine" />
            ) : (
              <FaultIcon sx={{ fontSize: 18 }} titleAccess="not fine" />
            )}
          </Box>
          <Box sx={{ minWidth: 0, fontSize: 13 }}>
            <Box sx={{ fontWeight: 600, '&::first-letter': { textTransform: 'uppercase' } }}>{name}</Box>
            <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{found}</Box>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
