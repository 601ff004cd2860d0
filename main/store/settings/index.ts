import type { SettingsStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { textIn } from '../read-row.ts';

/** Implements SettingsStore. */
export function settingsStore({ connection }: Context) {
  return {
    readSetting(name) {
      const row = connection.get('SELECT value FROM settings WHERE name = +?', name);
      return row === undefined ? null : textIn(row, 'value');
    },

    writeSetting(name, json) {
      connection.run(
        'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        name,
        json,
      );
    },
  } satisfies Partial<SettingsStore>;
}
