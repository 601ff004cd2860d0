import { createElement, lazy, type ComponentType } from 'react';
import type { RouteObject } from 'react-router';

/** The screen at an address, loaded when it is first opened; those in `children` are shown where it has its outlet. */
export type Screen = {
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
  readonly children?: readonly Screen[];
};

/** Screens as the router takes them. */
export function lazyScreens(screens: readonly Screen[]): RouteObject[] {
  return screens.map(({ path, load, children }) => ({
    path,
    element: createElement(lazy(async () => ({ default: await load() }))),
    ...(children === undefined ? {} : { children: lazyScreens(children) }),
  }));
}
