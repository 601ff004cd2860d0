import { useNavigate } from 'react-router';
import { guidePath, places, settingsSections } from '../../contract/window/places.ts';
import type { Settings } from '../../contract/settings.ts';
import { counted, moneyText } from '../../contract/text/numbers.ts';
import { stateText } from '../../contract/text/states.ts';
import { useCurrentProfile } from '../queries/profiles.ts';
import { payoutAddress } from '../payments/payment-address.ts';
import { payoutsLink } from '../payouts/view.ts';
import { matching, type PaletteEntry } from './matching.ts';
import { useFoundPayouts } from '../queries/payouts.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { useRefreshBalances } from '../queries/balances.ts';
import { useChangeSettings, useSettings } from '../queries/settings.ts';
import { useNewestBatches } from '../queries/batches.ts';

const batchesUntyped = 5;
/** Among these it finds what is typed. */
const offeredBatches = 20;

/** Filters and sections that are found by name, besides the screens. */
const shortcutsTo: readonly (readonly [label: string, path: string, keywords: string])[] = [
  ['Guide', guidePath, 'help manual documentation how to'],
  ['Failed and rejected payouts', '/payouts?state=failed&state=rejected', 'problems'],
  ['Unknown payouts', '/payouts?state=unknown', 'problems decide'],
  ['Payouts sent outside Bursar', '/payouts?state=outside', 'problems decide adopt'],
  ['Code lists: currencies', '/reference/currencies', 'reference merchant codes'],
  ['Code lists: customer segments', '/reference/segments', 'reference codes'],
  ['Code lists: payment operators', '/reference/operators', 'reference codes banks'],
  ['Code lists: payment methods', '/reference/methods', 'reference codes'],
];

const screens = [
  ...places.map(({ label, path, keywords }) => [label, path, keywords] as const),
  ...shortcutsTo,
  ...settingsSections.map(
    ({ key, label, keywords }) => [`Settings: ${label.toLowerCase()}`, `/settings/${key}`, keywords] as const,
  ),
];

/** Forms in which something new begins. */
const forms: readonly (readonly [key: string, title: string, path: string, keywords: string])[] = [
  ['new', 'New batch', '/batches/new', 'import file paste csv xlsx pain xml template pay'],
  ['link', 'New payment link', '/receive/links/new', 'receive payin customer qr address'],
  ['payin', 'New payin', '/receive/payin/new', 'receive customer create'],
  ['topup', 'New top-up', '/receive/topup/new', 'receive topup balance wallet funds'],
  ['follow', 'Follow an order ID', '/receive/follow', 'receive payin top-up elsewhere'],
];

const themes: readonly (readonly [Settings['appearance'], string])[] = [
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
  ['system', 'System theme'],
];

/** The palette's entries for the typed text (`searched`: the part that the history was searched for; `here`: the actions of the screen), and whether payouts are still loading. */
export function useEntries(
  typed: string,
  searched: string,
  onHelp: () => void,
  here: readonly PaletteEntry[],
): { readonly entries: PaletteEntry[]; readonly isSearching: boolean } {
  const navigate = useNavigate();
  const { profile, profiles, choose } = useCurrentProfile();
  const settings = useSettings().data;
  const change = useChangeSettings();
  const toast = useToast();
  const refreshBalances = useRefreshBalances(() =>
    toast.show(`The balances of ${profile?.name ?? 'the profile'} are up to date.`),
  );
  const batches = useNewestBatches(offeredBatches).data ?? [];
  const payouts = useFoundPayouts(searched);
  const go = (to: string) => () => void navigate(to);

  const actions: PaletteEntry[] = [
    ...forms.map(([key, title, to, keywords]) => ({
      key,
      group: 'Do' as const,
      title,
      keywords,
      run: go(to),
    })),
    // Without a key here, the gateway cannot be asked.
    ...(profile === null || profile.isPrepareOnly
      ? []
      : [
          {
            key: 'balances',
            group: 'Do' as const,
            title: 'Refresh the balances',
            about: profile.name,
            run: () => refreshBalances.mutate({ profileName: profile.name }),
          },
        ]),
    { key: 'backup', group: 'Do', title: 'Back up', keywords: 'save copy data', run: go('/settings/data') },
    ...themes
      .filter(([appearance]) => appearance !== settings?.appearance)
      .map(([appearance, title]) => ({
        key: appearance,
        group: 'Do' as const,
        title,
        keywords: 'appearance colour mode switch',
        run: () => change({ appearance }),
      })),
    {
      key: 'density',
      group: 'Do',
      title: settings?.density === 'compact' ? 'Comfortable rows' : 'Compact rows',
      keywords: 'density height table',
      run: () => change({ density: settings?.density === 'compact' ? 'comfortable' : 'compact' }),
    },
    { key: 'keys', group: 'Do', title: 'Keyboard shortcuts', keywords: 'keys list help', run: onHelp },
    {
      key: 'connect',
      group: 'Do',
      title: 'Connect a merchant profile',
      keywords: 'add',
      run: go('/connect'),
    },
  ];
  const goTo = screens.map(([title, to, keywords]): PaletteEntry => ({
    key: to,
    group: 'Go to',
    title,
    keywords,
    run: go(to),
  }));
  const others = profiles
    .filter(({ name }) => name !== profile?.name)
    .map((each): PaletteEntry => ({
      key: `profile ${each.name}`,
      group: 'Profiles',
      title: `Switch to ${each.name}`,
      about: each.environment,
      keywords: 'profile merchant',
      run: () => choose(each),
    }));
  const views = (settings?.savedViews ?? []).map(({ name, filter, order }): PaletteEntry => ({
    key: `view ${name}`,
    group: 'Go to',
    title: `View: ${name}`,
    keywords: 'saved payouts',
    run: go(payoutsLink(filter, order)),
  }));
  const recent = batches.map(({ batchId, fileName, state, rows }): PaletteEntry => ({
    key: `batch ${batchId}`,
    group: 'Newest batches',
    title: fileName,
    about: `${stateText(state)}, ${counted(rows, 'row')}`,
    keywords: batchId,
    run: go(`/batches/${encodeURIComponent(batchId)}`),
  }));
  const isTyped = typed.trim() !== '';
  const found = (searched === '' || !isTyped ? [] : (payouts.data?.payouts ?? [])).map(
    ({ idPayout, profileName, batchId, accountName, money, state }): PaletteEntry => ({
      key: `payout ${batchId} ${idPayout}`,
      group: 'Payouts',
      title: accountName === '' ? idPayout : accountName,
      about: `${moneyText(money)}, ${stateText(state)}, ${idPayout}`,
      run: go(payoutAddress({ idPayout, profileName, batchId })),
    }),
  );
  const searchEverywhere: PaletteEntry = {
    key: 'search',
    group: 'Payouts',
    title: `Search all payouts for “${typed.trim()}”`,
    run: go(payoutsLink({ search: typed.trim(), profileName: null })),
  };
  // Those of the previous search stay while the next one runs, as long as they are what is typed: Enter opens the first.
  const isOfTyped = searched === typed.trim() && !payouts.isPlaceholderData;
  const shownPayouts = isOfTyped ? found : matching(typed, found);
  const own = isTyped
    ? matching(typed, [...here, ...actions, ...goTo, ...views, ...others, ...recent])
    : [...here, ...recent.slice(0, batchesUntyped), ...actions, ...others, ...goTo, ...views];
  return {
    entries: grouped([...own, ...shownPayouts, ...(isTyped ? [searchEverywhere] : [])]),
    isSearching: payouts.isFetching,
  };
}

/** Groups stay together, in the order in which each first appears. */
function grouped(entries: readonly PaletteEntry[]): PaletteEntry[] {
  return [...Map.groupBy(entries, ({ group }) => group).values()].flat();
}
