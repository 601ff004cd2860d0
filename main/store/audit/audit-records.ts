import type { AuditProblem } from '../../../contract/audit/audit-problem.ts';
import { isRecorded, usualSettings } from '../../../contract/settings.ts';
import type { AuditStep } from '../../core/ports/index.ts';
import type { Connection, Value } from '../connection.ts';
import { integerIn, textIn, type Row } from '../read-row.ts';
import { AuditedBatch } from './audit-batch.ts';
import { byNumber, eventColumns, toLoggedEvent, valueProblems, type LoggedEvent } from './audit-facts.ts';
import { paymentProblems } from './audit-payment.ts';
import { stepProblems } from './audit-steps.ts';
import { factColumns, recordTables, sealOf, settingFactIn, settingFactOf } from './event-facts.ts';
import { batchNumberOf, idsPerBatch, paymentIdsOf } from '../payments/payment-id.ts';

const batchesAtOnce = 100;
const paymentsAtOnce = 250;
const recordsAtOnce = 250;
const lastBatchNumber = Math.floor(Number.MAX_SAFE_INTEGER / idsPerBatch) - 1;

/** Numbers after the first, up to and including the second. */
type Range = readonly [after: number, through: number];

/** Recomputes every batch and payment from its events, reading both in order, with everything else that has their numbers. */
export function* verifyRecords(connection: Connection): Generator<AuditStep, void> {
  for (let after = 0; after < lastBatchNumber;) {
    const rows = connection.all(
      'SELECT * FROM batches WHERE batchNumber > +? ORDER BY batchNumber LIMIT +?',
      after,
      batchesAtOnce,
    );
    const last = rows.at(-1);
    const through =
      last === undefined || rows.length < batchesAtOnce ? lastBatchNumber : integerIn(last, 'batchNumber');
    yield* verifyBatches(connection, rows, [after, through]);
    after = through;
  }
}

function* verifyBatches(
  connection: Connection,
  rows: readonly Row[],
  range: Range,
): Generator<AuditStep, void> {
  const batches = batchesOf(connection, rows, range);
  const [after, through] = [paymentIdsOf(range[0])[1], paymentIdsOf(range[1])[1]];
  for (let place = after; place < through;) {
    const page = pageOfPayments(connection, [place, through]);
    yield verifyPage(connection, page, batches);
    place = page.range[1];
  }
  const counts = within(connection, 'SELECT * FROM paymentCounts', 'batchNumber', range);
  const countsByBatch = byNumber(counts, 'batchNumber');
  const problems = Array.from(batches, ([batchNumber, batch]) =>
    batch.problems(countsByBatch.get(batchNumber) ?? []),
  );
  const unsealedBatches = Array.from(batches.values(), (batch) => batch.unsealed());
  yield {
    events: 0,
    payments: 0,
    problems: problems.flat(),
    unsealedBatches: unsealedBatches.filter((batchId) => batchId !== null),
    olderPayments: 0,
    unexplainedSettings: [],
  };
}

/** Every batch of these numbers that exists or has events. */
function batchesOf(connection: Connection, rows: readonly Row[], range: Range): Map<number, AuditedBatch> {
  const events = eventsWithin(connection, 'batch', range);
  const byBatch = new Map(rows.map((row) => [integerIn(row, 'batchNumber'), row]));
  const numbers = new Set([...byBatch.keys(), ...events.keys()]);
  return new Map(
    Array.from(numbers, (batchNumber) => [
      batchNumber,
      new AuditedBatch(batchNumber, byBatch.get(batchNumber), events.get(batchNumber) ?? []),
    ]),
  );
}

type Page = { readonly rows: readonly Row[]; readonly range: Range };

function pageOfPayments(connection: Connection, [after, through]: Range): Page {
  const rows = connection.all(
    'SELECT * FROM payments WHERE paymentId > +? AND paymentId <= +? ORDER BY paymentId LIMIT +?',
    after,
    through,
    paymentsAtOnce,
  );
  const last = rows.at(-1);
  const isEnd = last === undefined || rows.length < paymentsAtOnce;
  return { rows, range: [after, isEnd ? through : integerIn(last, 'paymentId')] };
}

function verifyPage(
  connection: Connection,
  { rows, range }: Page,
  batches: ReadonlyMap<number, AuditedBatch>,
): AuditStep {
  const [after, through] = range;
  const batchRange: Range = [batchNumberOf(after + 1) - 1, batchNumberOf(through)];
  const states = byNumber(within(connection, 'SELECT * FROM lives', 'paymentId', range), 'paymentId');
  const bodies = byNumber(within(connection, 'SELECT * FROM bodies', 'paymentId', range), 'paymentId');
  const attempts = byNumber(
    within(connection, 'SELECT * FROM attempts', 'paymentId', range, ', number'),
    'paymentId',
  );
  const incoming = byNumber(
    within(connection, 'SELECT * FROM incoming', 'batchNumber', batchRange),
    'batchNumber',
  );
  const events = eventsWithin(connection, 'payment', range);
  const problems: AuditProblem[] = [];
  let olderPayments = 0;
  for (const row of rows) {
    const paymentId = integerIn(row, 'paymentId');
    const batchNumber = batchNumberOf(paymentId);
    const seal = sealOf(row);
    const [life] = states.get(paymentId) ?? [];
    const batch = batches.get(batchNumber);
    if (batch === undefined)
      problems.push({
        code: 'paymentWithoutBatch',
        record: { entity: 'payment', idPayment: textIn(row, 'idPayment') },
      });
    else batch.add(seal, life === undefined ? 'draft' : textIn(life, 'state'));
    const found = paymentProblems({
      row,
      seal,
      life,
      incoming: incoming.get(batchNumber)?.[0],
      body: bodies.get(paymentId)?.[0],
      attempts: attempts.get(paymentId) ?? [],
      events: events.get(paymentId) ?? [],
    });
    problems.push(...found.problems);
    if (found.isOlder) olderPayments += 1;
    for (const each of [states, bodies, attempts, events]) each.delete(paymentId);
  }
  const missing = new Set([states, bodies, attempts, events].flatMap((each) => [...each.keys()]));
  for (const paymentId of missing)
    if (!wasTakenBack(batches.get(batchNumberOf(paymentId)), events.get(paymentId)))
      problems.push(missingPayment(paymentId, batches));
  return {
    events: 0,
    payments: rows.length,
    problems,
    unsealedBatches: [],
    olderPayments,
    unexplainedSettings: [],
  };
}

/** A deleted draft leaves no rows: its batch is importing again, and its payments ended as drafts. */
function wasTakenBack(batch: AuditedBatch | undefined, events: readonly LoggedEvent[] | undefined): boolean {
  return batch?.isImport === true && events?.at(-1)?.to === 'draft';
}

function missingPayment(paymentId: number, batches: ReadonlyMap<number, AuditedBatch>): AuditProblem {
  const batchNumber = batchNumberOf(paymentId);
  const record = batches.get(batchNumber)?.record ?? { entity: 'unnamedBatch' as const, batchNumber };
  return { code: 'paymentMissing', record, rowNumber: paymentId - paymentIdsOf(batchNumber)[0] };
}

function eventsWithin(
  connection: Connection,
  entity: 'payment' | keyof typeof recordTables,
  range: Range,
): Map<number, LoggedEvent[]> {
  const rows = connection.all(
    `SELECT ${eventColumns} FROM events WHERE entity = '${entity}' AND entityId > +? AND entityId <= +?
     ORDER BY entityId, sequence`,
    ...range,
  );
  const events = new Map<number, LoggedEvent[]>();
  for (const [entityId, found] of byNumber(rows, 'entityId')) events.set(entityId, found.map(toLoggedEvent));
  return events;
}

function within(
  connection: Connection,
  select: string,
  column: string,
  range: readonly [Value, Value],
  thenBy = '',
): Row[] {
  return connection.all(
    `${select} WHERE ${column} > +? AND ${column} <= +? ORDER BY ${column}${thenBy}`,
    ...range,
  );
}

/** The full state in the last event of each profile, and of each payee's record. */
const latest = [
  { entity: 'profile', name: 'name' },
  { entity: 'payee', name: 'payeeId' },
  { entity: 'controls', name: 'hash' },
] as const;

/** The defaults, which an older Bursar also stored without an event. */
const usualFacts = new Map(
  Object.entries(usualSettings).map(([name, value]) => [name, settingFactOf(JSON.stringify(value))]),
);

/**
 * Compares each setting with its last event, and what each event found with the event before it, and names those without one: views have none,
 * and an older Bursar's have none. A view of which an older Bursar recorded a change is not compared.
 */
export function settingFindings(connection: Connection): Pick<AuditStep, 'problems' | 'unexplainedSettings'> {
  const rows = connection.all(
    `SELECT ${eventColumns} FROM events WHERE entity = 'settings' AND entity <> 'payment' ORDER BY sequence`,
  );
  const recorded = new Map<string, string>();
  const problems: AuditProblem[] = [];
  const unexplainedSettings: AuditStep['unexplainedSettings'][number][] = [];
  for (const { sequence, facts } of rows.map(toLoggedEvent))
    for (const [name, value] of Object.entries(facts?.settings ?? {})) {
      const [last, replaced] = [recorded.get(name), facts?.before?.[name]];
      recorded.set(name, settingFactIn(value));
      const before = replaced === undefined ? undefined : settingFactIn(replaced);
      if (facts?.before === undefined || before === last || !isRecorded(name)) continue;
      if (last !== undefined) problems.push({ code: 'settingEditedBetween', name, sequence });
      else if (before !== usualFacts.get(name)) unexplainedSettings.push({ name, changedBy: sequence });
    }
  const kept = connection.all('SELECT name, value FROM settings ORDER BY name');
  const present = new Map(kept.map((row) => [textIn(row, 'name'), settingFactOf(textIn(row, 'value'))]));
  for (const [name, value] of recorded)
    if (isRecorded(name) && present.get(name) !== value) problems.push({ code: 'settingChanged', name });
  for (const name of present.keys())
    if (!recorded.has(name)) unexplainedSettings.push({ name, changedBy: null });
  return { problems, unexplainedSettings };
}

/** Compares each profile, each payee's record and each version of the controls with its last event, in pieces. */
export function* verifyLatest(connection: Connection): Generator<AuditProblem[], void> {
  for (const one of latest) yield* latestProblems(connection, one);
}

function* latestProblems(
  connection: Connection,
  { entity, name }: (typeof latest)[number],
): Generator<AuditProblem[], void> {
  const { table, key } = recordTables[entity];
  for (let after = 0; after < Number.MAX_SAFE_INTEGER;) {
    const rows = connection.all(
      `SELECT * FROM ${table} WHERE ${key} > +? ORDER BY ${key} LIMIT +?`,
      after,
      recordsAtOnce,
    );
    const last = rows.at(-1);
    const through =
      last === undefined || rows.length < recordsAtOnce ? Number.MAX_SAFE_INTEGER : integerIn(last, key);
    const events = eventsWithin(connection, entity, [after, through]);
    const problems = rows.flatMap((row) => {
      const place = integerIn(row, key);
      const record = { entity, name: textIn(row, name) };
      const found = events.get(place) ?? [];
      const event = found.at(-1);
      events.delete(place);
      if (event === undefined) return [{ code: 'recordAdded' as const, record }];
      return [
        ...stepProblems(record, entity, found),
        ...valueProblems(record, row, event.facts?.[entity] ?? {}, factColumns[entity]),
      ];
    });
    const missing = Array.from(events.values(), (found) => found.at(-1)).flatMap((event) => {
      const gone = event === undefined ? undefined : event.facts?.[entity]?.[name];
      return gone === undefined
        ? []
        : [{ code: 'recordMissing' as const, record: { entity, name: String(gone) } }];
    });
    yield [...problems, ...missing];
    after = through;
  }
}
