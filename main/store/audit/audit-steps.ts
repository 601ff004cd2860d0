import type { AuditedRecord, AuditProblem } from '../../../contract/audit/audit-problem.ts';
import type { Cause } from '../../../contract/payments/cause.ts';
import { beginningOf, type LoggedEvent } from './audit-facts.ts';
import { factColumns, factOf, type Values } from './event-facts.ts';
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
 * edited it in between. An event that says what the record was before shows every edit.
 */
export function stepProblems(
  record: AuditedRecord,
  subject: keyof typeof mayChange,
  events: readonly LoggedEvent[],
): AuditProblem[] {
  const problems: AuditProblem[] = [];
  let last: Values | undefined;
  for (const event of events) {
    const after = event.facts?.[subject];
    if (after === undefined) continue;
    const before = event.facts?.before ?? last;
    if (before !== undefined) {
      const columns = [...new Set([...Object.keys(last ?? {}), ...Object.keys(before)])];
      const edited = columns.filter((column) => last?.[column] !== before[column]);
      problems.push(...editsOf(edited, record, [last ?? {}, before], event));
      problems.push(...editsBetween(record, subject, [before, after], event));
    }
    last = after;
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
  const edited = differing.filter(
    ([column, may]) => may === 'once' || !mayDiffer(column, may, before[column], cause, event),
  );
  return editsOf(
    edited.map(([column]) => column),
    record,
    [before, after],
    event,
  );
}

function editsOf(
  columns: readonly string[],
  record: AuditedRecord,
  [before, after]: readonly [Values, Values],
  { sequence }: LoggedEvent,
): AuditProblem[] {
  return columns.map((column) => ({
    code: 'editedBetween',
    record,
    column,
    sequence,
    value: beginningOf(after[column]),
    expected: beginningOf(before[column]),
  }));
}

function mayDiffer(
  column: string,
  may: Exclude<May, 'once'>,
  before: Values[string] | undefined,
  cause: Cause,
  { cause: text, detail }: LoggedEvent,
): boolean {
  // An older Bursar did not write a separate cause for each change.
  if (!text.startsWith('{') || cause.code === 'other') return true;
  if (cause.code === 'profileEdited' && cause.changes.length > 0)
    return cause.changes.some(({ field, from }) => field === column && factOf(from) === (before ?? null));
  // Only a batch that is not paused is paused, and only one that is paused is resumed.
  if (column === 'pausedAt')
    return (before === undefined) !== (cause.code === 'resumed') && may.includes(cause.code);
  // A response without a fee keeps the known one.
  if (cause.code === 'answered' && column.startsWith('fee') && detail !== null && !isCut(detail))
    return /"fee"/.test(detail);
  return may.includes(cause.code);
}
