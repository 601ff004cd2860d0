import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { AppEvent } from '../../../contract/events.ts';
import type { OperationInput, OperationName } from '../../../contract/operations.ts';
import { operationProgressText } from '../../../contract/text/progress.ts';
import { openOffice } from '../../kit/office.ts';

const payouts = 2500;

/** An office with a draft whose payouts are as an older version left them, and its reports of how many are prepared. */
async function withOlder(onEvent: (event: AppEvent) => void = () => undefined) {
  const office = await openOffice({ onEvent, isOnDisk: true });
  const { batchId, rowsHash } = await office.draft(Array.from({ length: payouts }, () => '1.00'));
  const database = new Sqlite(path.join(office.directory, 'bursar.sqlite'));
  database.exec('INSERT INTO keysToRenew SELECT paymentId FROM payments');
  database.close();
  const reports = () =>
    office.events.flatMap((event) =>
      event.kind === 'progress' && event.id === 'keys' ? [[event.done, event.total]] : [],
    );
  return { office, batchId, rowsHash, reports };
}

it.each([
  ['batches.duplicates', true],
  ['payees.list', false],
] as const)(
  '%s says how many payouts of an older version it prepares first, and when that is over',
  async (name, isOfBatch) => {
    const { office, batchId, reports } = await withOlder();
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

it.each(['batches.duplicates', 'batches.release', 'payees.list', 'doctor.run', 'data.rebuild'] as const)(
  '%s can be stopped while it prepares payouts of an older version, and changes nothing then',
  async (name) => {
    const stopping = new AbortController();
    const { office, batchId, rowsHash, reports } = await withOlder(
      ({ kind, id }) => kind === 'progress' && id === 'keys' && stopping.abort(),
    );
    const inputs = {
      'batches.duplicates': { batchId },
      'batches.release': { batchId, rowsHash },
      'payees.list': { limit: 10 },
      'doctor.run': {},
      'data.rebuild': {},
    } satisfies { [Name in OperationName]?: OperationInput<Name> };
    const stopped = await office.tell(name, inputs[name], stopping.signal);
    expect(stopped).toMatchObject({ ok: false, error: { code: 'stopped' } });
    expect(reports()).toEqual([
      [2000, null],
      [2000, 2000],
    ]);
    expect(office.countOf(batchId, 'draft')).toBe(payouts);
  },
);
