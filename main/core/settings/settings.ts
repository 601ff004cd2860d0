import { isRecorded, Settings, usualSettings, type SettingsBase } from '../../../contract/settings.ts';
import { jsonOf } from '../../../contract/json.ts';
import { fail, type Failure } from '../../../contract/result.ts';
import type { CoreContext } from '../context/context.ts';
import type { SettingChange, Store } from '../ports/index.ts';

type SettingName = keyof Settings;

const settingNames = Object.keys(usualSettings).filter(isSettingName);

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(usualSettings, name);
}

/** One setting as stored; its default if none is stored, or if it cannot be read. */
export function readSetting<Name extends SettingName>(
  store: Pick<Store, 'readSetting'>,
  name: Name,
): Settings[Name] {
  const found = readField(store, name);
  // This field's schema validated the value; TypeScript cannot follow one name through both maps.
  return found.kind === 'set' ? (found.value as Settings[Name]) : usualSettings[name];
}

/** Whether a person has acknowledged that process.isTest of this profile contradicts its environment. */
export function ignoresTestFlag(store: Pick<Store, 'readSetting'>, profileName: string): boolean {
  return readSetting(store, 'ignoredTestFlags').includes(profileName);
}

/** All settings; see `readSetting`. */
export function readSettings(store: Pick<Store, 'readSetting'>): Settings {
  const kept = settingNames.map((name) => [name, readSetting(store, name)]);
  return Settings.parse(Object.fromEntries(kept));
}

/** Refuses a change that was made from lists which are others by now: it would undo what was changed since. */
export function refuseOvertakenSettings(
  store: Pick<Store, 'readSetting'>,
  basedOn: SettingsBase | undefined,
): Failure | null {
  const isOvertaken = settingNames.some((name) => {
    const base = basedOn === undefined ? undefined : Reflect.get(basedOn, name);
    return base !== undefined && JSON.stringify(base) !== JSON.stringify(readSetting(store, name));
  });
  if (!isOvertaken) return null;
  return fail(
    'settingsOvertaken',
    'These settings were changed elsewhere meanwhile, and nothing was saved. Check them and try again.',
  );
}

type WantedSettings = { readonly [Name in SettingName]?: Settings[Name] | undefined };

/** Writes the named fields, with an event for each recorded one that differs. */
export function changeSettings(
  { store, clock, actor = null }: Pick<CoreContext, 'store' | 'clock' | 'actor'>,
  wanted: WantedSettings,
): void {
  store.as(actor).changeSettings(settingChanges(store, wanted), clock.now());
}

/** The named fields that differ, as the store writes them, each recorded one with the detail of its event. */
export function settingChanges(store: Pick<Store, 'readSetting'>, wanted: WantedSettings): SettingChange[] {
  return settingNames.flatMap((name): SettingChange[] => {
    const value = wanted[name];
    if (value === undefined) return [];
    const before = readSetting(store, name);
    const json = JSON.stringify(value);
    const isSame = json === JSON.stringify(before) && !isDamaged(store, name);
    // Written again without an event, it would not be what its last event says, if an older Bursar wrote it in another form.
    if (isSame) return [];
    const detail = JSON.stringify({ from: shownValue(before), to: shownValue(value) });
    return [{ name, json, detail: isRecorded(name) ? detail : null }];
  });
}

/**
 * A value of a setting as its event shows it: JSON without the user name or password of an address. Events are permanent and
 * exported.
 */
function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return withoutCredentials(value);
  if (Array.isArray(value)) return value.map(shownValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shownValue(inner)]));
}

function withoutCredentials(text: string): string {
  if (!URL.canParse(text)) return text;
  const address = new URL(text);
  if (address.username === '' && address.password === '') return text;
  address.username = '';
  address.password = '';
  return address.href;
}

/** Stored settings that cannot be read, so that their defaults are used. */
export function damagedSettings(store: Pick<Store, 'readSetting'>): SettingName[] {
  return settingNames.filter((name) => isDamaged(store, name));
}

/** Those of these names whose changes are events, and whose values differ from the default. */
export function recordedSettings(store: Pick<Store, 'readSetting'>, names: readonly string[]): SettingName[] {
  return settingNames.filter((name) => {
    const isUsual = JSON.stringify(readSetting(store, name)) === JSON.stringify(usualSettings[name]);
    return names.includes(name) && isRecorded(name) && !isUsual;
  });
}

/** Whether this one is stored but cannot be read. */
export function isDamaged(store: Pick<Store, 'readSetting'>, name: SettingName): boolean {
  return readField(store, name).kind === 'damaged';
}

type Found =
  | { readonly kind: 'unset' | 'damaged' }
  | { readonly kind: 'set'; readonly value: Settings[SettingName] };

function readField(store: Pick<Store, 'readSetting'>, name: SettingName): Found {
  const json = store.readSetting(name);
  if (json === null) return { kind: 'unset' };
  const parsed = Settings.shape[name].safeParse(jsonOf(json));
  return parsed.success ? { kind: 'set', value: parsed.data } : { kind: 'damaged' };
}
