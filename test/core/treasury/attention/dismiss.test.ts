import { expect, it } from 'vitest';
import { seenItem, type AttentionKind } from '../../../../contract/treasury/attention.ts';
import { attentionOf, batchWith, dismissAll, items, settle } from '../../../kit/attention.ts';
import { openOffice } from '../../../kit/office.ts';

const minute = 60_000;

it('hides dismissed items, and shows later ones of the same batch', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'failed', ['1.00', '2.00', '3.00']);
  await office.get('attention.dismiss', { batchId });
  expect(await items(office)).toEqual([]);
  expect(office.events).toContainEqual({ kind: 'batch', id: batchId });
  settle(office, batchId, 'rejected', 1);
  settle(office, batchId, 'failed', 1);
  expect(await items(office)).toEqual([
    { kind: 'rejected', count: 1, batchId },
    { kind: 'failed', count: 1, batchId },
  ]);
  await dismissAll(office);
  expect(await items(office)).toEqual([]);
});

it('dismisses one item of a batch and keeps its others, including the most serious', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'failed', ['1.00', '2.00', '3.00']);
  settle(office, batchId, 'rejected', 1);
  office.store.addNotice('environmentContradicted', batchId, office.now());
  const [one = '', two = ''] = office.store.rowsOfBatch(batchId, 0, 2).map((payment) => {
    const { paymentId, idPayment, state } = payment;
    const asked = { cause: { code: 'asked' as const }, detail: null, problem: null, polls: 0, dueAt: null };
    const notice = { paymentId, from: state, to: state, notice: 'statusChanged' } as const;
    office.store.record([{ ...asked, ...notice }], office.now());
    return idPayment;
  });
  const dismiss = (kind: AttentionKind, idPayment: string | null = null) =>
    office.get('attention.dismiss', {
      seen: [{ kind, profileName: 'main', batchId, idPayment, count: 1 }],
    });
  const left = async () =>
    (await attentionOf(office)).map(({ kind, payment }) => [kind, payment?.idPayment ?? null]);
  await dismiss('rejected');
  const notices = [
    ['environmentContradicted', null],
    ['statusChanged', two],
    ['statusChanged', one],
  ];
  expect(await left()).toEqual([...notices, ['failed', null]]);
  await dismiss('failed');
  await dismiss('statusChanged', one);
  expect(await left()).toEqual(notices.slice(0, 2));
  await dismiss('environmentContradicted');
  expect(await left()).toEqual(notices.slice(1, 2));
});

it('dismisses what a person saw, and keeps what came after the list was read', async () => {
  const office = await openOffice();
  const { store, now } = office;
  const [batchId, other] = [
    await batchWith(office, 'failed', ['1.00', '2.00', '3.00']),
    await batchWith(office, 'rejected', ['4.00', '5.00']),
  ];
  const seen = (await office.get('attention.list', {})).map(seenItem);
  settle(office, batchId, 'failed', 1);
  settle(office, other, 'conflict', 1);
  store.addNotice('rowsTampered', other, now());
  await office.get('attention.dismiss', { seen });
  const came = [
    { kind: 'rowsTampered', count: 1, batchId: other },
    { kind: 'conflict', count: 1, batchId: other },
    { kind: 'failed', count: 1, batchId },
  ];
  expect(await items(office)).toEqual(came);
  // A window that has not heard of it dismisses the same once more.
  settle(office, batchId, 'failed', 1);
  await office.get('attention.dismiss', { seen: seen.map((item) => ({ ...item, count: 3 })) });
  expect(await items(office)).toEqual([...came.slice(0, 2), { kind: 'failed', count: 2, batchId }]);
});

it('keeps payments sent outside Bursar until a person decides about them, whatever else is dismissed', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'rejected', ['1.00', '2.00']);
  settle(office, batchId, 'outside', 1);
  await office.get('attention.dismiss', { batchId });
  await dismissAll(office);
  expect(await items(office)).toEqual([{ kind: 'outside', count: 1, batchId }]);
  await office.get('batches.decide', { batchId, decision: 'payAgain' });
  expect(await items(office)).toEqual([{ kind: 'rejected', count: 1, batchId }]);
});

it('never dismisses a payout with an unknown outcome', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'unknown');
  office.wait(2 * minute);
  await dismissAll(office);
  await office.get('attention.dismiss', { batchId });
  expect(await items(office)).toEqual([{ kind: 'unknown', count: 1, batchId }]);
});

it('hides nothing new when dismissed payouts are retried later', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'rejected', ['1.00', '2.00']);
  await office.get('attention.dismiss', { batchId });
  const retry = await office.get('batches.retry', { batchId });
  expect((await office.release(retry.batchId)).ok).toBe(true);
  office.wait(minute);
  settle(office, batchId, 'failed', 1);
  expect(await items(office)).toEqual([{ kind: 'failed', count: 1, batchId }]);
});

it('dismisses the ended schedules that a person saw, and none that ended since', async () => {
  const office = await openOffice();
  const endSchedule = async (fileName: string, amount: string): Promise<void> => {
    const { batchId } = await office.draft([amount], fileName);
    const { rowsHash } = await office.get('batches.summary', { batchId });
    const at = new Date(office.now() + 60 * minute).toISOString();
    await office.get('batches.release', { batchId, rowsHash, at });
    // As a change of its rows in the sheet does.
    office.store.takeBackDraft(batchId, 100, office.now(), { isDiscarded: false });
  };
  const ended = async () =>
    (await attentionOf(office)).map((item) => (item.kind === 'schedule' ? item.fileName : item.kind));
  await endSchedule('a.csv', '1.00');
  const seen = (await office.get('attention.list', {})).map(seenItem);
  await endSchedule('b.csv', '2.00');
  await office.get('attention.dismiss', { seen });
  expect(await ended()).toEqual(['b.csv']);
  // Another window still shows the first one, and as many have ended as it shows.
  await office.get('attention.dismiss', { seen });
  expect(await ended()).toEqual(['b.csv']);
  await dismissAll(office);
  expect(await ended()).toEqual([]);
});

it('dismisses what a person saw once, however many came since and however often it is dismissed', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'rejected', ['1.00', '2.00', '3.00']);
  const seen = (await office.get('attention.list', {})).map(seenItem);
  settle(office, batchId, 'rejected', 1);
  settle(office, batchId, 'rejected', 1);
  await office.get('attention.dismiss', { seen });
  expect(await items(office)).toEqual([{ kind: 'rejected', count: 2, batchId }]);
  // A second click, or another window that has not heard of it.
  await office.get('attention.dismiss', { seen });
  expect(await items(office)).toEqual([{ kind: 'rejected', count: 2, batchId }]);
});

it('a payout that was rejected while others were dismissed is no longer listed once it is retried', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'rejected', ['1.00', '2.00']);
  const seen = (await office.get('attention.list', {})).map(seenItem);
  settle(office, batchId, 'rejected', 1);
  office.wait(1000);
  await office.get('attention.dismiss', { seen });
  expect(await items(office)).toEqual([{ kind: 'rejected', count: 1, batchId }]);
  const retry = await office.get('batches.retry', { batchId });
  expect((await office.release(retry.batchId)).ok).toBe(true);
  expect(await items(office)).toEqual([]);
});
