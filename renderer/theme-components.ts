import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';

/** The second click of a double click on the button that opened a dialog meets the space around it, which would close it again. */
function ignoreSecondOfDouble(event: React.MouseEvent): void {
  if (event.detail > 1 && event.target === event.currentTarget) event.stopPropagation();
}

/** The same for a menu or popover, which has a backdrop around it. */
function ignoreSecondOnBackdrop(event: React.MouseEvent): void {
  const isOnBackdrop = event.target instanceof Element && event.target.matches('.MuiBackdrop-root');
  if (event.detail > 1 && isOnBackdrop) event.stopPropagation();
}

/** What is shown, chosen or pressed, as opposed to what is beside it. */
const chosen = [
  '[aria-current="page"]',
  '[aria-pressed="true"]',
  ...['tab', 'option', 'row', 'gridcell'].map((role) => `[role="${role}"][aria-selected="true"]`),
].join(', ');

/** A screen at 400 %: what is asked gets the space. */
export const enlarged = '@media (max-height: 320px)';

/** On paper nothing scrolls, nothing can be pressed, and open details replace the list that they lie over. */
const paper = {
  'html, body, #root, main > *, main :is(section, section > [id])': {
    height: 'auto !important',
    overflow: 'visible !important',
  },
  'main [tabindex="0"]': {
    overflow: 'visible !important',
    maxHeight: 'none !important',
    direction: 'ltr !important',
  },
  'main :is(.MuiButton-root, .MuiIconButton-root), main :has(> aside) > :not(aside)': {
    display: 'none !important',
  },
} as const;

/** The look of MUI's components: quiet, flat, with an always visible focus. */
export const componentStyles: Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      'html, body, #root': { height: '100%' },
      // Without contextual alternates: Inter draws the x of an account such as 0x2 as a multiplication sign.
      body: {
        fontSize: 14,
        fontFeatureSettings: '"cv05", "ss03", "calt" 0',
        WebkitFontSmoothing: 'antialiased',
      },
      '*:focus-visible': {
        outline: `2px solid ${theme.vars.palette.primary.main}`,
        outlineOffset: 2,
      },
      // They get the focus where an element inside them goes away (see `useKeptFocus`), and are nothing to press.
      'main:focus-visible, section:focus-visible, aside:focus-visible': { outline: 'none' },
      '::selection': { backgroundColor: theme.vars.palette.action.selected },
      a: { color: theme.vars.palette.primary.main },
      '.amount, .when': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
      '.amount.isQuiet': { color: theme.vars.palette.text.secondary },
      '.amountCode': {
        // As wide as most codes, so that amounts below each other align digit by digit.
        display: 'inline-block',
        minWidth: '2.3em',
        textAlign: 'left',
        color: theme.vars.palette.text.secondary,
        fontSize: '0.86em',
        fontWeight: 400,
        // Beside the space before it, which is narrow among figures.
        marginLeft: '0.12em',
      },
      // A contrast theme of the system removes all backgrounds: what is chosen gets its colours for that, also under the pointer, and a filled button an edge.
      '@media (forced-colors: active)': {
        [`html :is(${chosen})`]: { forcedColorAdjust: 'none', backgroundColor: 'Highlight !important' },
        [`html :is(${chosen}), html :is(${chosen}) *`]: { color: 'HighlightText !important' },
        '.MuiButton-contained': { border: '1px solid' },
      },
      // Wide enough for the tables of a usual window.
      '@page': { size: 'landscape', margin: '12mm' },
      '@media print': paper,
    }),
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-focusVisible, &:focus-visible': {
          outline: `2px solid ${theme.vars.palette.primary.main}`,
          outlineOffset: 2,
        },
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { minHeight: 34, padding: '5px 14px', borderRadius: 8 },
      sizeSmall: { minHeight: 28, padding: '3px 10px', fontSize: 13 },
      outlined: ({ theme }) => ({ borderColor: theme.vars.palette.divider }),
    },
  },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiDialog: {
    defaultProps: { slotProps: { container: { onMouseDownCapture: ignoreSecondOfDouble } } },
    styleOverrides: {
      paper: ({ theme }) => ({
        border: `1px solid ${theme.vars.palette.divider}`,
        [enlarged]: { margin: 8, width: 'calc(100% - 16px)', maxHeight: 'calc(100% - 16px)' },
      }),
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: {
        fontSize: 16,
        fontWeight: 600,
        padding: '20px 24px 8px',
        [enlarged]: { padding: '8px 12px 4px' },
      },
    },
  },
  MuiDialogContent: { styleOverrides: { root: { [enlarged]: { paddingInline: 12 } } } },
  MuiDialogActions: {
    styleOverrides: { root: { padding: '12px 24px 20px', gap: 4, [enlarged]: { padding: 4 } } },
  },
  MuiAlert: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: ({ theme }) => ({
        alignItems: 'flex-start',
        padding: '6px 14px',
        color: theme.vars.palette.text.primary,
        backgroundColor: theme.vars.palette.background.paper,
        borderColor: theme.vars.palette.divider,
        borderRadius: 8,
        variants: [
          {
            props: { severity: 'error' },
            style: {
              backgroundColor: theme.vars.palette.tone.bad.wash,
              borderColor: theme.vars.palette.tone.bad.fill,
              '& .MuiAlert-icon': { color: theme.vars.palette.tone.bad.ink },
            },
          },
          {
            props: { severity: 'warning' },
            style: {
              backgroundColor: theme.vars.palette.tone.doubt.wash,
              borderColor: theme.vars.palette.tone.doubt.fill,
              '& .MuiAlert-icon': { color: theme.vars.palette.tone.doubt.ink },
            },
          },
        ],
      }),
      message: { minWidth: 0, flex: 1 },
    },
  },
  MuiTextField: { defaultProps: { size: 'small' } },
  MuiInputBase: { styleOverrides: { root: { fontSize: 14 } } },
  // Menus and small forms float outside all landmarks: this one makes them findable.
  MuiPopover: {
    defaultProps: {
      role: 'region',
      'aria-label': 'Choices',
      transitionDuration: 0,
      onClickCapture: ignoreSecondOnBackdrop,
    },
  },
  MuiMenu: { defaultProps: { transitionDuration: 0 } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.paper,
        // As high as a button beside it.
        '&.MuiInputBase-sizeSmall > input.MuiOutlinedInput-input:not(.MuiAutocomplete-input)': {
          height: 20,
          paddingTop: 8,
          paddingBottom: 8,
        },
      }),
    },
  },
  // Choices above their field would cover the upper half of its label.
  MuiAutocomplete: {
    styleOverrides: { popper: { '&[data-popper-placement^="top"]': { paddingBottom: 8 } } },
  },
  MuiFormHelperText: { styleOverrides: { root: { marginLeft: 0, fontSize: 12 } } },
  MuiMenuItem: { styleOverrides: { root: { fontSize: 14, minHeight: 34 } } },
  MuiTab: { styleOverrides: { root: { minHeight: 40, textTransform: 'none' } } },
  // The default grey is too pale under the pointer.
  MuiToggleButton: {
    styleOverrides: { root: ({ theme }) => ({ color: theme.vars.palette.text.secondary }) },
  },
  MuiTooltip: { defaultProps: { arrow: false, enterDelay: 400 } },
  MuiLink: { defaultProps: { underline: 'hover' } },
};
