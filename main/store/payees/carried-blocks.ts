import type { DescribePayee, PayeeChange } from '../../core/ports/index.ts';
import { Environment } from '../../../contract/profile.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { textIn } from '../read-row.ts';
import { keyOf } from './read-payee-row.ts';
import { payeesThatAre, recordPayees, withFormer } from './records.ts';

/** Each payee that a database blocks, as the change that blocks it. */
export function blocksIn(connection: Pick<Connection, 'all'>, describe: DescribePayee): PayeeChange[] {
  return connection
    .all(
      `SELECT payeeRecords.environment, coalesce(formerPayees.payee, payeeRecords.payee) AS payee, name, accountNumber,
         emailAddress
       FROM payeeRecords ${withFormer} WHERE blockedAt IS NOT NULL ORDER BY recordNumber`,
    )
    .map((row) => {
      const payee = {
        ...keyOf(row),
        accountName: textIn(row, 'name'),
        accountNumber: textIn(row, 'accountNumber'),
        emailAddress: textIn(row, 'emailAddress'),
      };
      return { ...payee, payeeId: describe(payee).payeeId, change: { kind: 'blocked' } };
    });
}

/** Blocks the payees that are not blocked yet; returns how many those were. */
export function carryBlocks(
  context: Context,
  blocks: readonly PayeeChange[],
  at: number,
  describe: DescribePayee,
): number {
  const blocked = new Set(
    Environment.options.flatMap((environment) =>
      payeesThatAre(context, environment, 'blocked').map(({ payee }) => `${environment} ${payee}`),
    ),
  );
  // Two records of one payee, under keys of an older Bursar, block it once.
  const missing = blocks.filter(({ environment, payee }) => {
    const before = blocked.size;
    return blocked.add(`${environment} ${payee}`).size > before;
  });
  recordPayees(context, missing, at, describe);
  return missing.length;
}
