import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { SheetSummary } from '../../../contract/batches/sheet.ts';
import { counted } from '../../../contract/text/numbers.ts';
import { When } from '../../kit/When.tsx';
import { Totals } from '../Totals.tsx';

/** The sheets that are not batches yet, each one click away. */
export function SheetList({ sheets }: { sheets: readonly SheetSummary[] }) {
  if (sheets.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="being-prepared">
      <Typography id="being-prepared" variant="h2" sx={{ mb: 1 }}>
        Being prepared
      </Typography>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          maxHeight: 220,
          overflowY: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: '8px',
          '& li + li': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        {sheets.map((sheet) => (
          <li key={sheet.sheetId}>
            <ButtonBase
              component={Link}
              to={`/sheets/${sheet.sheetId}`}
              sx={{
                width: '100%',
                px: 2,
                py: 1,
                columnGap: 3,
                flexWrap: { xs: 'wrap', md: 'nowrap' },
                fontSize: 13,
                justifyContent: 'flex-start',
                textAlign: 'left',
                '&:hover': { bgcolor: 'action.hover' },
              }}
            >
              <Box component="span" sx={{ flex: '1 1 200px', fontWeight: 500, overflowWrap: 'anywhere' }}>
                {sheet.name}
              </Box>
              <Box component="span" sx={{ width: 130, textAlign: 'right' }}>
                {counted(sheet.rows, 'row')}
              </Box>
              <Box
                component="span"
                sx={{ width: 180, color: sheet.problemRows > 0 ? 'error.main' : 'text.secondary' }}
              >
                {sheet.problemRows > 0
                  ? counted(sheet.problemRows, 'row with a problem', 'rows with problems')
                  : 'No problems'}
              </Box>
              <Box component="span" sx={{ flex: '1 1 280px', display: 'flex', justifyContent: 'flex-end' }}>
                <Totals totals={sheet.totals} most={3} rows={sheet.rows} />
              </Box>
              <Box component="span" sx={{ width: 128, color: 'text.secondary', textAlign: 'right' }}>
                <When at={sheet.updatedAt} />
              </Box>
            </ButtonBase>
          </li>
        ))}
      </Box>
    </Box>
  );
}
