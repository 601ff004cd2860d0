/** Settings by name. The rules for every method are on Store. */
export interface SettingsStore {
  /** The JSON text stored under this name; null if there is none. */
  readSetting(name: string): string | null;
  writeSetting(name: string, json: string): void;
  /** Writes settings, each with an event if its changes are recorded. */
  changeSettings(changes: readonly SettingChange[], at: number): void;
}

/** `detail` has the value before and after, JSON; null: no event. */
export type SettingChange = { readonly name: string; readonly json: string; readonly detail: string | null };
