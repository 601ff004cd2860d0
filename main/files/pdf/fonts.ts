import path from 'node:path';

/** The build puts the fonts there: see scripts/fonts.mjs, which lists them under the same names. */
const fontDirectory = import.meta.filename.endsWith('.ts')
  ? path.resolve(import.meta.dirname, '../../../out/fonts')
  : path.resolve(import.meta.dirname, '../fonts');

/** In the order in which they are tried for a character. The first has Latin, Greek, Cyrillic and Devanagari; SC has Chinese and Japanese. */
export const fontFamilies = [
  'Noto Sans',
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Thai',
  'Noto Sans SC',
  'Noto Sans KR',
] as const;

export const fontFiles: readonly string[] = [
  'NotoSans_400Regular.ttf',
  'NotoSans_700Bold.ttf',
  'NotoSansArabic_400Regular.ttf',
  'NotoSansHebrew_400Regular.ttf',
  'NotoSansThai_400Regular.ttf',
  'NotoSansSC_400Regular.ttf',
  'NotoSansKR_400Regular.ttf',
].map((name) => path.join(fontDirectory, name));
