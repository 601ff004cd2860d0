import { useRoutes, type RouteObject } from 'react-router';
import { guidePath, places, type PlaceKey } from '../../contract/window/places.ts';
import { approvalScreens } from '../approvals/approval-screens.ts';
import { batchScreens } from '../batches/batch-screens.ts';
import { OverviewPage } from '../overview/OverviewPage.tsx';
import { payeeScreens } from '../payees/payee-screens.ts';
import { payoutScreens } from '../payouts/payout-screens.ts';
import { receiveScreens } from '../receive/receive-screens.ts';
import { lazyScreens, type Screen } from '../kit/layout/lazy-screens.ts';
import { Redirect } from '../kit/layout/Redirect.tsx';
import { Shell } from './Shell.tsx';

/** The screens of each place; the overview itself comes with the page. */
const screensOf: Readonly<Record<PlaceKey, readonly Screen[]>> = {
  overview: [
    { path: 'connect', load: async () => (await import('../first-start/ConnectPage.tsx')).ConnectPage },
  ],
  batches: [...batchScreens, ...approvalScreens],
  payouts: payoutScreens,
  payees: payeeScreens,
  treasury: [
    {
      path: 'treasury/:view?',
      load: async () => (await import('../treasury/TreasuryPage.tsx')).TreasuryPage,
    },
  ],
  receive: receiveScreens,
  reference: [
    {
      path: 'reference/:list?',
      load: async () => (await import('../reference/ReferencePage.tsx')).ReferencePage,
    },
  ],
  activity: [
    { path: 'activity', load: async () => (await import('../activity/ActivityPage.tsx')).ActivityPage },
  ],
  settings: [
    {
      path: 'settings/:section?',
      load: async () => (await import('../settings/SettingsPage.tsx')).SettingsPage,
    },
  ],
};

/** Every screen by address. The overview is part of the page, every other screen is loaded when it is first opened. */
const routes: RouteObject[] = [
  {
    path: '/',
    element: <Shell />,
    children: [
      { index: true, element: <Redirect to="/overview" /> },
      { path: 'overview', element: <OverviewPage /> },
      ...places.flatMap(({ key }) => lazyScreens(screensOf[key])),
      ...lazyScreens([
        {
          path: `${guidePath.slice(1)}/:section?`,
          load: async () => (await import('../guide/GuidePage.tsx')).GuidePage,
        },
      ]),
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
