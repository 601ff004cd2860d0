import { profileNumberOf } from '../profiles/profile-number.ts';
import type { BatchStore } from '../../core/ports/index.ts';
import type { Cause } from '../../../contract/payments/cause.ts';
import type { Context } from '../context.ts';
import { readCause } from '../audit/read-cause.ts';
import { changeDraftRows, finishRelease } from './change-rows.ts';
import { inLedger } from '../audit/ledger.ts';
import { paymentIdsOf } from '../payments/payment-id.ts';
import { integerIn, integerOrNullIn, textIn, textOrNullIn, type Row } from '../read-row.ts';
import { writeSettings } from '../settings/index.ts';
import { countRevivals } from '../payments/revivals.ts';
import { endSchedule, forgetLost, isOfOtherProfile, batchProfile } from './schedules.ts';

export function releaseMethods(context: Context) {
  const { connection, batchCache } = context;
  return {
    /** A release is never undone, so no change of this number is missed. */
    countReleases(keyId) {
      const profileNumber = profileNumberOf(connection, keyId);
      return profileNumber === null ? 0 : releasesBeside(context, profileNumber);
    },

    /** Draft to `releasing`, once (invariant I3) and only for the hash that the person saw (invariant I4). */
    releaseBatch(batchId, release) {
      const {
        rowsHash,
        releasesSeen,
        confirmed = null,
        scheduledFor = null,
        approvedBy = null,
        gatewayAt = null,
        askedForMs = 0,
        settings = [],
        at,
      } = release;
      return inLedger(context, at, (ledger) => {
        const batch = connection.get(
          'SELECT batchNumber, profileNumber, state, rowsHash, scheduledFor, scheduleError FROM batches WHERE batchId = +?',
          batchId,
        );
        if (batch === undefined || batch['state'] === 'importing') return 'notFound';
        if (batch['state'] !== 'draft') return 'notDraft';
        if (textIn(batch, 'rowsHash') !== rowsHash) return 'changed';
        if (
          scheduledFor !== null &&
          (integerOrNullIn(batch, 'scheduledFor') !== scheduledFor ||
            textOrNullIn(batch, 'scheduleError') !== null)
        )
          return 'unscheduled';
        const profileNumber = integerIn(batch, 'profileNumber');
        if (releasesSeen !== null && releasesBeside(context, profileNumber) !== releasesSeen)
          return 'overtaken';
        const batchNumber = integerIn(batch, 'batchNumber');
        connection.run(
          `UPDATE batches SET state = 'releasing', releasedAt = ? WHERE batchNumber = +?`,
          at,
          batchNumber,
        );
        endSchedule(context, batchNumber);
        forgetLost(context, batchNumber);
        const approved = approvedBy === null ? {} : { approvedBy: [...approvedBy] };
        const time = gatewayAt === null ? {} : { gatewayAt: new Date(gatewayAt).toISOString() };
        const asked = askedForMs === 0 ? {} : { askedForMs };
        const how = scheduledFor === null ? released : releasedAsScheduled;
        const cause = { ...how, ...approved, ...time, ...asked };
        const detail = confirmed === null ? rowsHash : JSON.stringify({ rowsHash, confirmed });
        ledger.batchChanged(batchNumber, 'draft', 'releasing', { cause, detail });
        const [first, last] = paymentIdsOf(batchNumber);
        const hasRetries = connection.get(
          'SELECT 1 FROM payments WHERE paymentId > +? AND paymentId <= +? AND retryOf IS NOT NULL LIMIT 1',
          first,
          last,
        );
        if (hasRetries !== undefined) noteRetries(context, at);
        writeSettings(connection, ledger, settings);
        return 'released';
      });
    },

    releaseOf(batchId) {
      const row = eventOfRelease(context, batchCache.numberOf(batchId));
      if (row === undefined || isOfOtherProfile(row)) return null;
      // The hash comes before confirmed duplicates, so that it is present however long their list is.
      const [, rowsHash] = /^(?:\{"rowsHash":")?([0-9a-zA-Z]+)/.exec(textOrNullIn(row, 'detail') ?? '') ?? [];
      if (rowsHash === undefined) return null;
      const cause = readCause(textIn(row, 'cause'), null);
      const { gatewayAt, askedForMs = 0 } = cause.code === 'released' ? cause : {};
      return {
        rowsHash,
        at: integerIn(row, 'at'),
        gatewayAt: gatewayAt === undefined ? null : Date.parse(gatewayAt),
        askedForMs,
      };
    },

    queueRows(batchId, limit, at) {
      const batchNumber = batchCache.numberOf(batchId);
      if (batchNumber === null) return 0;
      const event = eventOfRelease(context, batchNumber);
      // Recorded under the person who released it, even if another run of the program continues with it.
      const actor = event === undefined ? null : textOrNullIn(event, 'actor');
      return inLedger({ connection, actor }, at, (ledger) => {
        const isReleasing = `SELECT 1 FROM batches WHERE batchNumber = +? AND state = 'releasing'`;
        if (connection.get(isReleasing, batchNumber) === undefined) return 0;
        const queued = changeDraftRows(context, ledger, batchNumber, limit, {
          to: 'queued',
          cause: causeOfRows(event),
          at,
        });
        if (queued < limit) finishRelease(context, ledger, batchNumber, { code: 'allQueued' });
        return queued;
      });
    },
  } satisfies Partial<BatchStore>;
}

const released = { code: 'released' } as const;
const releasedAsScheduled = { code: 'released', isScheduled: true } as const;

/** The event of the release of a batch; a pause before all rows are queued is another event of the state `releasing`. */
function eventOfRelease({ connection }: Context, batchNumber: number | null): Row | undefined {
  return connection.get(
    `SELECT at, cause, actor, detail, facts, ${batchProfile} FROM events INDEXED BY eventsOfBatch
     WHERE entity = 'batch' AND entityId = +? AND fromState = 'draft' AND toState = 'releasing' ORDER BY sequence DESC LIMIT 1`,
    batchNumber,
  );
}

/** The rows of a batch are queued with the reason of the batch's release. */
function causeOfRows(event: Row | undefined): Cause {
  const cause: Cause = event === undefined ? released : readCause(textIn(event, 'cause'), null);
  return cause.code === 'released' && cause.isScheduled === true ? releasedAsScheduled : released;
}

/** The releases of this profile and of the others in its environment, and the payouts that came back. */
function releasesBeside(context: Context, profileNumber: number): number {
  const releases = context.connection.integer(
    `SELECT count(*) AS releases FROM profiles AS own
       CROSS JOIN profiles AS beside ON beside.environment = own.environment
       CROSS JOIN batches INDEXED BY releases ON batches.profileNumber = beside.profileNumber
     WHERE own.profileNumber = +? AND releasedAt IS NOT NULL AND batches.kind = 'payout'`,
    profileNumber,
  );
  return countRevivals(context) + releases;
}

/**
 * Retries were released, or are found to be missing. The time, later than the last one whatever the clock says, since copies of a database
 * give the same numbers to other events.
 */
export function noteRetries({ connection }: Context, at: number): void {
  connection.run('UPDATE databaseIdentity SET retriedAt = max(retriedAt + 1, ?)', at);
}
