import { beforeEach, describe, expect, it } from 'vitest';
import { paymentKeysOf } from '../../../main/core/payments/payee.ts';
import type { ComparedRow, NewRow, Store } from '../../../main/core/ports/index.ts';
import { openMemoryStore } from '../../kit/memory-store.ts';
import {
  addProfile,
  auditProblems,
  beginBatch,
  claim,
  close,
  compared,
  importBatch,
  newRow,
  openIn,
  raw,
  release,
  settledAs,
  temporaryFolder,
} from '../../kit/store.ts';

let store: Store;
beforeEach(() => {
  store = openMemoryStore();
  addProfile(store);
});

/** Rows of this batch that pay Ada, unless they say otherwise. */
const ada = { accountName: 'Ada', accountNumber: 'DE1', amount: '70.00', reference: 'May' };
const row = (batchId: string, changes: Partial<NewRow> = {}, rowNumber = 1): NewRow =>
  newRow(batchId, rowNumber, { ...ada, ...changes });
const draft = (batchId: string, changes: Partial<NewRow> = {}): void =>
  importBatch(store, batchId, [row(batchId, changes)]);

/** The order ID of what each row of a draft repeats, by the kind; what is not found is left out. */
function repeats(batchId: string, sinceMs = 1000): Record<string, string | boolean>[] {
  const nameOf = (id: number): string => store.paymentsOf([id])[0]?.idPayment ?? 'none';
  const read = ({ samePayment, sameMoney, sameName, sameReference, isSameReference }: ComparedRow) => ({
    ...(samePayment === null ? {} : { samePayment: nameOf(samePayment) }),
    ...(sameMoney === null || samePayment !== null ? {} : { sameMoney: nameOf(sameMoney), isSameReference }),
    ...(sameName === null ? {} : { sameName: nameOf(sameName) }),
    ...(sameReference === null ? {} : { sameReference: nameOf(sameReference) }),
  });
  return compared(store, batchId, sinceMs).map(read);
}

/** Releases a draft and has the gateway end every payout of it like this. */
function end(batchId: string, state: 'failed' | 'rejected'): void {
  release(store, batchId);
  const intents = claim(store, batchId);
  store.record(
    intents.flatMap(({ payment }) => settledAs(payment.paymentId, state)),
    5000,
  );
}

describe('a row is compared with released payouts', () => {
  it('whichever was imported first, exactly within the window and as possible before it', () => {
    draft('a');
    draft('b');
    expect([repeats('a'), repeats('b')]).toEqual([[{}], [{}]]);
    release(store, 'b', 5000);
    expect(repeats('a', 5000)).toEqual([{ samePayment: 'b-1' }]);
    expect(repeats('a', 5001)).toEqual([{ sameMoney: 'b-1', isSameReference: true }]);
  });

  it.each<readonly [string, Partial<NewRow>, Record<string, string | boolean>]>([
    ['another reference', { reference: 'May 1' }, { sameMoney: 'a-1', isSameReference: false }],
    ['no reference', { reference: '' }, { sameMoney: 'a-1', isSameReference: false }],
    ['another account', { accountNumber: 'DE2' }, { sameName: 'a-1' }],
    ['another amount', { amount: '71' }, { sameReference: 'a-1' }],
    ['another currency', { currencyCode: 'USD' }, { sameReference: 'a-1' }],
    ['another amount and reference', { amount: '71', reference: 'June' }, {}],
    ['another amount and no reference', { amount: '71', reference: '' }, {}],
    ['another name', { accountName: 'A. Byron' }, { samePayment: 'a-1' }],
    ['another name and account', { accountName: 'A. Byron', accountNumber: 'DE2' }, {}],
  ])('when it has %s', (_, changes, expected) => {
    draft('a');
    release(store, 'a');
    draft('b', changes);
    expect(repeats('b')).toEqual([expected]);
  });

  it('and the latest of several is used, and each kind listed', () => {
    draft('a', { reference: 'April' });
    draft('b', { reference: 'March' });
    draft('c', { accountNumber: 'DE2' });
    draft('d', { amount: '71' });
    for (const batchId of ['a', 'b', 'c', 'd']) release(store, batchId);
    draft('e');
    expect(repeats('e')).toEqual([
      { sameMoney: 'b-1', isSameReference: false, sameName: 'c-1', sameReference: 'd-1' },
    ]);
  });

  it('and one imported long ago but released in the window is found behind one released before it', () => {
    draft('late');
    draft('early');
    release(store, 'early', 2000);
    release(store, 'late', 9000);
    draft('again');
    expect(repeats('again', 8000)).toEqual([{ samePayment: 'late-1' }]);
  });

  it('of any profile of its environment, the latest first, and none of the other environment', () => {
    addProfile(store, { keyId: 'key-2', name: 'other', merchantCode: 'M2' });
    addProfile(store, { keyId: 'key-3', name: 'real', merchantCode: 'M3', environment: 'live' });
    const releaseOf = (name: string, keyId: string): void => {
      importBatch(store, name, [row(name)], keyId);
      release(store, name);
    };
    releaseOf('real', 'key-3');
    draft('again');
    expect(repeats('again')).toEqual([{}]);
    releaseOf('other', 'key-2');
    expect(repeats('again')).toEqual([{ samePayment: 'other-1' }]);
    expect(['key-1', 'key-2', 'key-3'].map((keyId) => store.countReleases(keyId))).toEqual([1, 1, 1]);
    releaseOf('own', 'key-1');
    expect(repeats('again')).toEqual([{ samePayment: 'own-1' }]);
    expect(['key-1', 'key-2', 'key-3'].map((keyId) => store.countReleases(keyId))).toEqual([2, 2, 1]);
  });

  it('and a payout of another profile under the same order ID is not taken for its retry', () => {
    addProfile(store, { keyId: 'key-2', name: 'other', merchantCode: 'M2' });
    draft('first');
    end('first', 'failed');
    importBatch(store, 'other', [{ ...row('other'), idPayment: 'first-1' }], 'key-2');
    release(store, 'other');
    store.record(
      claim(store, 'other').flatMap(({ payment }) => settledAs(payment.paymentId, 'failed')),
      5000,
    );
    draft('retry', { retryOf: 'first-1' });
    expect(repeats('retry')).toEqual([{ sameMoney: 'first-1', isSameReference: true }]);
  });

  it('but not with rejected or cancelled ones', () => {
    draft('refused');
    end('refused', 'rejected');
    draft('stopped');
    release(store, 'stopped');
    store.cancelRows('stopped', 10, 4000);
    draft('again');
    expect(repeats('again')).toEqual([{}]);
  });

  it('and with failed ones, since the gateway may still pay them, but preferably others', () => {
    draft('failed');
    end('failed', 'failed');
    draft('again');
    expect(repeats('again')).toEqual([{ sameMoney: 'failed-1', isSameReference: true }]);
    draft('paid', { reference: 'April' });
    release(store, 'paid');
    draft('then-failed', { reference: 'March' });
    end('then-failed', 'failed');
    expect(repeats('again')).toEqual([{ sameMoney: 'paid-1', isSameReference: false }]);
  });

  it('and a retry is no duplicate of the payout it retries, nor of an earlier retry of it, while these have failed', () => {
    draft('first');
    end('first', 'failed');
    draft('second', { accountNumber: 'DE2', retryOf: 'first-1' });
    end('second', 'failed');
    const repairs = [{}, { accountNumber: 'DE2' }, { amount: '71' }, { reference: 'June' }];
    const retries = repairs.flatMap((changes, index) => [
      row('third', { ...changes, retryOf: 'first-1' }, 2 * index + 1),
      row('third', { ...changes, retryOf: 'second-1' }, 2 * index + 2),
    ]);
    importBatch(store, 'third', retries);
    expect(repeats('third')).toEqual(retries.map(() => ({})));
    draft('stranger');
    expect(repeats('stranger')[0]).toMatchObject({ sameMoney: 'first-1' });
    draft('live');
    release(store, 'live');
    expect(repeats('third')[0]).toMatchObject({ samePayment: 'live-1' });
  });

  it('page by page, and not at all if there is no such batch', () => {
    const page = { afterRowNumber: 0, limit: 3 };
    expect(store.compareRows('none', 0, page)).toEqual({ rows: [], next: null });
    importBatch(store, 'a', 3);
    importBatch(store, 'b', 4);
    expect(store.compareRows('a', 0, page).next).toBeNull();
    expect(store.compareRows('b', 0, page).next).toBe(3);
  });
});

describe('the keys of payments', () => {
  it('are deleted with an import that is reverted, and return with the rows', () => {
    beginBatch(store, 'a');
    store.addRows('a', [row('a')]);
    store.takeBackDraft('a', 1000, 3000);
    draft('b');
    release(store, 'b');
    draft('c');
    expect(repeats('c')).toEqual([{ samePayment: 'b-1' }]);
  });

  it('of payments from before there were keys are computed in steps, and continue after an interruption', () => {
    const directory = temporaryFolder();
    store = openIn(directory);
    addProfile(store);
    for (const batchId of ['a', 'b', 'c', 'd', 'e']) draft(batchId, { accountNumber: `DE ${batchId}` });
    for (const batchId of ['a', 'b', 'c']) release(store, batchId);
    end('d', 'rejected');
    close(store);
    const database = raw(directory);
    const trigger = database.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'keysStay'`).pluck().get();
    database.exec(`DROP TRIGGER keysStay; DELETE FROM paymentKeys; ${String(trigger)};
      UPDATE paymentKeysCatchUp SET paymentId = 0, lastPaymentId = (SELECT max(paymentId) FROM payments)`);
    database.close();
    store = openIn(directory);
    const copies = ['a', 'b', 'c', 'd', 'e'].map((name, index) =>
      row('copies', { accountName: name, accountNumber: `de-${name}` }, index + 1),
    );
    importBatch(store, 'copies', copies);
    expect(store.catchUpKeys(2, paymentKeysOf)).toBe(2);
    expect(repeats('copies').map(({ samePayment }) => samePayment)).toEqual([
      'a-1',
      'b-1',
      undefined,
      undefined,
      undefined,
    ]);
    close(store);
    store = openIn(directory);
    expect([2, 2, 2].map((limit) => store.catchUpKeys(limit, paymentKeysOf))).toEqual([2, 1, 0]);
    expect(repeats('copies').map(({ samePayment }) => samePayment)).toEqual([
      'a-1',
      'b-1',
      'c-1',
      undefined,
      undefined,
    ]);
    release(store, 'e');
    expect(repeats('copies')[4]).toEqual({ samePayment: 'e-1' });
    expect(auditProblems(store)).toEqual([]);
  });
});
