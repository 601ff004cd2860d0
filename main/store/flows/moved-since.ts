import { hourMs } from '../../../contract/duration.ts';
import type { FlowStore } from '../../core/ports/index.ts';
import { lastSequence } from '../audit/chain-head.ts';
import type { Context } from '../context.ts';
import { profileNumberOf } from '../profiles/profile-number.ts';
import { integerIn } from '../read-row.ts';
import { paymentOfFlow } from './flow-payments.ts';
import { followedUpTo } from '../audit/follow-log.ts';

/** See FlowStore. */
export function lastEvent({ connection }: Context): number {
  return lastSequence(connection);
}

/** See FlowStore. */
export function lastEventBefore(context: Context, at: number): number {
  const first = context.connection.integerOrNull(
    'SELECT min(sequence) AS first FROM eventHours INDEXED BY sequencesOfHours WHERE hour >= +?',
    Math.floor(at / hourMs),
  );
  return first === null ? lastEvent(context) : first - 1;
}

/** See FlowStore. */
export function paymentsMovedSince(
  context: Context,
  keyId: string,
  { since, after }: { readonly since: number; readonly after: number },
  limit: number,
): ReturnType<FlowStore['paymentsMovedSince']> {
  const { connection } = context;
  const end = followedUpTo(connection, 'flowsProgress') ?? 0;
  const until = Math.min(after + limit, end);
  const rows = connection.all(
    `SELECT entityId FROM events
     WHERE sequence > +? AND sequence <= +? AND entity = 'payment' AND ${isMove('events')}
       AND NOT EXISTS (SELECT 1 FROM events AS earlier INDEXED BY eventsOfPayment
         WHERE earlier.entity = 'payment' AND earlier.entityId = events.entityId AND earlier.sequence > +?
           AND earlier.sequence < events.sequence AND ${isMove('earlier')})
       AND EXISTS (SELECT 1 FROM flowPayments CROSS JOIN flows USING (flowNumber)
         WHERE paymentId = entityId AND profileNumber = +?)
     ORDER BY sequence`,
    after,
    until,
    since,
    profileNumberOf(connection, keyId),
  );
  return {
    payments: rows.map((row) => paymentOfFlow(context, integerIn(row, 'entityId'))),
    next: until < end ? until : null,
  };
}

/** Whether the gateway may have taken money by this event, and had not before. One in conflict is asked about again and again. */
function isMove(events: string): string {
  return `${events}.toState IN ('sending', 'accepted', 'paid', 'conflict') AND ${events}.fromState NOT IN ('accepted', 'paid')
    AND ${events}.toState <> ${events}.fromState`;
}
