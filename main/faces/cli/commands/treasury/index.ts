import type { Command } from '../../command.ts';
import { balances, options } from './balances.ts';
import { booksExport, booksList } from './books.ts';
import { balancesHistory, flows } from './flows.ts';
import { position } from './position.ts';
import { statement, statementExplain } from './statement.ts';

/** Commands for treasury staff: balances, movements, and the gateway's offers. */
export const treasuryCommands: readonly Command[] = [
  balances,
  balancesHistory,
  position,
  flows,
  statement,
  statementExplain,
  booksExport,
  booksList,
  options,
];
