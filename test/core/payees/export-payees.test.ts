import { expect, it } from 'vitest';
import { exportPayees } from '../../../main/core/payees/export-payees.ts';
import { describePayee } from '../../../main/core/payees/known.ts';
import { createFiles } from '../../../main/files/index.ts';
import { systemClock } from '../../../main/system.ts';
import { openMemoryStore } from '../../kit/memory-store.ts';
import { openOffice } from '../../kit/office.ts';
import { accepted, addProfile, claim, found, importBatch, newRow, release } from '../../kit/samples.ts';

it('exports the payees that are listed, and names the profile of each payout', async () => {
  const office = await openOffice();
  const rows = ['amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode'];
  for (const payee of ['Ann,ACC-1', 'Bo,ACC-2']) rows.push(`1.00,EUR,BANK_TRANSFER,${payee},SANDBOX_BANK`);
  const bytes = new TextEncoder().encode(rows.join('\n'));
  const { batch } = await office.get('batches.import', { profileName: 'main', fileName: 'rows.csv', bytes });
  const { batchId } = batch;
  expect((await office.release(batchId)).ok).toBe(true);
  await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 10_000 });
  const [ann] = (await office.get('payees.list', { search: 'Ann', limit: 10 })).payees;
  const payeeId = ann?.payeeId ?? '';
  await office.get('payees.block', { payeeId });
  const exported = async (filter: Parameters<typeof office.get<'payees.export'>>[1]): Promise<string[]> => {
    const file = await office.get('payees.export', filter);
    const [, ...lines] = new TextDecoder().decode(file.bytes).trim().split(/\r?\n/);
    expect(lines).toHaveLength(file.rows);
    return lines.map((line) => line.split(',')[0] ?? '').toSorted();
  };
  expect(await exported({})).toEqual(['Ann', 'Bo']);
  expect(await exported({ standing: 'blocked' })).toEqual(['Ann']);
  expect(await exported({ search: 'acc 2' })).toEqual(['Bo']);
  expect(await exported({ environment: 'live' })).toEqual([]);
  const stopping = new AbortController();
  stopping.abort();
  expect(await office.tell('payees.export', {}, stopping.signal)).toMatchObject({
    error: { code: 'stopped' },
  });
  const { latestPayments } = await office.get('payees.show', { payeeId });
  expect(latestPayments).toMatchObject([{ idPayout: `${batchId}-1`, profileName: 'main' }]);
});

it('exports a payee that is paid while the file is written, once', async () => {
  const store = openMemoryStore();
  addProfile(store);
  let now = 10_000;
  const pay = (batchId: string, payees: readonly number[]): void => {
    importBatch(
      store,
      batchId,
      payees.map((payee, index) => newRow(batchId, index + 1, { accountNumber: `DE${payee}` })),
    );
    release(store, batchId, now);
    for (const intent of claim(store, batchId, payees.length, now)) {
      now += 1;
      const { paymentId } = intent.payment;
      store.record([accepted(intent), found(paymentId, 'accepted', 'paid', { dueAt: null })], now);
    }
  };
  const payees = Array.from({ length: 250 }, (_, index) => index + 1);
  pay('all', payees);
  let isPaidAgain = false;
  const read: typeof store = {
    ...store,
    listPayees: (list) => {
      // The first payee is the last of the list, until it is paid again.
      if (list.after !== null && !isPaidAgain) {
        isPaidAgain = true;
        pay('again', [1]);
        // As the background does.
        while (store.indexPayees(1000, describePayee) > 0);
      }
      return store.listPayees(list);
    },
  };
  const clock = { ...systemClock, now: () => now };
  const context = { store: read, clock, files: createFiles({ clock }), emit: () => undefined };
  const input = { search: '', standing: null, environment: null, format: 'csv' } as const;
  const file = await exportPayees(context, input, new AbortController().signal);
  if (!file.ok) throw new Error(file.error.message);
  const { bytes, rows } = file.value;
  const accounts = new TextDecoder()
    .decode(bytes)
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',')[1]);
  expect(rows).toBe(payees.length);
  expect(new Set(accounts)).toEqual(new Set(payees.map((payee) => `DE${payee}`)));
  store.close();
});
