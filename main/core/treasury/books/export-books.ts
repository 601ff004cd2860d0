import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import { fail, succeed, type Failure, type Result } from '../../../../contract/result.ts';
import type { JournalLine } from '../../../../contract/treasury/books.ts';
import type { CoreContext } from '../../context/context.ts';
import { aboutLines, exportStopped } from '../../context/exports.ts';
import { catchUpFlows } from '../flows/read-flows.ts';
import { bookPages, bookScope, noBooks } from './gather-books.ts';

const header = [
  'date',
  'kind',
  'debitAccount',
  'creditAccount',
  'amount',
  'currencyCode',
  'id',
  'paymentMethodCode',
  'payee',
  'reference',
  'batchId',
  'profileName',
  'at',
  'note',
] as const;

/** Writes payments that no saved export has (operation `books.export`); nothing counts as exported before the file is saved. */
export async function exportBooks(
  context: Pick<CoreContext, 'store' | 'clock' | 'files' | 'emit'>,
  { format, ...asked }: ParsedInput<'books.export'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'books.export'>>> {
  const { store, clock, files } = context;
  const scope = bookScope(context, asked);
  if (!scope.ok) return scope;
  if (!(await catchUpFlows(context, signal))) return exportStopped();
  const { days, environment, keyId } = scope.value;
  const exportNumber = store.beginBooks({ ...days, environment, keyId }, clock.now());
  const table = files.beginTable(format, header);
  let counts = noBooks(context);
  for await (const { taken, lines, counts: sofar } of bookPages(context, scope.value)) {
    if (signal.aborted) return exportStopped();
    counts = sofar;
    // Before anything else runs: another export that has these payments must not be saved meanwhile.
    if (!store.addBooked(exportNumber, taken)) return overtakenExport(exportNumber);
    await table.add(lines.map(cellsOf));
    context.emit({ kind: 'progress', id: 'books', done: counts.payments, total: null });
  }
  store.countBooks(exportNumber, counts);
  const about = aboutLines(
    [
      ['Profile', asked.profileName ?? 'all'],
      ['Environment', environment],
      ['From', asked.from, 'day'],
      ['Until', asked.until, 'day'],
      ['Export', String(exportNumber), 'count'],
    ],
    clock.now(),
    counts.lines,
  );
  return succeed({ bytes: await table.finish(about), exportNumber, ...counts });
}

/** Another export of the same payments was begun, in another window, and is the one that may be saved. */
export function overtakenExport(exportNumber: number): Failure {
  return fail(
    'notFound',
    `Export ${exportNumber} does not count, because another export of the same payments was begun before its file was saved. Delete this file, and export again.`,
  );
}

function cellsOf(line: JournalLine): string[] {
  const cells = { ...line, date: line.at.slice(0, 10) };
  return header.map((column) => cells[column]);
}
