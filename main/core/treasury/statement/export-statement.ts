import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import { succeed, type Result } from '../../../../contract/result.ts';
import type { Movement, Statement } from '../../../../contract/treasury/statement.ts';
import type { CoreContext } from '../../context.ts';
import type { TableWriter } from '../../ports/index.ts';
import { stoppedReading } from '../flows/read-flows.ts';
import { hasArisen } from './draw-statement.ts';
import { readMovements, readStatement } from './read-statement.ts';

type Exporter = Pick<CoreContext, 'store' | 'clock' | 'files' | 'emit'>;

const movementsAtOnce = 500;

const header = [
  'at',
  'kind',
  'id',
  'amount',
  'fee',
  'balance',
  'currencyCode',
  'paymentMethodCode',
  'payee',
  'reference',
  'batchId',
  'note',
];

/** The statement with all movements as a file (operation `statement.export`). */
export async function exportStatement(
  context: Exporter,
  { format, ...which }: ParsedInput<'statement.export'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'statement.export'>>> {
  const read = await readStatement(context, which, signal);
  if (!read.ok) return read;
  const statement = read.value;
  const movements: Movement[] = [];
  const table = format === 'json' ? null : context.files.beginTable(format, header);
  await table?.add([openingRow(statement)]);
  let count = 0;
  for (let after: string | null = null; ;) {
    const page: Result<OperationOutput<'statement.movements'>> = await readMovements(
      context,
      { ...which, after, limit: movementsAtOnce },
      signal,
    );
    if (!page.ok) return page;
    count += page.value.movements.length;
    if (table === null) movements.push(...page.value.movements);
    else await table.add(page.value.movements.map((movement) => rowOf(movement, which.currencyCode)));
    context.emit({ kind: 'progress', id: 'statement', done: count, total: statement.movementCount });
    if (page.value.next === null) break;
    after = page.value.next;
    await context.clock.turn();
    if (signal.aborted) return stoppedReading();
  }
  const bytes =
    table === null
      ? new TextEncoder().encode(`${JSON.stringify({ ...statement, movements }, null, 2)}\n`)
      : await finished(table, statement);
  return succeed({ bytes, movements: count });
}

async function finished(table: TableWriter, statement: Statement): Promise<Uint8Array> {
  const { until, closing, reported, unexplained, currencyCode, days } = statement;
  const end = (kind: string, balance: string | null, at: string, note: string): string[] => [
    at,
    kind,
    '',
    '',
    '',
    balance ?? '',
    currencyCode,
    '',
    '',
    '',
    '',
    note,
  ];
  await table.add([
    end('closing', closing, until, closing === null ? 'not known' : ''),
    end('reported', reported, statement.reportedAt ?? '', reported === null ? 'no balance was read' : ''),
    end('unexplained', unexplained, until, unexplained === null ? 'not known' : ''),
    ...days
      .filter(hasArisen)
      .map(({ day, arisen, explanation }) => end('arisen', arisen, day, explanation?.note ?? '')),
  ]);
  return table.finish();
}

function openingRow({ from, opening, openingBasis, openingReadAt, currencyCode }: Statement): string[] {
  const note =
    openingBasis === 'unknown'
      ? 'no balance was read'
      : `${openingBasis} from the balance of ${openingReadAt}`;
  return [from, 'opening', '', '', '', opening ?? '', currencyCode, '', '', '', '', note];
}

function rowOf(movement: Movement, currencyCode: string): string[] {
  const { at, kind, id, amount, fee, balance, paymentMethodCode, payee, reference, batchId } = movement;
  return [
    at,
    kind,
    id,
    amount,
    fee,
    balance ?? '',
    currencyCode,
    paymentMethodCode,
    payee,
    reference,
    batchId,
    '',
  ];
}
