import { beforeAll, expect, it } from 'vitest';
import { places } from '../../../contract/window/places.ts';
import { sharedBrowser } from '../kit/launch.ts';
import { newFolder, openApp } from '../kit/open-app.ts';
import { goTo, heading, trySandbox } from '../kit/steps.ts';

beforeAll(sharedBrowser, 180_000);

it('acts for the screen that is shown, from the moment at which it is, and every screen has its heading at the same place; a double click opens it', async () => {
  const app = await openApp(newFolder());
  const { page } = app;
  await trySandbox(page);
  await goTo(page, '/guide');
  await page.getByRole('searchbox', { name: 'Find in the guide' }).waitFor();
  // Before anything else happens, a key is pressed as soon as the guide is gone.
  await heading(page, 'Guide').evaluate((guide) => {
    const { MutationObserver, KeyboardEvent, document } = Object(globalThis);
    const observer = new MutationObserver(() => {
      if (Object(guide).isConnected === true) return;
      observer.disconnect();
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }),
      );
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('Control+,');
  // The settings have no search of their own.
  await heading(page, 'Guide').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Search or do anything' }).waitFor();
  await page.keyboard.press('Escape');
  const tops = new Map<string, number | undefined>();
  for (const { path, label } of places) {
    await goTo(page, path);
    const box = await heading(page, label).boundingBox();
    tops.set(label, box?.y);
  }
  expect(new Set(tops.values()).size, JSON.stringify([...tops])).toBe(1);
  // The second click of a double click meets the screen on its way to its first view.
  await goTo(page, '/overview');
  await heading(page, 'Overview').waitFor();
  await page.evaluate(() => {
    const { document, history } = Object(globalThis);
    const rail = document.querySelector('a[href="#/treasury"]');
    const { replaceState } = history;
    history.replaceState = function (...step: unknown[]) {
      replaceState.apply(history, step);
      if (!String(step[2]).endsWith('/treasury/position')) return;
      history.replaceState = replaceState;
      rail.click();
    };
    rail.click();
  });
  await heading(page, 'Treasury').waitFor();
  expect(app.faults).toEqual([]);
  await app.close();
});
