import type { FlowStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { changedSincePaid } from './changed-since-paid.ts';
import { explainDifference, explanations } from './explanations.ts';
import { indexFlows } from './index-flows.ts';
import { openTopUps } from './open-top-ups.ts';
import { flowPayments, lastPaidAt, walkMoved } from './flow-payments.ts';
import { lastEvent, lastEventBefore, paymentsMovedSince } from './moved-since.ts';
import { firstFlowDay, flowsBetween, openFlows, walkFlows } from './read-flows.ts';
import { isOfFacets } from '../history/conditions.ts';

/** Implements FlowStore. */
export function flowStore(context: Context): FlowStore {
  return {
    indexFlows: (limit) => indexFlows(context, limit),
    flowsBetween: (keyId, days) => flowsBetween(context, keyId, days),
    openFlows: (keyId) => openFlows(context, keyId),
    openTopUps: (keyId, page) => openTopUps(context, keyId, page),
    walkFlows: (filter) => (isOfFacets(filter) ? walkFlows(context, filter) : null),
    walkMoved: (keyId, currencyCode, time) => walkMoved(context, keyId, currencyCode, time),
    firstFlowDay: (keyId) => firstFlowDay(context, keyId),
    explainDifference: (keyId, explained, at) => explainDifference(context, keyId, explained, at),
    explanations: (keyId, currencyCode) => explanations(context, keyId, currencyCode),
    changedSincePaid: (keyId, currencyCode, limit) => changedSincePaid(context, keyId, currencyCode, limit),
    flowPayments: (keyId, search) => flowPayments(context, keyId, search),
    lastPaidAt: (keyId, time) => lastPaidAt(context, keyId, time),
    lastEvent: () => lastEvent(context),
    lastEventBefore: (at) => lastEventBefore(context, at),
    paymentsMovedSince: (keyId, place, limit) => paymentsMovedSince(context, keyId, place, limit),
  } satisfies FlowStore;
}
