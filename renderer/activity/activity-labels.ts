import { EventEntity, type AuditEvent } from '../../contract/audit.ts';
import type { Cause } from '../../contract/payments/cause.ts';
import { entityLabel } from '../../contract/text/activity/event-words.ts';
import { capitalised, kindText } from '../../contract/text/states.ts';
import { payeeLink } from '../payees/payee-labels.ts';
import { paymentAddress } from '../payments/payment-address.ts';

/** The kinds of events in the filter, with their labels. */
export const kindLabels = {
  released: 'Released',
  scheduled: 'Release scheduled',
  unscheduled: 'Schedule ended',
  scheduleHeld: 'Scheduled release held',
  scheduleLost: 'Schedule lost',
  imported: 'Prepared',
  takenBack: 'Draft deleted',
  cancelled: 'Cancelled',
  paused: 'Paused',
  pausedBySafeguard: 'Paused by Bursar',
  resumed: 'Resumed',
  decided: 'Decided',
  stoppedFollowing: 'Stopped checking',
  sent: 'Sending to the gateway',
  answered: 'Gateway answered',
  notAnswered: 'No usable answer',
  asked: 'Tried to ask the gateway',
  interrupted: 'Interrupted',
  overtaken: 'Overtaken',
  mayBePaidAlready: 'Removed from the queue: perhaps paid already',
  settingChanged: 'Setting changed',
  profileAdded: 'Profile added',
  profileEdited: 'Profile edited',
  profileRemoved: 'Profile removed',
  keyStored: 'Key stored',
  keyReplaced: 'Key replaced',
  secretReplaced: 'Secret replaced',
  keyForgotten: 'Key removed',
  payeeVerified: 'Payee verified',
  payeeBlocked: 'Payee blocked',
  payeeUnblocked: 'Payee unblocked',
  payeeImported: 'Payee imported',
  payeeIsBlocked: 'Removed from the queue: payee blocked',
  approvalRequested: 'Approval requested',
  approved: 'Approved',
  approvalRejected: 'Rejected by an approver',
  approvalWithdrawn: 'Request withdrawn',
  controlsChanged: 'Approvers or policy changed',
  differenceExplained: 'Difference explained',
  created: 'Payin or top-up created',
  link: 'Payment link created',
  followed: 'Payment followed',
  referenceSet: 'Reference set',
  restored: 'Backup restored',
  olderRecords: 'Records older than what was sent',
} as const satisfies Partial<Record<Cause['code'], string>>;

/** The subjects of events, for a filter. */
export const entityChoices = EventEntity.options.map((entity) => [entity, entityLabel(entity)] as const);

/** The address of an event's subject; null if there is none. */
export function eventLink({
  entity,
  subject,
  paymentKind,
  profileName,
  batchId,
  reason,
}: Pick<AuditEvent, 'entity' | 'subject' | 'paymentKind' | 'profileName' | 'batchId' | 'reason'>):
  | string
  | null {
  switch (entity) {
    case 'payment':
      if (paymentKind === null || profileName === null || batchId === null) return null;
      return paymentAddress({ kind: paymentKind, idPayment: subject, profileName, batchId });
    case 'batch':
      if (batchId === null || paymentKind !== 'payout') return null;
      return `/batches/${batchId}`;
    case 'payee':
      return payeeLink(subject);
    case 'profile':
      return '/settings/profiles';
    case 'controls':
      return '/settings/approvals';
    case 'settings':
      return reason.code === 'settingChanged' ? settingPlace(reason.name) : '/settings';
    default:
      return null;
  }
}

function settingPlace(name: string): string {
  switch (name) {
    case 'payeePolicy':
      return '/settings/payees';
    case 'callbackListener':
      return '/settings/callbacks';
    case 'approvalFolder':
      return '/settings/approvals';
    case 'witnessFile':
      return '/settings/data';
    case 'personName':
      return '/settings/you';
    case 'updateFeedUrl':
      return '/settings/about';
    default:
      return '/settings/limits';
  }
}

/** The subject of an event, in a few words; a payin or top-up by its kind. */
export function subjectText({ entity, subject, fileName, paymentKind }: AuditEvent): string {
  if (entity === 'batch')
    return paymentKind === 'payout' || paymentKind === null
      ? (fileName ?? subject)
      : capitalised(kindText(paymentKind));
  return subject;
}
