import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import type { PayoutColumn } from '../../../../contract/batches/sheet.ts';
import { columnLabel } from '../../../../contract/text/columns.ts';
import { frozenColumn } from '../columns.ts';
import type { SheetEditor } from '../useSheetEditor.ts';

/** Which columns are shown, and in which order. */
export function ColumnsMenu({ editor, anchor }: { editor: SheetEditor; anchor: HTMLElement }) {
  const { columns, sheet, closePanel } = editor;
  const { all } = columns;
  const move = (button: HTMLElement, column: PayoutColumn, by: -1 | 1) => {
    columns.move(column, by);
    // The button moves with its column, and would lose the focus on the way.
    requestAnimationFrame(() => button.focus());
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      onClose={closePanel}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Columns' } }}
    >
      <Box sx={{ p: 1.5, width: 270 }}>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {all.map(({ column, isShown }, index) => {
            const title = columnLabel(column);
            const isFrozen = column === frozenColumn;
            return (
              <Box component="li" key={column} sx={{ display: 'flex', alignItems: 'center' }}>
                <Box component="label" sx={{ display: 'flex', alignItems: 'center', flex: 1, fontSize: 13 }}>
                  <Checkbox
                    size="small"
                    checked={isShown}
                    disabled={isFrozen}
                    onChange={(event) => columns.setShown(column, event.target.checked)}
                  />
                  {title}
                </Box>
                <IconButton
                  size="small"
                  aria-label={`Move ${title} up`}
                  disabled={isFrozen || index <= 1}
                  onClick={(event) => move(event.currentTarget, column, -1)}
                >
                  <ArrowUpward sx={{ fontSize: 16 }} />
                </IconButton>
                <IconButton
                  size="small"
                  aria-label={`Move ${title} down`}
                  disabled={isFrozen || index === all.length - 1}
                  onClick={(event) => move(event.currentTarget, column, 1)}
                >
                  <ArrowDownward sx={{ fontSize: 16 }} />
                </IconButton>
              </Box>
            );
          })}
        </Box>
        <Typography sx={{ fontSize: 12, color: 'text.secondary', m: 1 }}>
          Remembered for {sheet.profileName}. Hidden columns stay part of each payout.
        </Typography>
        <Button size="small" color="inherit" disabled={!columns.isArranged} onClick={columns.reset}>
          Reset columns
        </Button>
      </Box>
    </Popover>
  );
}
