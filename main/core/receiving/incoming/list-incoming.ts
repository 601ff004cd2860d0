import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import type { StoreContext } from '../../context/context.ts';
import type { IncomingFilter, StoredPayment } from '../../ports/index.ts';
import { toIncomingSummary } from './detail.ts';
import { pagesFrom } from '../../payments/pages.ts';

/** Payments read per piece: few enough that the process is not blocked for long. */
const lookedAtOnce = 500;

type AskedFilter = Omit<ParsedInput<'incoming.list'>, 'after' | 'limit'>;

/** A page of payins and top-ups (operation `incoming.list`); rare matches are searched in pieces. */
export async function listIncoming(
  context: StoreContext,
  { after, limit, ...filter }: ParsedInput<'incoming.list'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'incoming.list'>>> {
  const { store } = context;
  if (after !== null && store.incomingOfBatch(after) === null)
    return fail('inputInvalid', 'This list cannot be continued from here. Start again with the first page.');
  const payments: StoredPayment[] = [];
  let next = after;
  for await (const page of piecesOf(context, {
    filter,
    after,
    limit: () => limit - payments.length,
    isShown: true,
  })) {
    payments.push(...page.found);
    next = page.next;
    if (signal.aborted) return fail('stopped', 'Reading the list was stopped. Nothing was changed.');
    if (payments.length >= limit) break;
  }
  return succeed({ payments: payments.map((payment) => toIncomingSummary(store, payment)), next });
}

/** The matches of the filter, newest first, piece by piece. */
export function piecesOf(
  { store, clock }: StoreContext,
  wanted: {
    readonly filter: AskedFilter;
    readonly after: string | null;
    /** See `scanIncoming`. */
    readonly isShown?: boolean;
    limit(): number;
  },
): AsyncGenerator<{ readonly found: StoredPayment[]; readonly next: string | null }> {
  const filter = storedFilter(wanted.filter);
  return pagesFrom(clock, wanted.after, (after: string | null) =>
    store.scanIncoming(filter, {
      after,
      limit: wanted.limit(),
      scanLimit: lookedAtOnce,
      isShown: wanted.isShown ?? false,
    }),
  );
}

function storedFilter({ from, until, ...filter }: AskedFilter): IncomingFilter {
  return {
    ...filter,
    from: from === null ? null : Date.parse(from),
    until: until === null ? null : Date.parse(until),
  };
}
