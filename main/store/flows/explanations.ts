import type { FlowStore } from '../../core/ports/index.ts';
import { inLedger } from '../audit/ledger.ts';
import { readCause } from '../audit/read-cause.ts';
import type { Context } from '../context.ts';
import { profileNumberOf } from '../profiles/profile-number.ts';
import { textIn, timeIn } from '../read-row.ts';

type Explained = Parameters<FlowStore['explainDifference']>[1];

/** See FlowStore. */
export function explainDifference(context: Context, keyId: string, explained: Explained, at: number): void {
  const profileNumber = profileNumberOf(context.connection, keyId);
  if (profileNumber === null) return;
  inLedger(context, at, (ledger) =>
    ledger.recordChanged('profile', profileNumber, {
      cause: { code: 'differenceExplained', ...explained },
    }),
  );
}

/** See FlowStore. A profile has few events. */
export function explanations(
  { connection }: Context,
  keyId: string,
  currencyCode: string,
): ReturnType<FlowStore['explanations']> {
  const rows = connection.all(
    `SELECT at, cause FROM events INDEXED BY eventsOfProfile WHERE entity = 'profile' AND entityId = +? ORDER BY sequence`,
    profileNumberOf(connection, keyId),
  );
  return rows.flatMap((row) => {
    const cause = readCause(textIn(row, 'cause'), null);
    if (cause.code !== 'differenceExplained' || cause.currencyCode !== currencyCode) return [];
    const { day, amount, note } = cause;
    return [{ day, amount, note, at: timeIn(row, 'at') }];
  });
}
