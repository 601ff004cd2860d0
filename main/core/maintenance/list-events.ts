import type { Actor } from '../../../contract/actor.ts';
import { type AuditEvent, type AuditFilter, mostPaymentsOfPayee } from '../../../contract/audit.ts';
import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import { Cause } from '../../../contract/payments/cause.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { actorLabel } from '../../../contract/text/activity/actor-text.ts';
import { eventDetail } from '../../../contract/text/activity/event-detail.ts';
import { largestXlsxRows, tooManyRowsText } from '../../../contract/text/export-columns.ts';
import { causeText } from '../../../contract/text/cause-text.ts';
import { countText } from '../../../contract/text/numbers.ts';
import { settingLabel } from '../../../contract/text/activity/setting-text.ts';
import { entityLabel, outcomeOfEvent } from '../../../contract/text/activity/event-words.ts';
import type { CoreContext, EmittingContext } from '../context/context.ts';
import { aboutLines, exportStopped } from '../context/exports.ts';
import { noBatch } from '../context/subject.ts';
import { catchUpPayees, toPayee } from '../payees/known.ts';
import { isoTime } from '../payments/convert.ts';
import { payeeHashOf } from '../payments/payee.ts';
import type { EventFilter, ListedEvent } from '../ports/index.ts';

const writtenAtOnce = 500;

/** A page of the log (operation `audit.list`). */
export async function listEvents(
  context: EmittingContext,
  { before, limit, ...wanted }: ParsedInput<'audit.list'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'audit.list'>>> {
  const filter = await filterOf(context, wanted, signal);
  if (!filter.ok) return filter;
  const paymentIds = filter.value.paymentIds?.slice(0, mostPaymentsOfPayee) ?? null;
  const found: ListedEvent[] = [];
  for (const step of context.store.walkEvents({ ...filter.value, paymentIds }, before)) {
    found.push(...step);
    if (found.length > limit) break;
    await context.clock.turn();
    if (signal.aborted) return fail('stopped', 'Reading the audit log was stopped. Nothing was changed.');
  }
  const events = found.slice(0, limit).map(toAuditEvent);
  return succeed({ events, next: found.length > limit ? (events.at(-1)?.sequence ?? null) : null });
}

const columns: readonly { readonly header: string; readonly cell: (event: AuditEvent) => string }[] = [
  { header: 'sequence', cell: ({ sequence }) => String(sequence) },
  { header: 'time', cell: ({ at }) => at },
  { header: 'person', cell: ({ actor }) => actor?.name ?? '' },
  { header: 'systemUser', cell: ({ actor }) => actor?.user ?? '' },
  { header: 'about', cell: ({ entity }) => entityLabel(entity) },
  { header: 'subject', cell: ({ subject }) => subject },
  { header: 'batchId', cell: ({ batchId }) => batchId ?? '' },
  { header: 'fileName', cell: ({ fileName }) => fileName ?? '' },
  { header: 'profileName', cell: ({ profileName }) => profileName ?? '' },
  { header: 'kind', cell: ({ reason }) => reason.code },
  { header: 'event', cell: ({ cause }) => cause },
  { header: 'detail', cell: ({ detail }) => detail ?? '' },
  { header: 'from', cell: ({ from }) => from ?? '' },
  { header: 'to', cell: ({ to }) => to ?? '' },
  { header: 'hash', cell: ({ hash }) => hash },
];

/** The events that a filter finds, as a file (operation `audit.export`). */
export async function exportEvents(
  context: EmittingContext & Pick<CoreContext, 'files'>,
  { filter: wanted, format }: ParsedInput<'audit.export'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'audit.export'>>> {
  const filter = await filterOf(context, wanted, signal);
  if (!filter.ok) return filter;
  if ((filter.value.paymentIds?.length ?? 0) > mostPaymentsOfPayee)
    return fail(
      'inputInvalid',
      `This payee has more than ${countText(mostPaymentsOfPayee)} payouts, and the file would leave out the events of the oldest. Export the events of a batch or period instead.`,
    );
  const table = context.files.beginTable(
    format,
    columns.map(({ header }) => header),
  );
  let rows = 0;
  for (const step of context.store.walkEvents(filter.value, null)) {
    rows += step.length;
    if (format === 'xlsx' && rows > largestXlsxRows) return fail('inputInvalid', tooManyRowsText('events'));
    await table.add(step.map((event) => columns.map(({ cell }) => cell(toAuditEvent(event)))));
    if (step.length > 0 && rows % writtenAtOnce < step.length)
      context.emit({ kind: 'progress', id: 'export', done: rows, total: null });
    await context.clock.turn();
    if (signal.aborted) return exportStopped();
  }
  const { person, byPeople, entities, kinds, batchId, payeeId, from, until } = wanted;
  const about = aboutLines(
    [
      ['Filter: Person', person],
      ['Filter: Events', byPeople ? 'of people' : null],
      ['Filter: About', entities.length === 0 ? null : entities.map(entityLabel).join(', ')],
      ['Filter: What happened', kinds.length === 0 ? null : kinds.join(', ')],
      ['Filter: Batch', batchId],
      ['Filter: Payee', payeeId],
      ['Filter: At or after (UTC)', from, 'time'],
      ['Filter: Before (UTC)', until, 'time'],
    ],
    context.clock.now(),
    rows,
  );
  return succeed({ bytes: await table.finish(about), rows });
}

function toAuditEvent({ cause, at, detail, environment: _environment, ...event }: ListedEvent): AuditEvent {
  return {
    ...event,
    at: isoTime(at),
    subject: cause.code === 'settingChanged' ? settingLabel(cause.name) : event.subject,
    person: actorLabel(event.actor),
    reason: cause,
    cause: causeText(cause, event.actor),
    detail: eventDetail(cause, detail) ?? outcomeOfEvent({ ...event, reason: cause }),
  };
}

const knownKinds: readonly string[] = Cause.options.map(({ shape }) => shape.code.value);

async function filterOf(
  context: EmittingContext,
  wanted: AuditFilter,
  signal: AbortSignal,
): Promise<Result<EventFilter>> {
  const { store } = context;
  const { entities, kinds, batchId, payeeId } = wanted;
  const unknown = kinds.find((kind) => !knownKinds.includes(kind));
  if (unknown !== undefined)
    return fail('inputInvalid', `There is no kind of event ${unknown}. Kinds are: ${knownKinds.join(', ')}.`);
  if (batchId !== null && store.findAnyBatch(batchId) === null) return noBatch(batchId);
  const payee = payeeId === null ? null : await payeeOf(context, payeeId, signal);
  if (payeeId !== null && payee === null) return fail('notFound', `There is no payee ${payeeId}.`);
  const named = wanted.person === null && !wanted.byPeople ? null : store.listActors();
  return succeed({
    actors: named === null ? null : named.filter((actor) => isCalled(actor, wanted.person)),
    signer: wanted.person,
    entities,
    kinds,
    batchId,
    payeeIds: payee?.payeeIds ?? [],
    paymentIds: payee?.paymentIds ?? null,
    from: wanted.from === null ? null : Date.parse(wanted.from),
    until: wanted.until === null ? null : Date.parse(wanted.until),
  });
}

/** The payments to the payee, and the records about it, including those of its other accounts, as its page shows them. */
async function payeeOf(
  context: EmittingContext,
  payeeId: string,
  signal: AbortSignal,
): Promise<Pick<EventFilter, 'payeeIds' | 'paymentIds'> | null> {
  await catchUpPayees(context, signal);
  const payee = context.store.findPayee(payeeId);
  if (payee === null) return null;
  const of = { ...payee, payeeHash: payeeHashOf(payee.payee) };
  const { accounts } = toPayee(context, payee);
  return {
    payeeIds: [payeeId, ...accounts.map((account) => account.payeeId)],
    paymentIds: context.store.paymentsToPayee(of, mostPaymentsOfPayee + 1),
  };
}

function isCalled({ name, user }: Actor, wanted: string | null): boolean {
  if (wanted === null) return true;
  const folded = wanted.toLowerCase();
  return [name, user].some((known) => known?.toLowerCase() === folded);
}
