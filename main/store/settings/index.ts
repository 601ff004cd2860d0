import type { SettingChange, SettingsStore } from '../../core/ports/index.ts';
import { inLedger, type Ledger } from '../audit/ledger.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { textIn } from '../read-row.ts';

const write =
  'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';

/** Implements SettingsStore. */
export function settingsStore(context: Context) {
  const { connection } = context;
  return {
    readSetting: (name) => readStored(connection, name),

    writeSetting(name, json) {
      connection.run(write, name, json);
    },

    changeSettings(changes, at) {
      inLedger(context, at, (ledger) => writeSettings(connection, ledger, changes));
    },
  } satisfies Partial<SettingsStore>;
}

/** Writes settings, with an event for each that has a detail, in the transaction of the ledger. */
export function writeSettings(
  connection: Connection,
  ledger: Ledger,
  changes: readonly SettingChange[],
): void {
  for (const { name, json, detail } of changes) {
    const before = readStored(connection, name);
    connection.run(write, name, json);
    if (detail !== null) ledger.settingChanged(name, json, before, detail);
  }
}

function readStored(connection: Connection, name: string): string | null {
  const row = connection.get('SELECT value FROM settings WHERE name = +?', name);
  return row === undefined ? null : textIn(row, 'value');
}
