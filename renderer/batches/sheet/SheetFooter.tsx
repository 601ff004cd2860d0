import Box from '@mui/material/Box';
import { counted } from '../../../contract/text/numbers.ts';
import { Totals } from '../Totals.tsx';
import { columnsIn } from './selection.ts';
import type { SheetEditor } from './useSheetEditor.ts';

/** The totals of the sheet, always in view. */
export function SheetFooter({ editor }: { editor: SheetEditor }) {
  const { sheet, selection, isSaving, isUnsaved, selectedRows } = editor;
  const { isFiltered } = editor;
  const { toReview, isCurrent, error } = editor.findings;
  // Of stored rows: the row after the last one has nothing to count yet.
  const cells = columnsIn(selection) * selectedRows;
  return (
    <Box
      component="footer"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'baseline',
        columnGap: 3,
        rowGap: 0.5,
        minHeight: 24,
        flexShrink: 0,
        fontSize: 13,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Box component="strong" sx={{ fontWeight: 600 }}>
        {counted(sheet.rows, 'row')}
      </Box>
      {sheet.problemRows > 0 && (
        <Box component="span" sx={{ color: 'error.main', fontWeight: 600 }}>
          {counted(sheet.problemRows, 'row with a problem', 'rows with problems')}
        </Box>
      )}
      {toReview > 0 && (
        <Box component="span" sx={{ color: 'tone.doubt.ink', fontWeight: 600 }}>
          {counted(toReview, 'row')} to review
        </Box>
      )}
      {/* Nothing is said before the rows were checked, or where they could not be. */}
      {sheet.rows > 0 && sheet.problemRows + toReview === 0 && isCurrent && error === null && (
        <Box component="span" sx={{ color: 'tone.good.ink' }}>
          No problems
        </Box>
      )}
      <Totals totals={sheet.totals} most={6} rows={sheet.rows} />
      {/* After the totals, which are of all rows and not of these. */}
      {isFiltered && <span>{counted(editor.stored, 'row')} shown</span>}
      <Box sx={{ flex: 1 }} />
      <Box component="span" sx={{ color: isUnsaved ? 'error.main' : 'text.secondary' }} role="status">
        {isSaving
          ? 'Saving …'
          : isUnsaved
            ? 'The last changes shown here are not saved.'
            : cells > 1
              ? `${counted(cells, 'cell')} in ${counted(selectedRows, 'row')} selected`
              : sheet.problemRows > 0
                ? 'F8 goes to the next problem.'
                : toReview > 0
                  ? 'F8 goes to the next row to review.'
                  : 'Everything typed here is kept.'}
      </Box>
    </Box>
  );
}
