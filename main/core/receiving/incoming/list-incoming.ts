import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import type { CoreContext } from '../../context.ts';
import type { StoredPayment } from '../../ports/index.ts';
import { toIncomingSummary } from './detail.ts';

/** Payments that are looked at in one piece: few enough that the process is not blocked for long. */
const lookedAtOnce = 500;

/** A page of payins and top-ups (operation `incoming.list`); a rare condition is looked for in pieces. */
export async function listIncoming(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  { after, limit, ...filter }: ParsedInput<'incoming.list'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'incoming.list'>>> {
  if (after !== null && store.incomingOfBatch(after) === null)
    return fail('inputInvalid', 'This is not where a page ended. Begin again with the first page.');
  const payments: StoredPayment[] = [];
  let place = after;
  do {
    const page = store.scanIncoming(filter, {
      after: place,
      limit: limit - payments.length,
      scanLimit: lookedAtOnce,
    });
    payments.push(...page.found);
    place = page.next;
    await clock.turn();
    if (signal.aborted) return fail('stopped', 'Reading the list was broken off. Nothing was changed.');
  } while (place !== null && payments.length < limit);
  return succeed({ payments: payments.map((payment) => toIncomingSummary(store, payment)), next: place });
}
