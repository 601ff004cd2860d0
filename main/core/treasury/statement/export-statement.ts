import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import { succeed, type Result } from '../../../../contract/result.ts';
import type { Movement, Statement, StatementFormat } from '../../../../contract/treasury/statement.ts';
import type { CoreContext } from '../../context.ts';
import { isoTime } from '../../payments/convert.ts';
import { newId } from '../../payments/identity.ts';
import type { StatementWriter } from '../../ports/index.ts';
import { stoppedReading } from '../flows/read-flows.ts';
import { readMovements, readStatement } from './read-statement.ts';
import { beginStatementPaper } from './statement-paper.ts';
import { beginStatementTable, statementHeader } from './statement-table.ts';

type Exporter = Pick<CoreContext, 'store' | 'clock' | 'files' | 'emit' | 'random'>;

const movementsAtOnce = 500;

/** The statement with all movements as a file (operation `statement.export`). */
export async function exportStatement(
  context: Exporter,
  { format, ...which }: ParsedInput<'statement.export'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'statement.export'>>> {
  const read = await readStatement(context, which, signal);
  if (!read.ok) return read;
  const statement = read.value;
  const begun = await beginWriting(context, statement, format);
  if (!begun.ok) return begun;
  const writer = begun.value;
  let count = 0;
  for (let after: string | null = null; ;) {
    const page: Result<OperationOutput<'statement.movements'>> = await readMovements(
      context,
      { ...which, after, limit: movementsAtOnce },
      signal,
    );
    if (!page.ok) return page;
    count += page.value.movements.length;
    const added = await writer.add(page.value.movements);
    if (!added.ok) return added;
    context.emit({ kind: 'progress', id: 'statement', done: count, total: statement.movementCount });
    if (page.value.next === null) break;
    after = page.value.next;
    await context.clock.turn();
    if (signal.aborted) return stoppedReading();
  }
  const bytes = await writer.finish();
  return bytes.ok ? succeed({ bytes: bytes.value, movements: count }) : bytes;
}

async function beginWriting(
  { files, random, clock }: Exporter,
  statement: Statement,
  format: StatementFormat,
): Promise<Result<StatementWriter>> {
  switch (format) {
    case 'json':
      return succeed(beginJson(statement));
    case 'csv':
    case 'xlsx':
      return succeed(await beginStatementTable(files.beginTable(format, statementHeader), statement));
    case 'pdf':
      return succeed(beginStatementPaper(files, statement, clock.now()));
    case 'camt.053':
      return files.beginStatementMessage(statement, { id: newId(random), at: isoTime(clock.now()) });
  }
}

function beginJson(statement: Statement): StatementWriter {
  const movements: Movement[] = [];
  return {
    add: (more) => {
      movements.push(...more);
      return Promise.resolve(succeed(null));
    },
    finish: () => {
      const text = `${JSON.stringify({ ...statement, movements }, null, 2)}\n`;
      return Promise.resolve(succeed(new TextEncoder().encode(text)));
    },
  };
}
