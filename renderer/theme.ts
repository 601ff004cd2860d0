import { createTheme } from '@mui/material/styles';
import { componentStyles } from './theme-components.ts';
import type { Tone } from './kit/states/states.ts';

type ToneColours = {
  /** For dots and bars. */
  readonly fill: string;
  /** For text: at least 4.5 to 1 on background and paper. */
  readonly ink: string;
  /** For the background of a word. */
  readonly wash: string;
};

declare module '@mui/material/styles' {
  interface Palette {
    readonly tone: Record<Tone, ToneColours>;
    readonly environment: { readonly sandbox: string; readonly sandboxStripe: string; readonly live: string };
    readonly hairline: string;
    readonly rail: string;
  }
  interface PaletteOptions {
    readonly tone: Record<Tone, ToneColours>;
    readonly environment: { readonly sandbox: string; readonly sandboxStripe: string; readonly live: string };
    readonly hairline: string;
    readonly rail: string;
  }
  interface TypographyVariants {
    readonly mono: React.CSSProperties;
  }
  interface TypographyVariantsOptions {
    readonly mono?: React.CSSProperties;
  }
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    readonly mono: true;
  }
}

const light = {
  primary: { main: '#1f4b8e', dark: '#163a70', light: '#4a74b3', contrastText: '#ffffff' },
  error: { main: '#b3261e' },
  warning: { main: '#8a5a00' },
  success: { main: '#1b6e3c' },
  info: { main: '#1f4b8e' },
  background: { default: '#faf9f7', paper: '#ffffff' },
  text: { primary: '#1f1d1a', secondary: '#625d55', disabled: '#948e84' },
  divider: '#dedad3',
  hairline: '#ece9e3',
  rail: '#f3f1ec',
  action: {
    hover: 'rgba(60, 50, 30, 0.045)',
    focus: 'rgba(60, 50, 30, 0.08)',
    selected: 'rgba(31, 75, 142, 0.09)',
    disabledBackground: '#e6e3dd',
    disabled: '#8b857b',
  },
  tone: {
    good: { fill: '#2c8a50', ink: '#1b6e3c', wash: '#e6f3ea' },
    moving: { fill: '#3b72c4', ink: '#1f56a5', wash: '#e8f0fb' },
    still: { fill: '#928c82', ink: '#625d55', wash: '#efece7' },
    doubt: { fill: '#d28a11', ink: '#855600', wash: '#fcf1dc' },
    bad: { fill: '#cc3a30', ink: '#b3261e', wash: '#fbe9e7' },
  },
  environment: { sandbox: '#6b46b8', sandboxStripe: '#7a57c4', live: '#a80f2d' },
};

const dark = {
  primary: { main: '#8fb6f2', dark: '#6f9de6', light: '#b3cff8', contrastText: '#10213c' },
  error: { main: '#f2857c' },
  warning: { main: '#e5b04d' },
  success: { main: '#6cc48c' },
  info: { main: '#8fb6f2' },
  background: { default: '#191816', paper: '#211f1d' },
  text: { primary: '#ece9e4', secondary: '#a8a298', disabled: '#756f66' },
  divider: '#3a3733',
  hairline: '#2c2a27',
  rail: '#141311',
  action: {
    hover: 'rgba(255, 245, 225, 0.05)',
    // Quiet enough for the second line of a menu item.
    focus: 'rgba(255, 245, 225, 0.09)',
    selected: 'rgba(143, 182, 242, 0.14)',
    disabledBackground: '#33302c',
    disabled: '#857f75',
  },
  tone: {
    good: { fill: '#4fae74', ink: '#7fd09c', wash: '#1c3325' },
    moving: { fill: '#6b9ce8', ink: '#9cbff5', wash: '#1d2c46' },
    still: { fill: '#8a847a', ink: '#b0a99e', wash: '#302d29' },
    doubt: { fill: '#dd9f35', ink: '#ecbd69', wash: '#3b2d12' },
    bad: { fill: '#e2665b', ink: '#f59a92', wash: '#442019' },
  },
  environment: { sandbox: '#5d3fa3', sandboxStripe: '#6b4cb3', live: '#b3122f' },
};

const sans = '"Inter Variable", system-ui, sans-serif';
const mono = '"IBM Plex Mono", ui-monospace, monospace';

/** Bursar's look in light and dark: warm greys, one ink blue for the one primary action, colour only for state and environment. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  shape: { borderRadius: 8 },
  spacing: 8,
  // Opens and closes at once: a menu that fades out would take the next click.
  transitions: { duration: { enteringScreen: 0, leavingScreen: 0 } },
  motion: { reducedMotion: 'system' },
  typography: {
    fontFamily: sans,
    fontSize: 14,
    body1: { fontSize: 14, lineHeight: 1.5 },
    body2: { fontSize: 13, lineHeight: 1.5 },
    h1: { fontSize: 20, fontWeight: 600, lineHeight: 1.35, letterSpacing: '-0.01em' },
    h2: { fontSize: 14, fontWeight: 600, lineHeight: 1.4 },
    h3: { fontSize: 13, fontWeight: 600, lineHeight: 1.4 },
    button: { textTransform: 'none', fontWeight: 550, fontSize: 13, letterSpacing: 0 },
    mono: { fontFamily: mono, fontSize: '0.93em', fontVariantLigatures: 'none' },
  },
  components: componentStyles,
});
