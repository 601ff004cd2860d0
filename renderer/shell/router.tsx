import { Navigate, createHashRouter, type RouteObject } from 'react-router';
import { batchRoutes } from '../batches/routes.tsx';
import { OverviewPage } from '../overview/OverviewPage.tsx';
import { payoutRoutes } from '../payouts/routes.tsx';
import { receiveRoutes } from '../receive/routes.tsx';
import { ScreenFault } from './ScreenFault.tsx';
import { Shell } from './Shell.tsx';

const ownRoutes: RouteObject[] = [
  { index: true, element: <Navigate to="/overview" replace /> },
  {
    path: 'overview',
    Component: OverviewPage,
  },
  {
    path: 'connect',
    lazy: async () => ({ Component: (await import('../first-start/ConnectPage.tsx')).ConnectPage }),
  },
  {
    path: 'settings/:section?',
    lazy: async () => ({ Component: (await import('../settings/SettingsPage.tsx')).SettingsPage }),
  },
  {
    path: 'activity',
    lazy: async () => ({ Component: (await import('../overview/ActivityPage.tsx')).ActivityPage }),
  },
  {
    path: 'reference/:list?',
    lazy: async () => ({ Component: (await import('../reference/ReferencePage.tsx')).ReferencePage }),
  },
  { path: '*', element: <Navigate to="/overview" replace state={{ isLost: true }} /> },
];

// One drawing less than being led there.
if (location.hash === '') location.replace('#/overview');

/** Every screen by its address. The overview comes with the page, every other is loaded when it is first opened. */
export const router = createHashRouter([
  {
    path: '/',
    element: <Shell />,
    errorElement: <ScreenFault />,
    hydrateFallbackElement: <></>,
    children: [
      {
        errorElement: <ScreenFault />,
        children: [...ownRoutes, ...batchRoutes, ...payoutRoutes, ...receiveRoutes],
      },
    ],
  },
]);
