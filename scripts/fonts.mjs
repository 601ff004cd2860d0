// The fonts of PDFs: of each family the weights that are used, with their licence, into `out/fonts/`. main/files/pdf/fonts.ts names them.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const files = [
  'noto-sans/400Regular/NotoSans_400Regular.ttf',
  'noto-sans/700Bold/NotoSans_700Bold.ttf',
  'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  'noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  'noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
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
