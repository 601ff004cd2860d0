import { createElement, lazy, type ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { CallError, appErrorOf } from '../../call-error.ts';

/** The screen at an address, loaded when it is first opened; `children` are rendered at its outlet. */
export type Screen = {
  readonly path: string;
  /** What it is called if it cannot be opened. */
  readonly title: string;
  readonly load: () => Promise<ComponentType>;
  readonly children?: readonly Screen[];
};

/** Thrown during render if a screen could not be loaded. */
export class ScreenNotLoaded extends CallError {
  readonly screen: string;

  constructor(screen: string, cause: unknown) {
    super({
      ...appErrorOf(cause),
      message: 'Bursar could not load this screen. Try again; if that does not help, start Bursar again.',
    });
    this.screen = screen;
  }
}

/** By path. */
const loads = new Map<string, Screen['load']>();

/** Screens in the router's format. */
export function lazyScreens(screens: readonly Screen[]): RouteObject[] {
  return screens.map(({ path, title, load, children }) => {
    loads.set(path, load);
    const loaded = lazy(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        throw new ScreenNotLoaded(title, cause);
      }
    });
    return {
      path,
      element: createElement(loaded),
      ...(children === undefined ? {} : { children: lazyScreens(children) }),
    };
  });
}

/** Loads a screen that comes next while main still works for it. */
export function loadAhead(path: 'sheets/:sheetId' | 'batches/:batchId'): void {
  const load = loads.get(path);
  // Ignored: the screen loads again when it is opened, and then says why it cannot.
  load?.().catch(() => undefined);
}
