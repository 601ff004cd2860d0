import { useRoutes, type RouteObject } from 'react-router';
import { guidePath } from '../../contract/window/places.ts';
import { OverviewPage } from '../overview/OverviewPage.tsx';
import { lazyScreens, type Screen } from '../kit/layout/lazy-screens.ts';
import { Redirect } from '../kit/layout/Redirect.tsx';
import { Shell } from './Shell.tsx';

/** Each is loaded when it is first opened. */
const lazily: readonly Screen[] = [
  { path: 'connect', load: async () => (await import('../first-start/ConnectPage.tsx')).ConnectPage },
  { path: 'batches', load: async () => (await import('../batches/list/BatchListPage.tsx')).BatchListPage },
  { path: 'batches/new', load: async () => (await import('../batches/new/NewBatchPage.tsx')).NewBatchPage },
  { path: 'batches/:batchId', load: async () => (await import('../batches/batch/BatchPage.tsx')).BatchPage },
  { path: 'sheets/:sheetId', load: async () => (await import('../batches/sheet/SheetPage.tsx')).SheetPage },
  { path: 'approvals', load: async () => (await import('../approvals/ApprovalsPage.tsx')).ApprovalsPage },
  {
    path: 'payouts',
    load: async () => (await import('../payouts/PayoutsPage.tsx')).PayoutsPage,
    children: [
      {
        path: ':idPayout',
        load: async () => (await import('../payouts/detail/PayoutDrawer.tsx')).PayoutDrawer,
      },
    ],
  },
  {
    path: 'receipt/:idPayout',
    load: async () => (await import('../payouts/receipt/ReceiptPage.tsx')).ReceiptPage,
  },
  { path: 'payees', load: async () => (await import('../payees/PayeesPage.tsx')).PayeesPage },
  { path: 'payees/:payeeId', load: async () => (await import('../payees/PayeePage.tsx')).PayeePage },
  { path: 'treasury/:view?', load: async () => (await import('../treasury/TreasuryPage.tsx')).TreasuryPage },
  {
    path: 'receive',
    load: async () => (await import('../receive/ReceivePage.tsx')).ReceivePage,
    children: [
      {
        path: ':kind/:idPayment',
        load: async () => (await import('../receive/detail/IncomingDrawer.tsx')).IncomingDrawer,
      },
    ],
  },
  {
    path: 'receive/payin/new',
    load: async () => (await import('../receive/create/NewPayinPage.tsx')).NewPayinPage,
  },
  {
    path: 'receive/topup/new',
    load: async () => (await import('../receive/create/NewTopUpPage.tsx')).NewTopUpPage,
  },
  { path: 'receive/follow', load: async () => (await import('../receive/create/FollowPage.tsx')).FollowPage },
  {
    path: 'receive/links/new',
    load: async () => (await import('../receive/links/NewLinkPage.tsx')).NewLinkPage,
  },
  {
    path: 'reference/:list?',
    load: async () => (await import('../reference/ReferencePage.tsx')).ReferencePage,
  },
  { path: 'activity', load: async () => (await import('../activity/ActivityPage.tsx')).ActivityPage },
  {
    path: 'settings/:section?',
    load: async () => (await import('../settings/SettingsPage.tsx')).SettingsPage,
  },
  {
    path: `${guidePath.slice(1)}/:section?`,
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
