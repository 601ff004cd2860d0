import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { showTheme } from './scenes/samples.ts';
import { browserProgram, launchBrowser } from './kit/launch.ts';
import { newFolder, openApp } from './kit/open-app.ts';
import { scenes } from './scenes/scenes.ts';
import { pictureFolder, shownPictures } from '../house/documents.ts';

const themes = ['light', 'dark'] as const;
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

/**
 * `npm run screenshots`: the pictures that a document shows, of the built program; a document that is to show another names it first.
 * `-- NAME…` takes those scenes alone.
 */
async function takeScreenshots(wanted: readonly string[]): Promise<void> {
  mkdirSync(pictureFolder, { recursive: true });
  const shown = shownPictures();
  const browser = await launchBrowser(browserProgram());
  const app = await openApp(newFolder(), { browser, isConfirming: true });
  try {
    const { page } = app;
    for (const { name, open, leave } of scenes) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await open(page);
      await page.mouse.move(0, 0);
      if (wanted.length === 0 || wanted.includes(name))
        for (const size of sizes)
          for (const theme of themes) {
            const file = `${name}-${theme}-${size.width}x${size.height}.png`;
            if (!shown.has(file)) continue;
            await page.setViewportSize(size);
            await showTheme(page, theme);
            const to = path.join(pictureFolder, file);
            await page.screenshot({ path: to, animations: 'disabled', caret: 'hide' });
            process.stdout.write(`${file}\n`);
          }
      await leave(page);
    }
  } finally {
    await app.close();
    await browser.close();
  }
}

await takeScreenshots(process.argv.slice(2));
