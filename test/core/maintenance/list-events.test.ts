import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';
import { importBatch, newRow, release } from '../../kit/samples.ts';
import { payBatch } from '../payouts/evidence/packs.ts';

it('lists every event of the log once, newest first, by batch, kind and time', async () => {
  const office = await openOffice();
  const one = await payBatch(office, ['10.00', '20.00']);
  const other = await payBatch(office, ['30.00']);
  const all = (await office.get('audit.list', { limit: 1000 })).events;
  const last = office.store.headOfLog();
  expect(all.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: last.sequence }, (_, index) => last.sequence - index),
  );
  expect(all[0]?.hash).toBe(last.hash);

  const paged = [];
  for (let before: number | null | undefined; before !== null;) {
    const page: { events: typeof all; next: number | null } = await office.get('audit.list', {
      limit: 3,
      before: before ?? null,
    });
    paged.push(...page.events);
    before = page.next;
  }
  expect(paged).toEqual(all);

  const ofOne = (await office.get('audit.list', { batchId: one, limit: 1000 })).events;
  expect(ofOne).toEqual(all.filter(({ batchId }) => batchId === one));
  expect(new Set(ofOne.map(({ entity }) => entity))).toEqual(new Set(['batch', 'payment']));
  const released = (await office.get('audit.list', { kinds: ['released'], limit: 1000 })).events;
  expect(
    released.filter(({ entity }) => entity === 'batch').map(({ subject, cause }) => [subject, cause]),
  ).toEqual([
    [other, 'A person released the batch'],
    [one, 'A person released the batch'],
  ]);
  const later = await office.get('audit.list', { from: '2999-01-01T00:00:00.000Z', limit: 10 });
  expect(later).toEqual({ events: [], next: null });
});

it('refuses an export that would leave out the events of some payouts of a payee', async () => {
  const office = await openOffice();
  const first = await payBatch(office, ['10.00']);
  const [payee] = (await office.get('payees.list', { limit: 1 })).payees;
  const [account] = payee?.accounts ?? [];
  const filter = { payeeId: payee?.payeeId ?? '' };
  expect((await office.get('audit.export', { filter, format: 'csv' })).rows).toBeGreaterThan(0);
  const same = {
    accountName: payee?.names[0] ?? '',
    accountNumber: account?.account ?? '',
    emailAddress: '',
  };
  const rows = Array.from({ length: 5000 }, (_, index) => newRow('many', index + 1, same));
  importBatch(office.store, 'many', rows, office.store.findProfile('main')?.keyId);
  release(office.store, 'many');
  const refused = await office.tell('audit.export', { filter, format: 'csv' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
  expect((await office.get('audit.list', { ...filter, limit: 10 })).events).toHaveLength(10);
  // The list says that it has those of the newest 5,000 payouts; the first one is the 5,001st.
  expect((await office.get('audit.list', { ...filter, batchId: first, limit: 10 })).events).toEqual([]);
});
