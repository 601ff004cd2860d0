import { styled } from '@mui/material/styles';
import { rowOnPaper } from '../../../kit/table/table.ts';
import { rowNumberWidth } from '../columns.ts';

/** Height of the head of the sheet, in pixels. */
export const headHeight = 36;
const rowHeightVariable = '--row-height';

/** The height of every row in pixels, set once for all of them. */
export function withRowHeight(pixels: number): object {
  return { [rowHeightVariable]: `${pixels}px` };
}

/**
 * The frame of the sheet. One style sheet for all cells: a style object for each of the thousands of cells on screen would cost a
 * frame's time while scrolling.
 */
export const GridFrame = styled('div')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    position: 'relative',
    flex: 1,
    // The head and some rows, whatever is above them: enough for the note of a cell beside the cell.
    minHeight: headHeight + 6 * 36 + 2,
    '@media (max-height: 640px)': { minHeight: headHeight + 4 * 36 + 2 },
    overflow: 'auto',
    overscrollBehavior: 'contain',
    backgroundColor: palette.background.paper,
    borderTop: `1px solid ${palette.divider}`,
    borderBottom: `1px solid ${palette.divider}`,
    fontSize: 13,
    fontVariantNumeric: 'tabular-nums',
    '& [role="grid"]': { outline: 'none', userSelect: 'none', cursor: 'cell' },
    '& .head': {
      position: 'sticky',
      top: 0,
      zIndex: 3,
      display: 'flex',
      height: headHeight,
      backgroundColor: palette.background.paper,
      borderBottom: `1px solid ${palette.divider}`,
    },
    '& .headCell': {
      display: 'flex',
      alignItems: 'center',
      gap: 4,
      flex: 1,
      minWidth: 0,
      overflow: 'hidden',
      padding: '0 10px',
      border: 0,
      background: 'none',
      color: palette.text.secondary,
      font: 'inherit',
      fontSize: 12,
      fontWeight: 550,
      textAlign: 'left',
      cursor: 'pointer',
      height: '100%',
    },
    '& .headCell.isNumeric': { justifyContent: 'flex-end' },
    '& .headCell:hover': { color: palette.text.primary },
    '& .headCell:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -3 },
    '& .row': {
      position: 'absolute',
      left: 0,
      top: 0,
      display: 'flex',
      width: '100%',
      height: `var(${rowHeightVariable})`,
      lineHeight: `calc(var(${rowHeightVariable}) - 1px)`,
      contain: 'strict',
    },
    '& .cell': {
      flex: 'none',
      boxSizing: 'border-box',
      height: '100%',
      padding: '0 10px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'pre',
      borderRight: `1px solid ${palette.divider}`,
      borderBottom: `1px solid ${palette.divider}`,
    },
    '& .cell.isNumeric': { textAlign: 'right' },
    '& .cell .before': {
      float: 'left',
      marginRight: 8,
      color: palette.text.secondary,
      fontSize: 12,
    },
    // On a tint the paler text would be too pale.
    '& .cell:is(.isFinding, .isProblem, .isSelected) .before': { color: palette.text.primary },
    '& .cell.isMonospaced': { fontFamily: "'IBM Plex Mono', monospace", fontSize: 12 },
    '& .isFrozen': { backgroundColor: palette.background.paper },
    '& .cell.isSelected': {
      backgroundColor: `color-mix(in srgb, ${palette.primary.main} 10%, ${palette.background.paper})`,
    },
    '& .cell.isProblem': {
      backgroundColor: `color-mix(in srgb, ${palette.error.main} 9%, ${palette.background.paper})`,
      boxShadow: `inset 0 -2px 0 ${palette.error.main}`,
      paddingLeft: 26,
      position: 'relative',
    },
    '& .cell.isProblem.isSelected': {
      backgroundColor: `color-mix(in srgb, ${palette.error.main} 20%, ${palette.background.paper})`,
    },
    '& .cell.isProblem::before': {
      content: '"!"',
      position: 'absolute',
      left: 7,
      top: 'calc(50% - 7px)',
      width: 14,
      height: 14,
      borderRadius: '50%',
      backgroundColor: palette.error.main,
      color: palette.error.contrastText,
      fontFamily: theme.typography.fontFamily,
      fontSize: 10,
      fontWeight: 700,
      lineHeight: '14px',
      textAlign: 'center',
    },
    '& .cell.isFinding': {
      backgroundColor: `color-mix(in srgb, ${palette.tone.doubt.fill} 12%, ${palette.background.paper})`,
      boxShadow: `inset 0 -2px 0 ${palette.tone.doubt.fill}`,
    },
    '& .cell.isFinding.isSelected': {
      backgroundColor: `color-mix(in srgb, ${palette.tone.doubt.fill} 26%, ${palette.background.paper})`,
    },
    '& .cell.isInformed': {
      textDecoration: `underline dotted ${palette.text.disabled} 1px`,
      textUnderlineOffset: 4,
    },
    '& .cell.isActive': { boxShadow: `inset 0 0 0 2px ${palette.primary.main}` },
    '& [role="grid"]:not(:focus) .cell.isActive': {
      boxShadow: `inset 0 0 0 1px ${palette.text.secondary}`,
    },
    '& .number': {
      textAlign: 'right',
      color: palette.text.secondary,
      backgroundColor: palette.background.default,
      fontSize: 12,
      cursor: 'default',
    },
    // A sticky cell is a separate layer for the browser, and forty of them cost a frame's time: so cells are sticky only while scrolled sideways.
    '&[data-shifted] .number': { position: 'sticky', left: 0, zIndex: 1 },
    '&[data-shifted] .isFrozen': {
      position: 'sticky',
      left: rowNumberWidth,
      zIndex: 1,
      borderRight: `1px solid ${palette.text.disabled}`,
    },
    '& .number.isSelected': { color: palette.text.primary, fontWeight: 600 },
    '& .head .number': { padding: '0 10px', lineHeight: `${headHeight}px`, flex: 'none' },
    '&[data-shifted] .head .number, &[data-shifted] .head .isFrozen': { zIndex: 4 },
    '& .headColumn': { position: 'relative', display: 'flex', flex: 'none', boxSizing: 'border-box' },
    '& .headColumn.isNumeric': { flexDirection: 'row-reverse' },
    '& .menuButton': {
      flex: 'none',
      display: 'flex',
      alignItems: 'center',
      width: 20,
      padding: '0 2px',
      border: 0,
      borderRadius: 4,
      background: 'none',
      color: palette.text.secondary,
      cursor: 'pointer',
      opacity: 0,
    },
    '& .headColumn:hover .menuButton, & .menuButton:focus-visible, & .menuButton.isOn': { opacity: 1 },
    '& .menuButton.isOn': { color: palette.primary.main },
    '& .grip': {
      position: 'absolute',
      top: 0,
      right: -4,
      width: 8,
      height: '100%',
      cursor: 'col-resize',
      zIndex: 1,
      touchAction: 'none',
    },
    '& .grip:hover, & .grip:active': {
      backgroundImage: `linear-gradient(to right, transparent 3px, ${palette.primary.main} 3px, ${palette.primary.main} 5px, transparent 5px)`,
    },
    '& .handle': {
      position: 'absolute',
      right: 0,
      bottom: 0,
      width: 9,
      height: 9,
      backgroundColor: palette.primary.main,
      borderTop: `1px solid ${palette.background.paper}`,
      borderLeft: `1px solid ${palette.background.paper}`,
      cursor: 'crosshair',
      touchAction: 'none',
    },
    '& .cell.hasHandle:not(.isFrozen)': { position: 'relative' },
    '&:not([data-shifted]) .cell.isFrozen.hasHandle': { position: 'relative' },
    '& .cell.isFilling': {
      backgroundColor: `color-mix(in srgb, ${palette.primary.main} 18%, ${palette.background.paper})`,
    },
    '& .cell.isHint': { color: palette.text.secondary },
    '& .row.isWaiting .cell:not(.number)::after': {
      content: '""',
      display: 'inline-block',
      verticalAlign: 'middle',
      height: 8,
      width: '60%',
      borderRadius: 4,
      backgroundColor: palette.action.hover,
    },
    // On paper the rows follow each other, instead of a frame as long as all of them.
    '@media print': {
      overflow: 'visible',
      '& > *': { height: 'auto !important' },
      '& .head': { position: 'static' },
      '& .row': rowOnPaper,
    },
  };
});
