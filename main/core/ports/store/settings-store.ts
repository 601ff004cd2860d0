/** Settings by name. See Store for what holds of every method. */
export interface SettingsStore {
  /** The JSON text stored under this name; null where there is none. */
  readSetting(name: string): string | null;
  writeSetting(name: string, json: string): void;
  /** Writes settings, each with an event where one is recorded of it. */
  changeSettings(changes: readonly SettingChange[], at: number): void;
}

/** `detail` has the value before and after, JSON; null: no event. */
export type SettingChange = { readonly name: string; readonly json: string; readonly detail: string | null };
