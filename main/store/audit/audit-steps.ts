import type { AuditedRecord, AuditProblem } from '../../../contract/audit/audit-problem.ts';
import type { Cause } from '../../../contract/payments/cause.ts';
import { beginningOf, type LoggedEvent } from './audit-facts.ts';
import type { Values } from './event-facts.ts';
import { isCut } from './ledger.ts';
import { readCause } from './read-cause.ts';

/** When a fact may differ from that of the event before it: once, from nothing to something, or by these causes alone. */
type May = 'once' | readonly Cause['code'][];

const byAnswer: May = ['answered'];
const byEdit: May = ['profileEdited', 'profileAddedAgain'];
const byKey: May = ['keyStored', 'keyForgotten', 'keyReplaced', 'profileAddedAgain', 'profileRemoved'];
const byVerification: May = ['payeeVerified'];

const allOnce = <Column extends string>(columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, 'once' as const]));

/**
 * An event carries the facts as the tables have them, so what another program edited before it stands in the event too, and the last event
 * agrees with the edit. Of a column that is not here, what happens writes over an edit, or anything may change it.
 */
const mayChange = {
  life: {
    ...allOnce(['firstSentAt', 'gatewaySentAt']),
    gatewayStatus: byAnswer,
    feeAmount: byAnswer,
    feeCurrencyCode: byAnswer,
    gatewayCreatedAt: byAnswer,
    processedAt: byAnswer,
    isTest: byAnswer,
  },
  incoming: allOnce(['origin', 'returnUrl']),
  batch: {
    ...allOnce([
      'batchId',
      'profileNumber',
      'kind',
      'fileName',
      'fileHash',
      'contentHash',
      'callbackUrl',
      'rows',
    ]),
    ...allOnce(['lastRowNumber', 'rowsHash', 'totals', 'createdAt', 'releasedAt', 'messageId', 'source']),
    pausedAt: ['paused', 'pausedBySafeguard', 'resumed'],
  },
  profile: {
    ...allOnce(['baseUrl', 'merchantCode', 'createdAt']),
    environment: ['profileAddedAgain'],
    name: byEdit,
    callbackUrl: byEdit,
    paymentPageUrl: byEdit,
    keyId: byKey,
    signingKeyId: byKey,
    authentication: byKey,
    hasStoredKey: byKey,
  },
  payee: {
    ...allOnce(['payeeId', 'environment', 'payee', 'name', 'accountNumber', 'emailAddress']),
    blockedAt: ['payeeBlocked', 'payeeUnblocked'],
    verifiedAt: byVerification,
    verifiedBy: byVerification,
    verifiedHow: byVerification,
    verifiedNote: byVerification,
  },
  controls: {},
} satisfies Record<string, Readonly<Record<string, May>>>;

const rules = Object.fromEntries(
  Object.entries(mayChange).map(([subject, columns]) => [subject, Object.entries<May>(columns)]),
);

/**
 * What differs between the facts of consecutive events of one record although nothing that happened there changes it: another program
 * edited it in between.
 */
export function stepProblems(
  record: AuditedRecord,
  subject: keyof typeof mayChange,
  events: readonly LoggedEvent[],
): AuditProblem[] {
  const problems: AuditProblem[] = [];
  let before: Values | undefined;
  for (const event of events) {
    const after = event.facts?.[subject];
    if (after === undefined) continue;
    if (before !== undefined) problems.push(...editsBetween(record, subject, [before, after], event));
    before = after;
  }
  return problems;
}

function editsBetween(
  record: AuditedRecord,
  subject: keyof typeof mayChange,
  [before, after]: readonly [Values, Values],
  event: LoggedEvent,
): AuditProblem[] {
  const edited = (rules[subject] ?? []).filter(
    ([column, may]) => before[column] !== after[column] && !mayDiffer(column, may, before, event),
  );
  return edited.map(([column]) => ({
    code: 'editedBetween',
    record,
    column,
    sequence: event.sequence,
    value: beginningOf(after[column]),
    expected: beginningOf(before[column]),
  }));
}

function mayDiffer(column: string, may: May, before: Values, { cause: text, detail }: LoggedEvent): boolean {
  if (may === 'once') return before[column] === undefined;
  const cause = readCause(text, detail);
  // What an older Bursar wrote names no cause of its own for each change.
  if (!text.startsWith('{') || cause.code === 'other') return true;
  if (cause.code === 'profileEdited' && cause.changes.length > 0)
    return cause.changes.some(({ field }) => field === column);
  // A response without a fee leaves the one that is known.
  if (cause.code === 'answered' && column.startsWith('fee') && detail !== null && !isCut(detail))
    return /"fee"/.test(detail);
  return may.includes(cause.code);
}
