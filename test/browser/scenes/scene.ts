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
  return { name, open, leave: (page) => page.keyboard.press('Escape') };
}
