/** One screen that a person can open by name. */
type Place = {
  readonly key: string;
  readonly path: string;
  readonly label: string;
  /** Additional search words for the palette. */
  readonly keywords: string;
  /** Paths of screens that belong to it. */
  readonly also: readonly string[];
  /** Its place in the menu of the window; `mod` is Ctrl, or ⌘ on a Mac. */
  readonly shortcut: string;
};

/** The screens of Bursar in order: rail, palette, menu and router are built from this one list. */
export const places = [
  {
    key: 'overview',
    path: '/overview',
    label: 'Overview',
    keywords: 'home balances attention scheduled',
    also: ['/connect'],
    shortcut: 'mod+1',
  },
  {
    key: 'batches',
    path: '/batches',
    label: 'Batches',
    keywords: 'files drafts scheduled',
    also: ['/sheets', '/approvals'],
    shortcut: 'mod+2',
  },
  {
    key: 'payouts',
    path: '/payouts',
    label: 'Payouts',
    keywords: 'history search',
    also: ['/receipt'],
    shortcut: 'mod+3',
  },
  {
    key: 'payees',
    path: '/payees',
    label: 'Payees',
    keywords: 'vendors suppliers accounts verify block',
    also: [],
    shortcut: 'mod+4',
  },
  {
    key: 'treasury',
    path: '/treasury',
    label: 'Treasury',
    keywords: 'position statement flows balance history forecast month end cash books journal',
    also: [],
    shortcut: 'mod+5',
  },
  {
    key: 'receive',
    path: '/receive',
    label: 'Receive',
    keywords: 'payins top-ups topups links incoming',
    also: [],
    shortcut: 'mod+6',
  },
  {
    key: 'reference',
    path: '/reference',
    label: 'Reference',
    keywords: 'merchant code lists',
    also: [],
    shortcut: 'mod+7',
  },
  {
    key: 'activity',
    path: '/activity',
    label: 'Activity',
    keywords: 'audit log events who changed verify history',
    also: [],
    shortcut: 'mod+8',
  },
  {
    key: 'settings',
    path: '/settings',
    label: 'Settings',
    keywords: 'preferences',
    also: [],
    shortcut: 'mod+9',
  },
] as const satisfies readonly Place[];

export type PlaceKey = (typeof places)[number]['key'];

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
