import type { Screen } from '../kit/layout/lazy-screens.ts';

export const approvalScreens: readonly Screen[] = [
  { path: 'approvals', load: async () => (await import('./ApprovalsPage.tsx')).ApprovalsPage },
];
