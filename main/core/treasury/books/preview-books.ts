import { runningTotals } from '../../../../contract/money/money.ts';
import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import { succeed, type Result } from '../../../../contract/result.ts';
import type { JournalLine } from '../../../../contract/treasury/books.ts';
import type { StoreContext } from '../../context/context.ts';
import { catchUpFlows, stoppedReading } from '../flows/read-flows.ts';
import { bookPages, bookScope, noBooks } from './gather-books.ts';

type Preview = OperationOutput<'books.preview'>;

/** What an export would write (operation `books.preview`); records nothing. */
export async function previewBooks(
  context: StoreContext,
  { limit, ...asked }: ParsedInput<'books.preview'>,
  signal: AbortSignal,
): Promise<Result<Preview>> {
  const scope = bookScope(context, asked);
  if (!scope.ok) return scope;
  if (!(await catchUpFlows(context, signal))) return stoppedReading();
  const first: JournalLine[] = [];
  const sums = accountSums();
  let counts = noBooks(context);
  for await (const { lines, counts: sofar } of bookPages(context, scope.value)) {
    if (signal.aborted) return stoppedReading();
    counts = sofar;
    for (const line of lines) if (line.kind !== 'note') sums.add(line);
    first.push(...lines.slice(0, limit - first.length));
  }
  return succeed({ ...counts, first, accounts: sums.list() });
}

type Sides = Record<'debit' | 'credit', ReturnType<typeof runningTotals>>;

function accountSums(): { add(line: JournalLine): void; list(): Preview['accounts'] } {
  const sums = new Map<string, Sides>();
  const of = (account: string): Sides => {
    const found = sums.get(account) ?? { debit: runningTotals(), credit: runningTotals() };
    sums.set(account, found);
    return found;
  };
  return {
    add(line) {
      of(line.debitAccount).debit.add(line);
      of(line.creditAccount).credit.add(line);
    },
    list: () =>
      [...sums].flatMap(([account, sides]) => {
        const [debits, credits] = [sides.debit.list(), sides.credit.list()];
        const currencyCodes = new Set([...debits, ...credits].map(({ currencyCode }) => currencyCode));
        const sumIn = (list: typeof debits, code: string): string =>
          list.find(({ currencyCode }) => currencyCode === code)?.amount ?? '0';
        return Array.from(currencyCodes, (currencyCode) => ({
          account,
          currencyCode,
          debit: sumIn(debits, currencyCode),
          credit: sumIn(credits, currencyCode),
        }));
      }),
  };
}
