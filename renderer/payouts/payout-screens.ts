import type { Screen } from '../kit/layout/lazy-screens.ts';

export const payoutScreens: readonly Screen[] = [
  {
    path: 'payouts',
    load: async () => (await import('./PayoutsPage.tsx')).PayoutsPage,
    children: [
      { path: ':idPayout', load: async () => (await import('./detail/PayoutDrawer.tsx')).PayoutDrawer },
    ],
  },
  { path: 'receipt/:idPayout', load: async () => (await import('./receipt/ReceiptPage.tsx')).ReceiptPage },
];
