import { useRoutes, type RouteObject } from 'react-router';
import { guidePath } from '../../contract/window/places.ts';
import { OverviewPage } from '../overview/OverviewPage.tsx';
import { lazyScreens, type Screen } from '../kit/layout/lazy-screens.ts';
import { Redirect } from '../kit/layout/Redirect.tsx';
import { Shell } from './Shell.tsx';

/** Each is loaded when it is first opened. */
const lazily: readonly Screen[] = [
  {
    path: 'connect',
    title: 'Connect a merchant',
    load: async () => (await import('../first-start/ConnectPage.tsx')).ConnectPage,
  },
  {
    path: 'batches',
    title: 'Batches',
    load: async () => (await import('../batches/list/BatchListPage.tsx')).BatchListPage,
  },
  {
    path: 'batches/new',
    title: 'New batch',
    load: async () => (await import('../batches/new/NewBatchPage.tsx')).NewBatchPage,
  },
  {
    path: 'batches/:batchId',
    title: 'Batch',
    load: async () => (await import('../batches/batch/BatchPage.tsx')).BatchPage,
  },
  {
    path: 'sheets/:sheetId',
    title: 'Sheet',
    load: async () => (await import('../batches/sheet/SheetPage.tsx')).SheetPage,
  },
  {
    path: 'approvals',
    title: 'Approvals',
    load: async () => (await import('../approvals/ApprovalsPage.tsx')).ApprovalsPage,
  },
  {
    path: 'payouts',
    title: 'Payouts',
    load: async () => (await import('../payouts/PayoutsPage.tsx')).PayoutsPage,
    children: [
      {
        path: ':idPayout',
        title: 'Payout',
        load: async () => (await import('../payouts/detail/PayoutDrawer.tsx')).PayoutDrawer,
      },
    ],
  },
  {
    path: 'receipt/:idPayout',
    title: 'Receipt',
    load: async () => (await import('../payouts/receipt/ReceiptPage.tsx')).ReceiptPage,
  },
  {
    path: 'payees',
    title: 'Payees',
    load: async () => (await import('../payees/PayeesPage.tsx')).PayeesPage,
  },
  {
    path: 'payees/:payeeId',
    title: 'Payee',
    load: async () => (await import('../payees/PayeePage.tsx')).PayeePage,
  },
  {
    path: 'treasury/:view?',
    title: 'Treasury',
    load: async () => (await import('../treasury/TreasuryPage.tsx')).TreasuryPage,
  },
  {
    path: 'receive',
    title: 'Receive',
    load: async () => (await import('../receive/ReceivePage.tsx')).ReceivePage,
    children: [
      {
        path: ':kind/:idPayment',
        title: 'Payment',
        load: async () => (await import('../receive/detail/IncomingDrawer.tsx')).IncomingDrawer,
      },
    ],
  },
  {
    path: 'receive/payin/new',
    title: 'New payin',
    load: async () => (await import('../receive/create/NewPayinPage.tsx')).NewPayinPage,
  },
  {
    path: 'receive/topup/new',
    title: 'New top-up',
    load: async () => (await import('../receive/create/NewTopUpPage.tsx')).NewTopUpPage,
  },
  {
    path: 'receive/follow',
    title: 'Follow an order ID',
    load: async () => (await import('../receive/create/FollowPage.tsx')).FollowPage,
  },
  {
    path: 'receive/links/new',
    title: 'New payment link',
    load: async () => (await import('../receive/links/NewLinkPage.tsx')).NewLinkPage,
  },
  {
    path: 'reference/:list?',
    title: 'Reference',
    load: async () => (await import('../reference/ReferencePage.tsx')).ReferencePage,
  },
  {
    path: 'activity',
    title: 'Activity',
    load: async () => (await import('../activity/ActivityPage.tsx')).ActivityPage,
  },
  {
    path: 'settings/:section?',
    title: 'Settings',
    load: async () => (await import('../settings/SettingsPage.tsx')).SettingsPage,
  },
  {
    path: `${guidePath.slice(1)}/:section?`,
    title: 'Guide',
    load: async () => (await import('../guide/GuidePage.tsx')).GuidePage,
  },
];

/** Every screen by address. The overview is part of the page. */
const routes: RouteObject[] = [
  {
    path: '/',
    element: <Shell />,
    children: [
      { index: true, element: <Redirect to="/overview" /> },
      { path: 'overview', element: <OverviewPage /> },
      ...lazyScreens(lazily),
      { path: '*', element: <Redirect to="/overview" state={{ isLost: true }} /> },
    ],
  },
];

// One render less than a redirect.
if (location.hash === '') history.replaceState(null, '', '#/overview');

/** The content at the address of the page. */
export function Screens() {
  return useRoutes(routes);
}
