import path from 'node:path';

/** The build copies the fonts there: see scripts/fonts.mjs, which lists them under the same names. */
const fontDirectory = import.meta.filename.endsWith('.ts')
  ? path.resolve(import.meta.dirname, '../../../out/fonts')
  : path.resolve(import.meta.dirname, '../fonts');

/**
 * In the order in which they are tried for a character, each with the scripts that need it, because all of them together have 21
 * MB to read.
 */
const fonts: readonly { readonly family: string; readonly isNeeded: RegExp }[] = [
  { family: 'Noto Sans Arabic', isNeeded: /\p{scx=Arabic}/u },
  { family: 'Noto Sans Hebrew', isNeeded: /\p{scx=Hebrew}/u },
  { family: 'Noto Sans Thai', isNeeded: /[\p{scx=Thai}\u0E3F]/u },
  { family: 'Noto Sans Lao', isNeeded: /\p{scx=Lao}/u },
  { family: 'Noto Sans Khmer', isNeeded: /\p{scx=Khmer}/u },
  { family: 'Noto Sans Myanmar', isNeeded: /\p{scx=Myanmar}/u },
  { family: 'Noto Sans Bengali', isNeeded: /\p{scx=Bengali}/u },
  { family: 'Noto Sans Gujarati', isNeeded: /\p{scx=Gujarati}/u },
  { family: 'Noto Sans Gurmukhi', isNeeded: /\p{scx=Gurmukhi}/u },
  { family: 'Noto Sans Oriya', isNeeded: /\p{scx=Oriya}/u },
  { family: 'Noto Sans Tamil', isNeeded: /\p{scx=Tamil}/u },
  { family: 'Noto Sans Telugu', isNeeded: /\p{scx=Telugu}/u },
  { family: 'Noto Sans Kannada', isNeeded: /\p{scx=Kannada}/u },
  { family: 'Noto Sans Malayalam', isNeeded: /\p{scx=Malayalam}/u },
  { family: 'Noto Sans Sinhala', isNeeded: /\p{scx=Sinhala}/u },
  { family: 'Noto Sans Ethiopic', isNeeded: /\p{scx=Ethiopic}/u },
  { family: 'Noto Sans Armenian', isNeeded: /\p{scx=Armenian}/u },
  { family: 'Noto Sans Georgian', isNeeded: /\p{scx=Georgian}/u },
  {
    // Chinese and Japanese, and the symbols that Noto Sans lacks.
    family: 'Noto Sans SC',
    isNeeded:
      /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\u2190-\u2BFF\u2FF0-\u33FF\uFE10-\uFE6F\uFF00-\uFFEF\u{1F100}-\u{1F2FF}]/u,
  },
  { family: 'Noto Sans KR', isNeeded: /\p{scx=Hangul}/u },
  { family: 'Noto Emoji', isNeeded: /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20E3]/u },
];

/**
 * The fonts that a text needs. Noto Sans comes first: it has Latin, Greek, Cyrillic and Devanagari, and is the only one with a
 * second weight.
 */
export function fontsFor(text: string): { readonly families: string[]; readonly files: string[] } {
  const families = fonts.filter(({ isNeeded }) => isNeeded.test(text)).map(({ family }) => family);
  const names = families.map((family) => `${family.replaceAll(' ', '')}_400Regular.ttf`);
  return {
    families: ['Noto Sans', ...families],
    files: ['NotoSans_400Regular.ttf', 'NotoSans_700Bold.ttf', ...names].map((name) =>
      path.join(fontDirectory, name),
    ),
  };
}
