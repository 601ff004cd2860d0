import type { AuditedRecord, AuditProblem } from '../../../contract/audit/audit-problem.ts';
import { readCause } from './read-cause.ts';
import { textIn, timeIn, timeOrNullIn, bytesIn, type Row } from '../read-row.ts';
import { lifeProblems, valueProblems, type LoggedEvent } from './audit-facts.ts';
import { stepProblems } from './audit-steps.ts';
import { bytesHash, hexOf } from './event-hash.ts';
import { factColumns, factOf, type Values } from './event-facts.ts';

type PaymentRecord = Extract<AuditedRecord, { entity: 'payment' }>;

type RecordedPayment = {
  readonly row: Row;
  readonly seal: string;
  readonly life: Row | undefined;
  readonly incoming: Row | undefined;
  readonly body: Row | undefined;
  readonly attempts: readonly Row[];
  readonly events: readonly LoggedEvent[];
};

/** Recomputes a payment from its events (invariants I2 and I6); `isOlder` means that they do not determine all of it. */
export function paymentProblems(payment: RecordedPayment): { problems: AuditProblem[]; isOlder: boolean } {
  const { row, life, events } = payment;
  const record: PaymentRecord = { entity: 'payment', idPayment: textIn(row, 'idPayment') };
  const present = life === undefined ? 'draft' : textIn(life, 'state');
  const problems = lifeProblems(record, 'draft', present, events);
  const last = events.at(-1);
  if (last === undefined && life === undefined && payment.body === undefined && payment.attempts.length === 0)
    return { problems, isOlder: false };
  const facts = last === undefined ? null : last.facts;
  problems.push(...sealProblems(record, payment), ...timeProblems(record, payment));
  problems.push(...bodyProblems(record, payment), ...attemptProblems(record, payment));
  problems.push(...stepProblems(record, 'life', events), ...stepProblems(record, 'incoming', events));
  if (facts?.life !== undefined && life !== undefined)
    problems.push(...valueProblems(record, life, facts.life, factColumns.life));
  if (facts?.incoming !== undefined)
    problems.push(...valueProblems(record, payment.incoming ?? {}, facts.incoming, factColumns.incoming));
  return { problems, isOlder: last !== undefined && facts === null };
}

/** The first event of a payment carries the seal of the row that was released. */
function sealProblems(record: PaymentRecord, { events, seal }: RecordedPayment): AuditProblem[] {
  const [first] = events;
  const released = first === undefined ? undefined : first.facts?.row;
  return released === undefined || released === seal ? [] : [{ code: 'rowChanged', record }];
}

function timeProblems(record: PaymentRecord, { life, events }: RecordedPayment): AuditProblem[] {
  if (life === undefined) return [];
  const lastChange = events.findLastIndex(({ from, to }) => from !== to);
  const updatedAt = timeIn(life, 'updatedAt');
  const problems: AuditProblem[] = events.slice(lastChange).some(({ at }) => at === updatedAt)
    ? []
    : [{ code: 'updatedWithoutEvent', record, updatedAt }];
  const isOlder = events.at(-1)?.facts === null;
  const first = events.findIndex(({ to }) => to === 'sending');
  // A payment that a restored backup left in doubt counts as sent at its release; only the facts of its events say so.
  const isPlain = first >= 0 && events.slice(0, first).every(({ to }) => to !== 'unknown');
  if (isOlder && isPlain && timeOrNullIn(life, 'firstSentAt') !== events[first]?.at)
    problems.push({ code: 'firstSentDiffers', record });
  return problems;
}

function bodyProblems(record: PaymentRecord, { body, attempts, events }: RecordedPayment): AuditProblem[] {
  const intents = events.filter(({ to, from }) => to === 'sending' && from !== to);
  const problems: AuditProblem[] = [];
  if (attempts.length !== intents.length)
    problems.push({
      code: 'attemptsDiffer',
      record,
      attempts: attempts.length,
      expected: intents.length,
    });
  if (body === undefined)
    return intents.length === 0 ? problems : [...problems, { code: 'bodyMissing', record }];
  const hash = hexOf(bytesIn(body, 'bodyHash'));
  if (hexOf(bytesHash(bytesIn(body, 'body'))) !== hash) problems.push({ code: 'bodyChanged', record });
  if (attempts.some((attempt) => hexOf(bytesIn(attempt, 'bodyHash')) !== hash))
    problems.push({ code: 'attemptOfOtherBody', record });
  if (intents.length === 0 || intents.some(({ detail }) => detail !== hash))
    problems.push({ code: 'eventsOfOtherBody', record });
  return problems;
}

const attemptColumns = ['number', 'startedAt', 'finishedAt', 'status', 'answer'];

/** Each event to `sending` started an attempt, and the next event from there says how it ended. */
function attemptProblems(record: PaymentRecord, { attempts, events }: RecordedPayment): AuditProblem[] {
  const problems: AuditProblem[] = [];
  let number = 0;
  for (const [index, event] of events.entries()) {
    if (event.to !== 'sending' || event.from === event.to) continue;
    number += 1;
    const attempt = attempts[number - 1];
    if (attempt === undefined) break;
    const end = events.slice(index + 1).find(({ from, to }) => from === 'sending' && from !== to);
    const expected = { number, startedAt: event.at, ...(end === undefined ? {} : endOfAttempt(end)) };
    problems.push(...valueProblems({ ...record, attempt: number }, attempt, expected, attemptColumns));
  }
  return problems;
}

/** What an event from `sending` says about the attempt; an older Bursar's event says it in its cause and detail. */
function endOfAttempt(event: LoggedEvent): Values {
  const facts = event.facts;
  if (facts !== null) return facts.attempt ?? {};
  const cause = readCause(event.cause, event.detail);
  if (cause.code === 'interrupted' || cause.code === 'restored') return {};
  return {
    finishedAt: event.at,
    ...(cause.code === 'answered' ? { status: cause.status } : {}),
    ...(event.detail === null ? {} : { answer: factOf(event.detail) ?? '' }),
  };
}
