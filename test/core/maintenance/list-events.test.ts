import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';
import { payBatch } from '../evidence/packs.ts';

it('lists every event of the log once, the newest first, by batch, kind and time', async () => {
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
