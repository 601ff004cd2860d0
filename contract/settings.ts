import { z } from 'zod';
import { CallbackListener, NewPublicUrl } from './receiving/callbacks.ts';
import { BookAccount } from './treasury/books.ts';
import { NotificationSwitch } from './notifications.ts';
import { SavedView } from './payments/history.ts';
import { BatchId, nothing, operation, personName, text } from './operation.ts';
import { PayeePolicy, usualPayeePolicy, areAmountsOfCurrencies } from './payees/findings.ts';
import { ProfileName } from './profile.ts';
import { ColumnMapping, PayoutColumn, TemplateName } from './batches/sheet.ts';
import { MethodRules } from './batches/source.ts';
import { BalanceFloor, LowBalanceLimit, ReleaseLimit } from './treasury.ts';
import { touchesNothing, type Touched } from './touches.ts';

const ArrangedColumn = z.strictObject({
  column: PayoutColumn,
  width: z.number().int().min(40).max(1000).nullable(),
  isShown: z.boolean(),
});
export type ArrangedColumn = z.infer<typeof ArrangedColumn>;

/** A batch that is repeated under a name: `batchId` is the latest one released from it. */
const Template = z.strictObject({ name: TemplateName, profileName: ProfileName, batchId: BatchId });

/** A relative path would differ between the window, the terminal and a scheduled task. */
const WholePath = text(4096).regex(
  /^(\/|[A-Za-z]:[\\/]|\\\\)/,
  'a path is absolute, such as /media/share/bursar or C:\\Share\\bursar',
);

/** The settings. Every field has a value; fields that were never set have the default. */
export const Settings = z.strictObject({
  appearance: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** Rows equal to one released within this many days are held. */
  duplicateWindowDays: z.number().int().min(1).max(3650),
  releaseLimits: z.array(ReleaseLimit).max(200),
  lowBalanceLimits: z.array(LowBalanceLimit).max(500),
  /** A run stops before the row that would take the available balance below one. */
  floors: z.array(BalanceFloor).max(500),
  bookAccounts: z.array(BookAccount).max(500),
  /** The notifications that this person has turned off. */
  mutedNotifications: z.array(NotificationSwitch).max(20),
  savedViews: z.array(SavedView).max(100),
  /** Column mappings that a person chose, each with its header. */
  columnMappings: z
    .array(z.strictObject({ header: z.array(z.string()).max(500), columns: ColumnMapping }))
    .max(200),
  /** The columns of sheets from left to right, for each profile with an arrangement. Widths are pixels; null: the default. */
  sheetColumns: z
    .array(z.strictObject({ profileName: ProfileName, columns: z.array(ArrangedColumn).max(50) }))
    .max(200),
  templates: z.array(Template).max(200),
  /** The method rules of payment files, for each profile that a person chose them for. */
  methodRules: z.array(z.strictObject({ profileName: ProfileName, rules: MethodRules })).max(200),
  /** Where updates are looked for; null: nowhere. */
  updateFeedUrl: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .nullable(),
  /** The profile that the window shows; null: none chosen. */
  currentProfile: text(64).nullable(),
  callbackListener: CallbackListener,
  /** Profiles whose payments the gateway may mark as test or real, contrary to their environment: a person acknowledged it. */
  ignoredTestFlags: z.array(ProfileName).max(500),
  /** The file that receives a line for each checkpoint of the log; null: none. */
  witnessFile: WholePath.nullable(),
  /** The folder, usually a shared one, that is watched for signed files; null: none. */
  approvalFolder: WholePath.nullable(),
  /** The effect of findings about payees. */
  payeePolicy: PayeePolicy,
  /** The name of the person who uses Bursar as this user of the operating system, recorded with what they do; null: not given. */
  personName: personName.regex(/^\S(.*\S)?$/u, 'a name begins and ends with a letter').nullable(),
});
export type Settings = z.output<typeof Settings>;

/** The non-ISO currency of a floor or alert, for a profile whose gateway's currencies were never loaded. */
const UnlistedCurrency = z.object({ profileName: z.string(), currencyCode: z.string() });
export type UnlistedCurrency = z.infer<typeof UnlistedCurrency>;

/** Settings as a person changes them; stored ones may be of an older version. */
const WantedSettings = Settings.extend({
  callbackListener: CallbackListener.extend({ publicUrl: NewPublicUrl.nullable() }),
});

/** Lists of which two windows may change different entries. */
const lists = {
  releaseLimits: true,
  lowBalanceLimits: true,
  floors: true,
  bookAccounts: true,
  mutedNotifications: true,
  savedViews: true,
  sheetColumns: true,
  templates: true,
  ignoredTestFlags: true,
} as const satisfies Partial<Record<keyof Settings, true>>;
/** The lists from which a change was made. */
const SettingsBase = Settings.pick(lists).partial();
export type SettingsBase = z.infer<typeof SettingsBase>;

/** All settings, and the parts of a change that nobody could check, if any. */
const ChangedSettings = Settings.extend({ unlistedCurrencies: z.array(UnlistedCurrency).optional() });

export const usualSettings: Settings = {
  appearance: 'system',
  density: 'comfortable',
  duplicateWindowDays: 90,
  releaseLimits: [],
  lowBalanceLimits: [],
  floors: [],
  bookAccounts: [],
  mutedNotifications: [],
  savedViews: [],
  columnMappings: [],
  sheetColumns: [],
  templates: [],
  methodRules: [],
  updateFeedUrl: null,
  currentProfile: null,
  callbackListener: { isOn: false, host: '127.0.0.1', port: 14_280, publicUrl: null },
  ignoredTestFlags: [],
  witnessFile: null,
  approvalFolder: null,
  payeePolicy: usualPayeePolicy,
  personName: null,
};

/** A change with the lists of these settings from which it was made: it is refused once one of them is another. */
export function basedOn<Change extends { readonly [Name in keyof Settings]?: unknown }>(
  settings: Settings,
  change: Change,
): Change & { basedOn: SettingsBase } {
  const isIts = (name: string): boolean => Object.hasOwn(lists, name) && Object.hasOwn(change, name);
  const base = Object.entries(settings).filter(([name]) => isIts(name));
  return { ...change, basedOn: Object.fromEntries(base) };
}

/** The change with which a person acknowledges that the test flag of a profile's gateway contradicts its environment. */
export function acknowledgeTestFlag(
  { ignoredTestFlags }: Pick<Settings, 'ignoredTestFlags'>,
  profileName: string,
): Pick<Settings, 'ignoredTestFlags'> {
  return { ignoredTestFlags: [...new Set([...ignoredTestFlags, profileName])] };
}

/** Affects only this person's view, so a change of it needs no confirmation. */
const ownSettings = [
  'appearance',
  'density',
  'mutedNotifications',
  'savedViews',
  'columnMappings',
  'sheetColumns',
  'templates',
  'currentProfile',
  'personName',
] as const;
/** Whether a setting affects only this person's view: any other one may be refused by a person outside the page. */
export function isOwnSetting(name: string): boolean {
  return ownSettings.some((own) => own === name);
}
/** A setting that belongs to the whole computer. */
export type ComputerSetting = Exclude<keyof Settings, (typeof ownSettings)[number]>;

/** Changes only this person's view of the data: a change of it is not an event. */
const viewSettings: readonly string[] = [
  'appearance',
  'density',
  'savedViews',
  'columnMappings',
  'sheetColumns',
  'templates',
  'currentProfile',
] satisfies readonly (keyof Settings)[];

/** Whether a change of this setting is an event of the audit log. */
export function isRecorded(name: string): boolean {
  return !viewSettings.includes(name);
}

/** Every other setting belongs to the whole computer. */
const touchedByChange = ({ basedOn: _base, ...change }: { basedOn?: unknown }): Touched[] =>
  Object.keys(change).some((name) => !isOwnSetting(name)) ? [{ kind: 'computer' }] : [];

export const settingsOperations = {
  'settings.read': operation(nothing, Settings, touchesNothing),
  /** Changes the fields that are named; the others stay. Refused (`settingsOvertaken`) if a list is no longer the one in `basedOn`. */
  'settings.change': operation(
    WantedSettings.partial()
      .extend({ basedOn: SettingsBase.optional() })
      .refine(({ payeePolicy }) => payeePolicy === undefined || areAmountsOfCurrencies(payeePolicy), {
        path: ['payeePolicy', 'amountsFrom'],
        message: 'each currency is written like EUR or USDT_TRC20, and only once',
      }),
    ChangedSettings,
    touchedByChange,
  ),
} as const;
