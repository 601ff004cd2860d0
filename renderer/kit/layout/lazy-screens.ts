import { createElement, lazy, type ComponentType } from 'react';
import type { RouteObject } from 'react-router';

/** The screen at an address, loaded when it is first opened; `children` are rendered at its outlet. */
export type Screen = {
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
  readonly children?: readonly Screen[];
};

/** By path. */
const loads = new Map<string, Screen['load']>();

/** Screens in the router's format. */
export function lazyScreens(screens: readonly Screen[]): RouteObject[] {
  return screens.map(({ path, load, children }) => {
    loads.set(path, load);
    return {
      path,
      element: createElement(lazy(async () => ({ default: await load() }))),
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
