import type { ShownEvidence, ShownFinding } from '../../../contract/approvals/shown-findings.ts';
import { wholeAccount } from '../../../contract/payees/payee-key.ts';
import { isUnusual, type Lift } from './findings.ts';
import { compareNames } from './names/compare-names.ts';
import type { FoundPayee } from './one-finding.ts';

const lifted: Lift = {
  isLifted: true,
  text: 'An approver has approved the payment with this, so it does not block.',
};
const noteOnly: Lift = {
  isLifted: false,
  text: 'The approved request shows this as a note only, so its approval does not lift it.',
};
const otherwise: Lift = {
  isLifted: false,
  text: 'The approved request says something else about this, so its approval does not lift it.',
};

/**
 * Whether the approval of requests that show this about a row lifts a finding of this computer; null if they show nothing of the kind. What was paid
 * how often may differ: it changes with every payout. Nothing else that the text says may be less than what is known here.
 */
export function liftOf(found: FoundPayee, shown: readonly ShownFinding[]): Lift | null {
  if (shown.length === 0) return null;
  const same = shown.filter(({ evidence }) => evidence !== null && saysAsMuch(found, evidence));
  if (same.length === 0) return otherwise;
  return same.some(({ level }) => level !== 'info') ? lifted : noteOnly;
}

function saysAsMuch({ kind, evidence }: FoundPayee, shown: ShownEvidence): boolean {
  const [known = null] = evidence.known;
  return (
    isSameKnown(known, shown.known) &&
    (evidence.paidSoFar !== null || shown.paidSoFar === null) &&
    (evidence.countsFrom !== null || shown.countsFrom === null) &&
    (kind !== 'unusualAmount' || (shown.known !== null && isUnusual(shown.known, evidence))) &&
    (kind !== 'sharedAccount' || JSON.stringify(shown.rows) === JSON.stringify(evidence.rows))
  );
}

/** Whether the known payee that an approver was shown is the one that is known here, under one of its names. */
function isSameKnown(
  known: FoundPayee['evidence']['known'][number] | null,
  shown: ShownEvidence['known'],
): boolean {
  if (known === null || shown === null) return known === null && shown === null;
  const [name = ''] = shown.names;
  const names = known.names.length === 0 ? [''] : known.names;
  return (
    wholeAccount(known.account) === wholeAccount(shown.account) &&
    names.some((each) => compareNames(each, name) === 'same') &&
    (shown.isBlocked || !known.isBlocked)
  );
}
