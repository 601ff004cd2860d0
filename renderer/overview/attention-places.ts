import type { AttentionItem } from '../../contract/treasury.ts';
import type { Tone } from '../kit/states.ts';
import { payoutsLink } from '../payouts/view.ts';

/** Where a person goes to deal with it; null: it is dealt with where it is told. */
export function placeOf({ kind, profileName, batchId }: AttentionItem): string | null {
  switch (kind) {
    case 'unknown':
    case 'conflict':
    case 'outside':
    case 'rejected':
    case 'failed':
      return payoutsLink({ profileName, batchId, states: [kind] });
    case 'paidTwice':
    case 'rowsTampered':
    case 'environmentContradicted':
    case 'endChanged':
    case 'statusChanged':
    case 'heldDuplicates':
      return batchId === null ? '/batches' : `/batches/${batchId}`;
    case 'lowBalance':
      return null;
  }
}

export function toneOfItem({ kind }: AttentionItem): Tone {
  return kind === 'unknown' || kind === 'outside' || kind === 'heldDuplicates' || kind === 'lowBalance'
    ? 'doubt'
    : 'bad';
}

/** Whether a person can take it as seen. What is still open, such as an unknown payout, stays until it is settled. */
export function isDismissable({ kind }: AttentionItem): boolean {
  return kind !== 'unknown' && kind !== 'outside' && kind !== 'heldDuplicates' && kind !== 'lowBalance';
}

const titles: Record<AttentionItem['kind'], string> = {
  paidTwice: 'Paid twice',
  rowsTampered: 'Rows changed after release',
  environmentContradicted: 'Wrong environment',
  endChanged: 'Outcome changed',
  statusChanged: 'Status changed',
  outside: 'Sent outside this history',
  unknown: 'Unknown',
  conflict: 'Conflict',
  rejected: 'Rejected',
  failed: 'Failed',
  heldDuplicates: 'Held duplicates',
  lowBalance: 'Low balance',
};

export function titleOfItem({ kind }: AttentionItem): string {
  return titles[kind];
}
