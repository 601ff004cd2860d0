import { z } from 'zod';
import { ReleaseSummary } from '../../../contract/batches/batch.ts';
import { DuplicateConfirmation } from '../../../contract/batches/duplicates.ts';
import { ErrorCode } from '../../../contract/errors.ts';
import { Environment } from '../../../contract/profile.ts';
import { readJson } from '../../../contract/json.ts';
import { possibleTime } from '../../../contract/possible-time.ts';
import type { BatchStore, ConfirmedSchedule, StoredSchedule } from '../../core/ports/index.ts';
import { readFacts } from '../audit/event-facts.ts';
import { inLedger, type Ledger } from '../audit/ledger.ts';
import { readCause } from '../audit/read-cause.ts';
import type { Context } from '../context.ts';
import { choiceIn, integerIn, textIn, textOrNullIn, timeIn, type Row } from '../read-row.ts';

/** The detail of the event of a schedule. */
const Scheduled = z.object({
  rowsHash: z.string(),
  scheduledFor: z.number(),
  confirmed: DuplicateConfirmation.nullable(),
  payouts: z.array(
    z.object({
      paymentMethodCode: z.string(),
      currencyCode: z.string(),
      amount: z.string(),
      count: z.number(),
    }),
  ),
  retried: ReleaseSummary.shape.retried.default([]),
});

/** Scheduled releases. */
export function scheduleMethods(context: Context) {
  const { connection } = context;
  return {
    scheduleRelease(batchId, { rowsHash, scheduledFor, confirmed, payouts, retried, at }) {
      return inLedger(context, at, (ledger) => {
        const batch = connection.get(
          'SELECT batchNumber, state, rowsHash FROM batches WHERE batchId = +?',
          batchId,
        );
        if (batch === undefined || batch['state'] === 'importing') return 'notFound';
        if (batch['state'] !== 'draft') return 'notDraft';
        if (textIn(batch, 'rowsHash') !== rowsHash) return 'changed';
        const batchNumber = integerIn(batch, 'batchNumber');
        connection.run(
          'UPDATE batches SET scheduledFor = ?, scheduleError = NULL WHERE batchNumber = +?',
          scheduledFor,
          batchNumber,
        );
        const detail = JSON.stringify({ rowsHash, scheduledFor, confirmed, payouts, retried });
        const cause = { code: 'scheduled', at: new Date(scheduledFor).toISOString() } as const;
        ledger.batchChanged(batchNumber, 'draft', 'draft', { cause, detail });
        forgetLost(context, batchNumber);
        return 'scheduled';
      });
    },

    unschedule(batchId, at) {
      return inLedger(context, at, (ledger) => {
        const batchNumber = scheduledDraft(context, batchId, null);
        if (batchNumber === null) return false;
        endSchedule(context, batchNumber);
        const cause = { code: 'unscheduled' } as const;
        ledger.batchChanged(batchNumber, 'draft', 'draft', { cause });
        return true;
      });
    },

    holdSchedule(batchId, scheduledFor, error, at) {
      inLedger(context, at, (ledger) => {
        const batchNumber = scheduledDraft(context, batchId, scheduledFor);
        if (batchNumber !== null) hold(context, ledger, batchNumber, error);
      });
    },

    schedules() {
      return connection
        .all(
          `SELECT batchNumber, batchId, keyId, name, environment, fileName, scheduledFor, scheduleError
           FROM batches INDEXED BY scheduledBatches JOIN profiles USING (profileNumber)
           WHERE scheduledFor IS NOT NULL AND state = 'draft' ORDER BY scheduledFor, batchNumber`,
        )
        .map((row): StoredSchedule => {
          const scheduledFor = timeIn(row, 'scheduledFor');
          const error = scheduleErrorIn(row);
          const place = { scheduledFor, isHeld: error !== null };
          const confirmation = confirmationOf(context, integerIn(row, 'batchNumber'), place);
          return {
            batchId: textIn(row, 'batchId'),
            keyId: textIn(row, 'keyId'),
            profileName: textIn(row, 'name'),
            environment: choiceIn(row, 'environment', Environment.options),
            fileName: textIn(row, 'fileName'),
            scheduledFor,
            error: confirmation === null ? 'rowsTampered' : error,
            confirmation,
          };
        });
    },

    lostSchedules(limit) {
      return connection
        .all(
          `SELECT name, environment, fileName, scheduledFor FROM lostSchedules JOIN profiles USING (profileNumber)
           ORDER BY lostNumber DESC LIMIT +?`,
          limit,
        )
        .map((row) => ({
          profileName: textIn(row, 'name'),
          environment: choiceIn(row, 'environment', Environment.options),
          fileName: textIn(row, 'fileName'),
          scheduledFor: timeIn(row, 'scheduledFor'),
        }));
    },

    dismissLostSchedules(seen, environment) {
      connection.transaction(() => {
        for (const { profileName, fileName, scheduledFor } of seen)
          connection.run(
            // As `timeIn` has shown it.
            `DELETE FROM lostSchedules WHERE fileName = ? AND max(?, min(?, scheduledFor)) = +? AND profileNumber IN
               (SELECT profileNumber FROM profiles WHERE name = ? AND environment = coalesce(?, environment))`,
            fileName,
            possibleTime(-Infinity),
            possibleTime(Infinity),
            scheduledFor,
            profileName,
            environment ?? null,
          );
      });
    },
  } satisfies Partial<BatchStore>;
}

/** Why the schedule of a batch waits for a person; a code that this Bursar does not know is an internal error. */
export function scheduleErrorIn(row: Row): ErrorCode | null {
  const error = textOrNullIn(row, 'scheduleError');
  return error === null ? null : (ErrorCode.safeParse(error).data ?? 'internal');
}

/** Call within a transaction that changes a draft: it no longer has a schedule. */
export function endSchedule({ connection }: Context, batchNumber: number): void {
  connection.run(
    'UPDATE batches SET scheduledFor = NULL, scheduleError = NULL WHERE batchNumber = +? AND scheduledFor IS NOT NULL',
    batchNumber,
  );
}

/** Like `endSchedule`, for a draft whose rows change: it raises attention, because nothing of it will be released by itself. */
export function loseSchedule(context: Context, ledger: Ledger, batchNumber: number): void {
  const { connection } = context;
  const lost = connection.run(
    `INSERT INTO lostSchedules (profileNumber, fileName, scheduledFor, sheetId)
       SELECT profileNumber, fileName, scheduledFor, (SELECT sheetId FROM sheets WHERE sheets.batchNumber = batches.batchNumber)
       FROM batches
       WHERE batchNumber = +? AND state = 'draft' AND scheduledFor IS NOT NULL`,
    batchNumber,
  );
  if (lost === 0) return;
  endSchedule(context, batchNumber);
  const cause = { code: 'scheduleLost' } as const;
  ledger.batchChanged(batchNumber, 'draft', 'draft', { cause });
}

/** Rows that are scheduled or released again need no reminder: those of the same sheet, as others may have its name; else those of that name. */
export function forgetLost({ connection }: Context, batchNumber: number): void {
  connection.run(
    `DELETE FROM lostSchedules WHERE EXISTS (SELECT 1 FROM batches LEFT JOIN sheets USING (batchNumber)
       WHERE batches.batchNumber = +? AND CASE WHEN lostSchedules.sheetId IS NULL
         THEN batches.profileNumber = lostSchedules.profileNumber AND batches.fileName = lostSchedules.fileName
         ELSE sheets.sheetId = lostSchedules.sheetId END)`,
    batchNumber,
  );
}

/** Call within a transaction: no schedule continues by itself, because these records are older than what was sent (invariant I10). */
export function holdSchedules(context: Context, ledger: Ledger): void {
  const rows = context.connection.all(
    `SELECT batchNumber FROM batches INDEXED BY scheduledBatches
     WHERE scheduledFor IS NOT NULL AND state = 'draft' AND scheduleError IS NULL ORDER BY batchNumber`,
  );
  for (const row of rows) hold(context, ledger, integerIn(row, 'batchNumber'), 'recordsOlder');
}

function hold({ connection }: Context, ledger: Ledger, batchNumber: number, error: ErrorCode): void {
  connection.run('UPDATE batches SET scheduleError = ? WHERE batchNumber = +?', error, batchNumber);
  const cause = { code: 'scheduleHeld', error } as const;
  ledger.batchChanged(batchNumber, 'draft', 'draft', { cause });
}

/** The number of a draft with a schedule, for this moment if one is named. */
function scheduledDraft(
  { connection, batchCache }: Context,
  batchId: string,
  scheduledFor: number | null,
): number | null {
  return connection.integerOrNull(
    `SELECT batchNumber FROM batches WHERE batchNumber = +? AND state = 'draft' AND scheduledFor IS NOT NULL
       AND (+? IS NULL OR scheduledFor = +?)`,
    batchCache.numberOf(batchId),
    scheduledFor,
    scheduledFor,
  );
}

/**
 * What a person confirmed, from the event of the schedule, never from the columns; null if the columns name another schedule, one that was
 * ended since, or as running one that waits for a person.
 */
function confirmationOf(
  { connection }: Context,
  batchNumber: number,
  { scheduledFor, isHeld }: { readonly scheduledFor: number; readonly isHeld: boolean },
): ConfirmedSchedule | null {
  const rows = connection.all(
    `SELECT detail, cause, facts, ${batchProfile} FROM events INDEXED BY eventsOfBatch
     WHERE entity = 'batch' AND entityId = +? AND fromState = 'draft' AND toState = 'draft'
       AND cause LIKE '{"code":"%schedule%"%' ORDER BY sequence DESC`,
    batchNumber,
  );
  for (const row of rows) {
    const detail = textOrNullIn(row, 'detail');
    const { code } = readCause(textIn(row, 'cause'), detail);
    if (code === 'unscheduled' || code === 'scheduleLost' || (code === 'scheduleHeld' && !isHeld))
      return null;
    if (code !== 'scheduled') continue;
    const read = readJson(Scheduled, detail);
    return read?.scheduledFor === scheduledFor && !isOfOtherProfile(row) ? read : null;
  }
  return null;
}

/** A column of an event of a batch: the profile that the batch has now. */
export const batchProfile =
  '(SELECT profileNumber FROM batches WHERE batchNumber = events.entityId) AS profileNumber';

/**
 * Whether a person released a batch, or scheduled it, for another profile than it has now, which would pay it from another account; by the
 * `facts` of that event and `batchProfile`.
 */
export function isOfOtherProfile(event: Row): boolean {
  const recorded = readFacts(textOrNullIn(event, 'facts'))?.batch?.['profileNumber'];
  return recorded !== undefined && event['profileNumber'] !== recorded;
}
