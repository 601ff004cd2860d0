import type { RouteObject } from 'react-router';

/** The screens of payment links, each loaded when it is first opened. */
export const linkRoutes: RouteObject[] = [
  {
    path: 'receive/links/new',
    lazy: async () => ({ Component: (await import('./NewLinkPage.tsx')).NewLinkPage }),
  },
];
