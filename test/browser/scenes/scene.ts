import type { Page } from 'playwright-core';

/** One screen as a person may have it before them. */
export type Scene = {
  readonly name: string;
  /** Leads from the scene before to this one. */
  open(page: Page): Promise<void>;
  /** Takes away what lies over the page. */
  leave(page: Page): Promise<void>;
};

/** A scene that the next one replaces. */
export function scene(name: string, open: Scene['open']): Scene {
  return { name, open, leave: () => Promise.resolve() };
}

/** A scene that lies over the page. */
export function overlay(name: string, open: Scene['open']): Scene {
  return { name, open, leave };
}

/** A dialog in which something was typed asks for a second Escape. */
async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const isAsking = await page
    .getByText('Press Escape again to discard what you entered or chose.')
    .isVisible();
  if (isAsking) await page.keyboard.press('Escape');
}
