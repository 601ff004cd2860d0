/**
 * The screens of Bursar that a person can open by name, in order, each at `/<key>`: with additional search words for the palette, and the
 * paths of screens that belong to it.
 */
const listed = [
  { key: 'overview', label: 'Overview', keywords: 'home balances attention scheduled', also: ['/connect'] },
  { key: 'batches', label: 'Batches', keywords: 'files drafts scheduled', also: ['/sheets', '/approvals'] },
  { key: 'payouts', label: 'Payouts', keywords: 'history search', also: ['/receipt'] },
  { key: 'payees', label: 'Payees', keywords: 'vendors suppliers accounts verify block', also: [] },
  {
    key: 'treasury',
    label: 'Treasury',
    keywords: 'position statement flows balance history forecast month end cash books journal',
    also: [],
  },
  { key: 'receive', label: 'Receive', keywords: 'payins top-ups topups links incoming', also: [] },
  { key: 'reference', label: 'Reference', keywords: 'merchant code lists', also: [] },
  { key: 'activity', label: 'Activity', keywords: 'audit log events who changed verify history', also: [] },
  { key: 'settings', label: 'Settings', keywords: 'preferences', also: [] },
] as const;

/** The same with their paths and shortcuts: rail, palette, menu and router are built from this one list. `mod` is Ctrl, or ⌘ on a Mac. */
export const places = listed.map((place, index) => ({
  ...place,
  path: `/${place.key}`,
  shortcut: `mod+${index + 1}`,
}));

export type PlaceKey = (typeof listed)[number]['key'];

/** The views of the treasury, each at `/treasury/<key>`. */
export const treasuryViews = [
  { key: 'position', label: 'Position' },
  { key: 'statement', label: 'Statement' },
  { key: 'books', label: 'Books' },
  { key: 'flows', label: 'Flows' },
  { key: 'balances', label: 'Balance history' },
] as const;

export type TreasuryView = (typeof treasuryViews)[number]['key'];

/** The guide, which the Help menu, the palette and the list of keyboard shortcuts lead to. */
export const guidePath = '/guide';

/** The sections of the settings, each at `/settings/<key>`. */
export const settingsSections = [
  { key: 'profiles', label: 'Profiles', keywords: 'merchant key connection test' },
  { key: 'limits', label: 'Limits', keywords: 'largest payout batch low balance duplicates' },
  { key: 'approvals', label: 'Approvals', keywords: 'approvers policy two people four eyes card' },
  { key: 'payees', label: 'Payee policy', keywords: 'changed details new unusual verification waiting' },
  { key: 'callbacks', label: 'Callbacks', keywords: 'listener address' },
  { key: 'notifications', label: 'Notifications', keywords: 'badge dock tell mute alert' },
  { key: 'appearance', label: 'Appearance', keywords: 'theme density dark light compact' },
  { key: 'you', label: 'You', keywords: 'name person who' },
  { key: 'data', label: 'Data', keywords: 'backup restore folder doctor diagnostics witness file' },
  { key: 'about', label: 'About', keywords: 'version licence update' },
] as const;

export type SettingsSection = (typeof settingsSections)[number]['key'];
