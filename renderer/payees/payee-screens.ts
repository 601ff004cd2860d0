import type { Screen } from '../kit/layout/lazy-screens.ts';

export const payeeScreens: readonly Screen[] = [
  { path: 'payees', load: async () => (await import('./PayeesPage.tsx')).PayeesPage },
  { path: 'payees/:payeeId', load: async () => (await import('./PayeePage.tsx')).PayeePage },
];
