// The fonts of PDFs: of each family the weights in use, with their licence, into `out/fonts/`. main/files/pdf/fonts.ts names them.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const scripts = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'KR',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'SC',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thai',
];

const files = [
  'noto-sans/400Regular/NotoSans_400Regular.ttf',
  'noto-sans/700Bold/NotoSans_700Bold.ttf',
  ...scripts.map((script) => `noto-sans-${script.toLowerCase()}/400Regular/NotoSans${script}_400Regular.ttf`),
  'noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
];

/** Copies them again. */
export function copyFonts() {
  const { resolve } = createRequire(import.meta.url);
  const folder = path.resolve(import.meta.dirname, '../out/fonts');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of files)
    copyFileSync(resolve(`@expo-google-fonts/${file}`), path.join(folder, path.basename(file)));
  copyFileSync(resolve('@expo-google-fonts/noto-sans/LICENSE_FONT'), path.join(folder, 'OFL.txt'));
}
