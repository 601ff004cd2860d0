import { dayMs } from '../../../contract/duration.ts';
import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { CoreContext } from '../context.ts';
import type { PayeeListing, PayeePlace, StoredPayee } from '../ports/index.ts';
import { catchUpPayees, searchedText, toPayee } from './known.ts';

/** How long after its first payment a payee counts as new. */
const newForMs = 30 * dayMs;

const cursor = /^(\d{0,16})\.(\d{1,16})$/;

/** A page of the payees (operation `payees.list`). */
export async function listPayees(
  context: CoreContext,
  { search, standing, environment, after, limit }: ParsedInput<'payees.list'>,
): Promise<Result<OperationOutput<'payees.list'>>> {
  const { store, clock } = context;
  await catchUpPayees(context);
  const place = after === null ? null : placeOf(after);
  if (place === undefined)
    return fail('inputInvalid', 'This list cannot be continued from here. Start again with the first page.');
  const listing: PayeeListing | null =
    standing === 'new'
      ? { kind: 'new', since: clock.now() - newForMs }
      : standing === null
        ? null
        : { kind: standing };
  const text = searchedText(search);
  const found: StoredPayee[] = [];
  let next: PayeePlace | null = place;
  do {
    const rest = limit - found.length;
    const page: { readonly payees: StoredPayee[]; readonly next: PayeePlace | null } =
      text === ''
        ? store.listPayees({ by: listing ?? 'lastPaid', environment, after: next, limit: rest })
        : searched(context, { text, standing: listing, environment, after: next?.number ?? 0, limit: rest });
    found.push(...page.payees);
    next = page.next;
    await clock.turn();
  } while (next !== null && found.length < limit);
  return succeed({
    payees: found.map((payee) => toPayee(context, payee)),
    next: next === null ? null : `${next.at ?? ''}.${next.number}`,
  });
}

function searched(
  { store }: CoreContext,
  search: Parameters<CoreContext['store']['searchPayees']>[0],
): { payees: StoredPayee[]; next: PayeePlace | null } {
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
