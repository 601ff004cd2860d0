import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { causeText } from '../../../contract/text/cause-text.ts';
import type { CoreContext } from '../context.ts';
import { isoTime } from '../payments/convert.ts';
import type { ListedEvent } from '../ports/index.ts';

/** Events read in one step, which takes a few milliseconds. */
const eventsAtOnce = 500;

/** A page of the log (operation `audit.list`). Events are read one by one from the newest, so a rare kind takes longer to find. */
export async function listEvents(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  filter: ParsedInput<'audit.list'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'audit.list'>>> {
  const found: ListedEvent[] = [];
  const fits = conditionOf(filter);
  for (let { before } = filter; ;) {
    const page = store.eventsBefore(before, eventsAtOnce);
    for (const event of page) if (found.length <= filter.limit && fits(event)) found.push(event);
    const last = page.at(-1);
    if (last === undefined || page.length < eventsAtOnce || found.length > filter.limit) break;
    before = last.sequence;
    await clock.turn();
    if (signal.aborted) return fail('stopped', 'Reading the audit log was stopped. Nothing was changed.');
  }
  const events = found.slice(0, filter.limit);
  return succeed({
    events: events.map(({ cause, at, ...event }) => ({
      ...event,
      at: isoTime(at),
      reason: cause,
      cause: causeText(cause),
    })),
    next: found.length > events.length ? (events.at(-1)?.sequence ?? null) : null,
  });
}

function conditionOf(filter: ParsedInput<'audit.list'>): (event: ListedEvent) => boolean {
  const { kinds, batchId, payeeId } = filter;
  const from = filter.from === null ? Number.NEGATIVE_INFINITY : Date.parse(filter.from);
  const until = filter.until === null ? Number.POSITIVE_INFINITY : Date.parse(filter.until);
  return (event) =>
    event.at >= from &&
    event.at < until &&
    (kinds.length === 0 || kinds.includes(event.cause.code)) &&
    (batchId === null || event.batchId === batchId) &&
    (payeeId === null || (event.entity === 'payee' && event.subject === payeeId));
}
