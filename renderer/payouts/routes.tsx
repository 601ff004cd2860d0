import type { RouteObject } from 'react-router';

/** The screens of the history, each loaded when it is first opened. */
export const payoutRoutes: RouteObject[] = [
  {
    path: 'payouts',
    lazy: async () => ({ Component: (await import('./PayoutsPage.tsx')).PayoutsPage }),
    children: [
      {
        path: ':idPayout',
        lazy: async () => ({ Component: (await import('./detail/PayoutDrawer.tsx')).PayoutDrawer }),
      },
    ],
  },
  {
    path: 'receipt/:idPayout',
    lazy: async () => ({ Component: (await import('./receipt/ReceiptPage.tsx')).ReceiptPage }),
  },
];
