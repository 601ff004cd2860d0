import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { PayoutColumn } from '../../../../contract/batches/sheet.ts';
import { columnLabel } from '../../../../contract/text/columns.ts';
import { counted } from '../../../../contract/text/numbers.ts';
import { frozenColumn } from '../columns.ts';
import type { SheetEditor } from '../useSheetEditor.ts';

type Props = {
  readonly editor: SheetEditor;
  readonly column: PayoutColumn;
  readonly anchor: HTMLElement;
};

/** The actions for one column of the sheet. */
export function ColumnMenu({ editor, column, anchor }: Props) {
  const { view, changeView, columns, layout, openPanel, closePanel } = editor;
  const title = columnLabel(column);
  const place = layout.columns.findIndex(({ key }) => key === column);
  const isFrozen = column === frozenColumn;
  const others = view.filters.filter((filter) => filter.column !== column);
  const isFiltered = others.length < view.filters.length;
  const item = (label: string, act: () => void, isDisabled = false, leadsOn = false) => (
    <MenuItem
      disabled={isDisabled}
      onClick={() => {
        if (!leadsOn) closePanel();
        act();
      }}
    >
      {label}
    </MenuItem>
  );
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={closePanel}
      slotProps={{ list: { dense: true, 'aria-label': title } }}
    >
      {item('Sort ascending', () => changeView({ sort: { column, isDescending: false } }))}
      {item('Sort descending', () => changeView({ sort: { column, isDescending: true } }))}
      {view.sort?.column === column && item('Remove sorting', () => changeView({ sort: null }))}
      <Divider />
      {item('Filter …', () => openPanel({ kind: 'filter', column, anchor }), false, true)}
      {isFiltered && item('Remove filter', () => changeView({ filters: others }))}
      <Divider />
      {item(
        `Set ${title.toLowerCase()} in ${counted(editor.stored, 'row')} …`,
        () => openPanel({ kind: 'setColumn', column }),
        editor.stored === 0,
        true,
      )}
      <Divider />
      {item('Move left', () => columns.move(column, -1), isFrozen || place <= 1)}
      {item('Move right', () => columns.move(column, 1), isFrozen || place === layout.columns.length - 1)}
      {item('Hide column', () => columns.setShown(column, false), isFrozen)}
      {item('Columns …', () => openPanel({ kind: 'columns', anchor }), false, true)}
    </Menu>
  );
}
