/** Settings by name. See Store for what holds of every method. */
export interface SettingsStore {
  /** The JSON text stored under this name; null where there is none. */
  readSetting(name: string): string | null;
  writeSetting(name: string, json: string): void;
}
