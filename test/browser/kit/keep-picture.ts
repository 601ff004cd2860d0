import type { Page } from 'playwright-core';

type Size = readonly [width: number, height: number];

/** The sizes of window in which a screen is looked at. */
export const lookedAt: readonly Size[] = [
  [1280, 800],
  [1024, 700],
  [1920, 1080],
];

/** Keeps a picture of the page as it is, or in each of these sizes, to be looked at: only where BURSAR_PICTURES names a folder. */
export async function keepPicture(page: Page, name: string, sizes: readonly Size[] = []): Promise<void> {
  const folder = process.env['BURSAR_PICTURES'];
  if (folder === undefined) return;
  if (sizes.length === 0) await page.screenshot({ path: `${folder}/${name}.png` });
  const before = page.viewportSize();
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${folder}/${name}-${width}.png` });
  }
  if (before !== null) await page.setViewportSize(before);
}
