import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showTheme, untilStill } from './scenes/samples.ts';
import { axeFindings, colorRules } from './kit/axe.ts';
import { keepPictureOnFailure } from './kit/on-failure.ts';
import { newFolder, openApp, type OpenApp } from './kit/open-app.ts';
import { scenes } from './scenes/scenes.ts';

const themes = ['light', 'dark'] as const;

let app: OpenApp;
beforeAll(async () => {
  app = await openApp(newFolder(), {
    isConfirming: true,
    hasWarnings: true,
  });
}, 180_000);
afterAll(async () => {
  await app.close();
});

it('would find a fault: an image without a description, and in either theme a text with too little contrast', async () => {
  const { page } = app;
  await page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p id=pale>Pale</p>')");
  for (const [theme, color] of [
    ['light', '#eee'],
    ['dark', '#222'],
  ] as const) {
    await page.evaluate(`pale.style.color = '${color}'`);
    expect(await findingsIn(page, theme, colorRules)).toContainEqual(
      expect.stringContaining(`${theme}: color-contrast at #pale`),
    );
  }
  await page.evaluate('pale.remove()');
  await page.evaluate('document.body.append(new Image())');
  expect(await findingsIn(page, 'light')).toContainEqual(expect.stringContaining('image-alt'));
  await page.evaluate("document.querySelector('body > img').remove()");
});

it('animates nothing when the system asks for reduced motion, even when every color changes', async () => {
  const { page } = app;
  await showTheme(page, 'light');
  await page.evaluate(countTransitions);
  await showTheme(page, 'dark');
  expect(await page.evaluate('transitionsRun')).toBe(0);
});

it('tells the screen that is shown, and a filled button, in a contrast theme of the system', async () => {
  const { page } = app;
  const styleOf = (locator: Locator, property: string): Promise<string> =>
    locator.evaluate((element, name) => {
      const style = Object(globalThis).getComputedStyle(element);
      return String(style[name]);
    }, property);
  const screens = page.getByRole('navigation', { name: 'Screens' });
  const backgrounds = () =>
    Promise.all(
      ['Overview', 'Batches'].map((name) => styleOf(screens.getByRole('link', { name }), 'backgroundColor')),
    );
  await page.emulateMedia({ forcedColors: 'active' });
  const [shown, other] = await backgrounds();
  expect(shown).not.toBe(other);
  expect(shown).not.toBe(await styleOf(screens, 'backgroundColor'));
  const filled = page.getByRole('button', { name: 'Connect a merchant' });
  expect(await styleOf(filled, 'borderTopWidth')).toBe('1px');
  await page.emulateMedia({ forcedColors: 'none' });
});

describe('axe finds nothing, in either theme', () => {
  for (const [index, { name, open, leave }] of scenes.entries())
    it(`on the screen ${name}`, async () => {
      const { page } = app;
      keepPictureOnFailure(() => page, `axe-${name}`);
      await open(page);
      await untilStill(page);
      // A change of the theme is a part of the work: a scene begins with the theme in which the one before ended.
      const [first, second] = index % 2 === 0 ? themes : themes.toReversed();
      const found = [
        ...(await findingsIn(page, first ?? 'light')),
        ...(await findingsIn(page, second ?? 'dark', colorRules)),
      ];
      const overflow = await page.evaluate(pixelsBeyondTheWindow);
      await leave(page);
      expect(found).toEqual([]);
      expect(overflow).toEqual([0, 0]);
    });

  it('and the page never broke its content security policy on the way through all of them', () => {
    expect(app.faults).toEqual([]);
  });
});

/** From here on the page counts what it begins to move. */
const countTransitions = `globalThis.transitionsRun = 0;
  document.addEventListener('transitionrun', () => { transitionsRun += 1; });`;

/** By how much the document is wider and higher than the window: it would shift when it is scrolled. */
const pixelsBeyondTheWindow = `(({ scrollWidth, scrollHeight, clientWidth, clientHeight }) =>
  [scrollWidth - clientWidth, scrollHeight - clientHeight])(document.documentElement)`;

/**
 * What axe finds in this theme, by all its rules or by these. The attribute that it depends on is set here: that the page sets it as the system's
 * theme changes, and that nothing moves then, is shown above.
 */
async function findingsIn(
  page: Page,
  theme: (typeof themes)[number],
  rules: readonly string[] | null = null,
): Promise<string[]> {
  await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
  return (await axeFindings(page, rules)).map((finding) => `${theme}: ${finding}`);
}
