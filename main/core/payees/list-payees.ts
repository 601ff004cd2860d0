import { dayMs } from '../../../contract/duration.ts';
import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { CoreContext, EmittingContext } from '../context/context.ts';
import type { PayeeListing, PayeePlace, StoredPayee, Store } from '../ports/index.ts';
import { catchUpPayees, searchedText, toPayee } from './known.ts';
import { pagesFrom } from '../payments/pages.ts';

/** How long after its first payment a payee counts as new. */
const newForMs = 30 * dayMs;

type PayeeFilter = Omit<ParsedInput<'payees.export'>, 'format'>;

const cursor = /^(\d{0,16})\.(\d{1,16})$/;

/** A page of the payees (operation `payees.list`). */
export async function listPayees(
  context: CoreContext,
  { after, limit, ...filter }: ParsedInput<'payees.list'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'payees.list'>>> {
  const place = after === null ? null : placeOf(after);
  if (place === undefined)
    return fail('inputInvalid', 'This list cannot be continued from here. Start again with the first page.');
  const found: StoredPayee[] = [];
  let next: PayeePlace | null = place;
  const search = { ...filter, isShown: true };
  for await (const page of payeePages(context, search, place, () => limit - found.length, signal)) {
    found.push(...page.payees);
    next = page.next;
    if (found.length >= limit) break;
  }
  return succeed({
    payees: found.map((payee) => toPayee(context, payee)),
    next: next === null ? null : `${next.at ?? ''}.${next.number}`,
  });
}

type PayeePage = { readonly payees: readonly StoredPayee[]; readonly next: PayeePlace | null };

/** The filtered payees in order, each time at most `limit()` of them. `isShown`: see PayeeStore. */
export async function* payeePages(
  { store, clock, emit }: EmittingContext,
  { search, standing, environment, isShown }: PayeeFilter & { readonly isShown: boolean },
  after: PayeePlace | null,
  limit: () => number,
  signal: AbortSignal,
): AsyncGenerator<PayeePage, void> {
  await catchUpPayees({ store, clock, emit }, signal);
  const listing: PayeeListing | null =
    standing === 'new'
      ? { kind: 'new', since: clock.now() - newForMs }
      : standing === null
        ? null
        : { kind: standing };
  const text = searchedText(search);
  yield* pagesFrom(clock, after, (place: PayeePlace | null): PayeePage =>
    text === ''
      ? store.listPayees({ by: listing ?? 'lastPaid', isShown, environment, after: place, limit: limit() })
      : searched(store, {
          text,
          isShown,
          standing: listing,
          environment,
          after: place?.number ?? 0,
          limit: limit(),
        }),
  );
}

function searched(store: Store, search: Parameters<Store['searchPayees']>[0]): PayeePage {
  const { payees, next } = store.searchPayees(search);
  return { payees, next: next === null ? null : { at: null, number: next } };
}

/** Undefined if it is not a valid position. */
function placeOf(text: string): PayeePlace | undefined {
  const match = cursor.exec(text);
  if (match === null) return undefined;
  const [, at = '', number = ''] = match;
  return { at: at === '' ? null : Number(at), number: Number(number) };
}
