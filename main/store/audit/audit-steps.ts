import type { AuditedRecord, AuditProblem } from '../../../contract/audit/audit-problem.ts';
import type { Cause } from '../../../contract/payments/cause.ts';
import { beginningOf, type LoggedEvent } from './audit-facts.ts';
import { factColumns, type Values } from './event-facts.ts';
import { isCut } from './ledger.ts';
import { readCause } from './read-cause.ts';

/** When a fact may differ from the previous event: once, from nothing to something, or by these causes only. */
type May = 'once' | readonly Cause['code'][];

const byAnswer: May = ['answered'];
const byEdit: May = ['profileEdited', 'profileAddedAgain'];
const byKey: May = [
  'keyStored',
  'keyForgotten',
  'keyReplaced',
  'secretReplaced',
  'profileAddedAgain',
  'profileRemoved',
];
const byVerification: May = ['payeeVerified'];

const allOnce = <Column extends string>(columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, 'once' as const]));

/**
 * An event carries the facts as the tables have them, so an edit by another program appears in the next event, and the last event
 * agrees with the edit. Columns not listed here are overwritten by ordinary changes, or may change at any time. A schedule counts only as
 * its own event confirmed it.
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
    ...allOnce(factColumns.batch.filter((column) => !column.startsWith('schedule'))),
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
    removedAt: ['profileRemoved', 'profileAddedAgain'],
    prepareOnlySince: ['keyReplaced', 'secretReplaced', 'profileAddedAgain'],
  },
  payee: {
    ...allOnce(['payeeId', 'environment', 'payee', 'name', 'accountNumber', 'emailAddress']),
    importedAt: ['payeeImported'],
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
 * Differences between the facts of consecutive events of one record that no event between them explains: another program
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
  const differing = (rules[subject] ?? []).filter(
    ([column, may]) => before[column] !== after[column] && (may !== 'once' || before[column] !== undefined),
  );
  if (differing.length === 0) return [];
  const cause = readCause(event.cause, event.detail);
  const edited = differing.filter(([column, may]) => may === 'once' || !mayDiffer(column, may, cause, event));
  return edited.map(([column]) => ({
    code: 'editedBetween',
    record,
    column,
    sequence: event.sequence,
    value: beginningOf(after[column]),
    expected: beginningOf(before[column]),
  }));
}

function mayDiffer(
  column: string,
  may: Exclude<May, 'once'>,
  cause: Cause,
  { cause: text, detail }: LoggedEvent,
): boolean {
  // An older Bursar did not write a separate cause for each change.
  if (!text.startsWith('{') || cause.code === 'other') return true;
  if (cause.code === 'profileEdited' && cause.changes.length > 0)
    return cause.changes.some(({ field }) => field === column);
  // A response without a fee keeps the known one.
  if (cause.code === 'answered' && column.startsWith('fee') && detail !== null && !isCut(detail))
    return /"fee"/.test(detail);
  return may.includes(cause.code);
}
