import type { Command } from '../../command.ts';
import { balances, options } from './balances.ts';
import { booksExport, booksList } from './books.ts';
import { balancesHistory, flows } from './flows.ts';
import { position } from './position.ts';
import { statement, statementExplain } from './statement.ts';

/** What treasury staff ask: where money is, what moved, and what the gateway offers. */
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
