import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { operationProgressText } from '../../../contract/text/progress.ts';
import { openOffice } from '../../kit/office.ts';

const payouts = 2500;

it.each([
  ['batches.duplicates', true],
  ['payees.list', false],
] as const)(
  '%s says how many payouts of an older version it prepares first, and when that is over',
  async (name, isOfBatch) => {
    const office = await openOffice();
    const { batchId } = await office.draft(Array.from({ length: payouts }, () => '1.00'));
    const database = new Sqlite(path.join(office.directory, 'bursar.sqlite'));
    database.exec('INSERT INTO keysToRenew SELECT paymentId FROM payments');
    database.close();
    const reports = () =>
      office.events.flatMap((event) =>
        event.kind === 'progress' && event.id === 'keys' ? [[event.done, event.total]] : [],
      );
    await (isOfBatch ? office.get(name, { batchId }) : office.get('payees.list', { limit: 10 }));
    expect(reports()).toEqual([
      [2000, null],
      [payouts, payouts],
    ]);
    expect(operationProgressText('keys', 2000, null)).toBe(
      'Prepared 2,000 payouts of an older version for comparison, once after the update',
    );
    await office.get('payees.list', { limit: 10 });
    expect(reports()).toHaveLength(2);
  },
);
