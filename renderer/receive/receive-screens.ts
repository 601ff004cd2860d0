import type { Screen } from '../kit/layout/lazy-screens.ts';
import { linkScreens } from './links/link-screens.ts';

export const receiveScreens: readonly Screen[] = [
  {
    path: 'receive',
    load: async () => (await import('./ReceivePage.tsx')).ReceivePage,
    children: [
      {
        path: ':kind/:idPayment',
        load: async () => (await import('./detail/IncomingDrawer.tsx')).IncomingDrawer,
      },
    ],
  },
  { path: 'receive/payin/new', load: async () => (await import('./create/NewPayinPage.tsx')).NewPayinPage },
  { path: 'receive/topup/new', load: async () => (await import('./create/NewTopUpPage.tsx')).NewTopUpPage },
  { path: 'receive/follow', load: async () => (await import('./create/FollowPage.tsx')).FollowPage },
  ...linkScreens,
];
