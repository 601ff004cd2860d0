import { Settings, usualSettings } from '../../../contract/settings.ts';
import type { Store } from '../ports/index.ts';

type SettingName = keyof Settings;
type SettingStore = Pick<Store, 'readSetting' | 'writeSetting'>;

const settingNames = Object.keys(usualSettings).filter(isSettingName);

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(usualSettings, name);
}

/** One setting as it is kept; the usual one where none is kept, or where what is kept cannot be read. */
export function readSetting<Name extends SettingName>(
  store: Pick<Store, 'readSetting'>,
  name: Name,
): Settings[Name] {
  const found = readField(store, name);
  // The schema of this very field proved the value; TypeScript cannot follow one name through both maps.
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

/** Writes the fields that are named, and gives all settings as they are then. */
export function changeSettings(
  store: SettingStore,
  changes: { readonly [Name in SettingName]?: Settings[Name] | undefined },
): Settings {
  for (const name of settingNames)
    if (changes[name] !== undefined) store.writeSetting(name, JSON.stringify(changes[name]));
  return readSettings(store);
}

/** Settings that are kept but cannot be read, so that the usual ones are used instead. */
export function damagedSettings(store: Pick<Store, 'readSetting'>): SettingName[] {
  return settingNames.filter((name) => readField(store, name).kind === 'damaged');
}

type Found =
  { readonly kind: 'unset' | 'damaged' } | { readonly kind: 'set'; readonly value: Settings[SettingName] };

function readField(store: Pick<Store, 'readSetting'>, name: SettingName): Found {
  const json = store.readSetting(name);
  if (json === null) return { kind: 'unset' };
  try {
    const parsed = Settings.shape[name].safeParse(JSON.parse(json));
    return parsed.success ? { kind: 'set', value: parsed.data } : { kind: 'damaged' };
  } catch {
    return { kind: 'damaged' };
  }
}
