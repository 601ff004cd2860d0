import type { AttentionItem, AttentionKind } from '../../contract/treasury/attention.ts';
import type { Tone } from '../kit/states/states.ts';
import { paymentAddress } from '../payments/payment-address.ts';
import { payoutsLink } from '../payouts/view.ts';

/** The address of the screen for an item in a window with this profile: the payment, its batch, or the list; null: there is none. */
export function placeOf(
  {
    kind,
    profileName,
    batchId,
    payment,
  }: Pick<AttentionItem, 'kind' | 'profileName' | 'batchId' | 'payment'>,
  shownProfileName: string | undefined,
): string | null {
  const { idPayment = null } = payment ?? {};
  if (payment !== null && idPayment === null) return '/receive';
  if (payment !== null && idPayment !== null && batchId !== null)
    return paymentAddress({ ...payment, idPayment, profileName, batchId });
  switch (kind) {
    case 'unknown':
    case 'conflict':
    case 'outside':
    case 'rejected':
    case 'failed':
      return payoutsLink({ profileName, batchId, states: [kind] });
    case 'unanswered':
      return payoutsLink({ profileName, batchId, states: ['accepted'] });
    case 'olderRecords':
      return payoutsLink({ profileName: null, batchId: null, states: ['unknown'] });
    case 'paidTwice':
    case 'mayBePaidAlready':
    case 'rowsTampered':
    case 'approvalMissing':
    case 'environmentContradicted':
    case 'endChanged':
    case 'statusChanged':
    case 'heldByFloor':
    case 'heldDuplicates':
    case 'schedule':
      return batchId === null ? '/batches' : `/batches/${batchId}`;
    case 'approvalFile':
      return '/approvals';
    case 'unreadable':
    case 'witness':
      return '/settings/data';
    case 'lowProjection':
      // That screen shows the window's profile.
      return profileName === shownProfileName ? '/treasury/position' : null;
    case 'merchantRefused':
      return '/settings/profiles';
    case 'backgroundFailure':
    case 'lowBalance':
    case 'balanceUnknown':
      return null;
  }
}

/** Kinds that stay until they are resolved. */
const stillOpen: ReadonlySet<AttentionKind> = new Set([
  'unreadable',
  'unknown',
  'unanswered',
  'outside',
  'heldByFloor',
  'heldDuplicates',
  'schedule',
  'approvalFile',
  'witness',
  'backgroundFailure',
  'lowBalance',
  'lowProjection',
  'balanceUnknown',
]);

export function toneOfItem({ kind }: Pick<AttentionItem, 'kind'>): Tone {
  return stillOpen.has(kind) ? 'doubt' : 'bad';
}

/**
 * Whether a person can dismiss it. Open items, such as an unknown payout, stay until they are resolved; a schedule that a change ended, which
 * names no batch, may be replaced by another file's.
 */
export function isDismissable({ kind, batchId }: Pick<AttentionItem, 'kind' | 'batchId'>): boolean {
  return !stillOpen.has(kind) || (kind === 'schedule' && batchId === null);
}
