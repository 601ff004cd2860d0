import type { EventEntity } from '../../audit.ts';
import type { Cause } from '../../payments/cause.ts';

const entities: Record<EventEntity, string> = {
  payment: 'Payment',
  batch: 'Batch',
  profile: 'Profile',
  payee: 'Payee',
  controls: 'Approvals',
  settings: 'Settings',
};

/** What an event is about. */
export function entityLabel(entity: string): string {
  return Object.hasOwn(entities, entity) ? entities[entity as EventEntity] : entity;
}

/** The kinds of events that a filter offers, in words. */
export const kindLabels = {
  released: 'Released',
  imported: 'Prepared',
  takenBack: 'Draft taken back',
  cancelled: 'Cancelled',
  paused: 'Paused',
  pausedBySafeguard: 'Paused by Bursar',
  resumed: 'Resumed',
  decided: 'Decided',
  stoppedFollowing: 'Stopped checking',
  sent: 'Sent to the gateway',
  answered: 'Gateway answered',
  notAnswered: 'No usable answer',
  asked: 'Gateway asked',
  interrupted: 'Interrupted',
  overtaken: 'Overtaken',
  settingChanged: 'Setting changed',
  profileAdded: 'Profile added',
  profileEdited: 'Profile edited',
  profileRemoved: 'Profile removed',
  keyStored: 'Key stored',
  keyReplaced: 'Key replaced',
  keyForgotten: 'Key removed',
  payeeVerified: 'Payee verified',
  payeeBlocked: 'Payee blocked',
  payeeUnblocked: 'Payee unblocked',
  payeeImported: 'Payee imported',
  payeeIsBlocked: 'Not sent: payee blocked',
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
