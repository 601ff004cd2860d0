import { z } from 'zod';
import { readJson } from '../../../contract/json.ts';
import type { Connection } from '../connection.ts';
import { integerIn, textIn, textOrNullIn, type Row } from '../read-row.ts';

/** What the detail of a payee's event says of its name. */
export const Named = z.object({ accountName: z.string() });

/** The names under which people recorded a payee: that of its record, and those of its events since. */
export function recordedNames(connection: Connection, record: Row): Set<string> {
  const events = connection.all(
    `SELECT detail FROM events INDEXED BY eventsOfPayee WHERE entity = 'payee' AND entityId = +?`,
    integerIn(record, 'recordNumber'),
  );
  const since = events.flatMap((event) => readJson(Named, textOrNullIn(event, 'detail')) ?? []);
  return new Set([textIn(record, 'name'), ...since.map(({ accountName }) => accountName)]);
}
