import type { Screen } from '../../kit/layout/lazy-screens.ts';

export const linkScreens: readonly Screen[] = [
  { path: 'receive/links/new', load: async () => (await import('./NewLinkPage.tsx')).NewLinkPage },
];
