import type { RouteObject } from 'react-router';
import { linkRoutes } from './links/routes.tsx';

/** The screens of what comes in, each loaded when it is first opened. */
export const receiveRoutes: RouteObject[] = [
  {
    path: 'receive',
    lazy: async () => ({ Component: (await import('./ReceivePage.tsx')).ReceivePage }),
    children: [
      {
        path: ':kind/:idPayment',
        lazy: async () => ({ Component: (await import('./detail/IncomingDrawer.tsx')).IncomingDrawer }),
      },
    ],
  },
  {
    path: 'receive/payin/new',
    lazy: async () => ({ Component: (await import('./create/NewPayinPage.tsx')).NewPayinPage }),
  },
  {
    path: 'receive/topup/new',
    lazy: async () => ({ Component: (await import('./create/NewTopUpPage.tsx')).NewTopUpPage }),
  },
  {
    path: 'receive/follow',
    lazy: async () => ({ Component: (await import('./create/FollowPage.tsx')).FollowPage }),
  },
  ...linkRoutes,
];
