import type { Context } from '../context.ts';
import { textIn } from '../read-row.ts';

/** See TreasuryStore. */
export function readSetting({ connection }: Context, name: string): string | null {
  const row = connection.get('SELECT value FROM settings WHERE name = +?', name);
  return row === undefined ? null : textIn(row, 'value');
}

export function writeSetting({ connection }: Context, name: string, json: string): void {
  connection.run(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    json,
  );
}
