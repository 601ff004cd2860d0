import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import { compareAmounts } from '../../../../contract/money/amount.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import type { Movement, Statement, StatementFormat } from '../../../../contract/treasury/statement.ts';
import type { CoreContext } from '../../context/context.ts';
import { exportStopped } from '../../context/exports.ts';
import { isoTime } from '../../payments/convert.ts';
import { newId } from '../../payments/identity.ts';
import type { StatementWriter } from '../../ports/index.ts';
import { placeText } from './movements.ts';
import { readMovements, readStatement } from './read-statement.ts';
import { beginStatementPaper } from './statement-paper.ts';
import { beginStatementTable, statementHeader } from './statement-table.ts';

type Exporter = Pick<CoreContext, 'store' | 'clock' | 'files' | 'emit' | 'random'>;

const movementsAtOnce = 500;

/** How often a statement is written before Bursar gives up because payments of its period keep moving. */
const mostAttempts = 3;

/** The statement with all movements as a file (operation `statement.export`); they add up to its closing balance. */
export async function exportStatement(
  context: Exporter,
  asked: ParsedInput<'statement.export'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'statement.export'>>> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const written = await writeStatement(context, asked, signal);
    if (!written.ok) return written;
    if (written.value !== null) return succeed(written.value);
  }
  return fail(
    'stopped',
    'Payments of these days ended while the statement was written. Export it again later, or only the days before.',
  );
}

/** Null: a payment moved while it was written, so the movements do not match its closing balance. */
async function writeStatement(
  context: Exporter,
  { format, ...which }: ParsedInput<'statement.export'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'statement.export'> | null>> {
  const read = await readStatement(context, which, signal);
  if (!read.ok) return read;
  const statement = read.value;
  const begun = await beginWriting(context, statement, format);
  if (!begun.ok) return begun;
  const writer = begun.value;
  let count = 0;
  let balance = statement.opening;
  const start = Date.parse(`${statement.from}T00:00:00Z`);
  for (let after: string | null = placeText({ at: start, paymentId: 0, balance }); after !== null;) {
    const page: Result<OperationOutput<'statement.movements'>> = await readMovements(
      context,
      { ...which, after, limit: movementsAtOnce },
      signal,
    );
    if (!page.ok) return page;
    const { movements, next } = page.value;
    count += movements.length;
    balance = movements.at(-1)?.balance ?? balance;
    const added = await writer.add(movements);
    if (!added.ok) return added;
    context.emit({ kind: 'progress', id: 'statement', done: count, total: statement.movementCount });
    after = next;
    await context.clock.turn();
    if (signal.aborted) return exportStopped();
  }
  const { closing, movementCount } = statement;
  const isClosed = closing === null || balance === null || compareAmounts(balance, closing) === 0;
  if (!isClosed || count !== movementCount) return succeed(null);
  const bytes = await writer.finish();
  if (signal.aborted) return exportStopped();
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
      return succeed(
        await beginStatementTable(files.beginTable(format, statementHeader), statement, clock.now()),
      );
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
