import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { showTheme } from './scenes/samples.ts';
import { launchBrowser } from './kit/launch.ts';
import { newFolder, openApp } from './kit/open-app.ts';
import { scenes } from './scenes/scenes.ts';

const folder = path.resolve(import.meta.dirname, '../../docs/screenshots');
const themes = ['light', 'dark'] as const;
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

/** `npm run screenshots`: every screen in both themes and sizes, of the built program. `-- NAME…` takes those alone. */
async function takeScreenshots(wanted: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await launchBrowser();
  const app = await openApp(browser, newFolder(), { reducedMotion: 'reduce', isConfirming: true });
  try {
    const { page } = app;
    for (const { name, open, leave } of scenes) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await open(page);
      await page.mouse.move(0, 0);
      if (wanted.length === 0 || wanted.includes(name))
        for (const size of sizes)
          for (const theme of themes) {
            await page.setViewportSize(size);
            await showTheme(page, theme);
            const file = `${name}-${theme}-${size.width}x${size.height}.png`;
            await page.screenshot({ path: path.join(folder, file), animations: 'disabled', caret: 'hide' });
          }
      process.stdout.write(`${name}\n`);
      await leave?.(page);
    }
  } finally {
    await app.close();
    await browser.close();
  }
}

await takeScreenshots(process.argv.slice(2));
