import { describe, expect, it } from 'vitest';
import type { NewDelivery } from '../../../main/core/ports/index.ts';
import {
  addProfile,
  close,
  importBatch,
  keyId,
  newRow,
  openIn,
  raw,
  temporaryFolder,
} from '../../kit/store.ts';

const delivery = (idEntity: string, status: number): NewDelivery => ({
  at: 5000,
  keyId: status === 404 ? null : keyId,
  outcome: status === 200 ? 'asked' : 'refused',
  idEntity,
  status,
  fault: null,
});
const kept = { taken: 3, turnedAway: 2 };

describe('callbacks in the store', () => {
  it('keep the unguessable part of each profile through a restart, and delete with it whether it was reached', () => {
    const directory = temporaryFolder();
    let store = openIn(directory);
    addProfile(store);
    expect(store.callbackAddresses()).toEqual([]);
    store.setCallbackSecret(keyId, 'first');
    store.noteCallbacks({ deliveries: [], reached: [keyId], at: 10 }, kept);
    store.noteCallbacks({ deliveries: [], reached: [keyId, 'nobody'], at: 20 }, kept);
    close(store);
    store = openIn(directory);
    const base = { keyId, profileName: 'main' };
    expect(store.callbackAddresses()).toEqual([
      { ...base, secret: 'first', firstReachedAt: 10, lastReachedAt: 20 },
    ]);
    store.setCallbackSecret(keyId, 'second');
    expect(store.callbackAddresses()).toEqual([
      { ...base, secret: 'second', firstReachedAt: null, lastReachedAt: null },
    ]);
    store.setCallbackSecret('nobody', 'third');
    store.removeProfile('main', 30);
    expect(store.callbackAddresses()).toEqual([]);
  });

  it('keep the last deliveries, with refused ones apart, newest first', () => {
    const store = openIn(temporaryFolder());
    addProfile(store);
    const note = (...deliveries: NewDelivery[]) =>
      store.noteCallbacks({ deliveries, reached: [], at: 10 }, kept);
    note(delivery('a', 200), delivery('b', 200));
    note(...Array.from({ length: 50 }, (_, index) => delivery(`x${index}`, 404)));
    note(delivery('c', 200), delivery('d', 200), delivery('y', 429));
    const listed = store.listDeliveries(10);
    expect(listed.map(({ idEntity }) => idEntity)).toEqual(['y', 'd', 'c', 'x49', 'b']);
    expect(listed.map(({ profileName }) => profileName)).toEqual(['main', 'main', 'main', null, 'main']);
    expect(store.listDeliveries(2)).toHaveLength(2);
    // Numbers are never given twice, so that a reader knows what is new to it.
    const highest = listed[0]?.number ?? 0;
    note(delivery('e', 200));
    expect(store.listDeliveries(1)[0]?.number).toBe(highest + 1);
  });

  it('find the payments of an order ID in one profile, one of each kind, through an index', () => {
    const directory = temporaryFolder();
    const store = openIn(directory);
    addProfile(store);
    addProfile(store, { keyId: 'key-2', name: 'other', merchantCode: 'M2' });
    const same = { idPayment: 'same', idPayout: 'same', tokenChunk: 1 };
    importBatch(store, 'a', [
      newRow('a', 1, same),
      newRow('a', 2, { ...same, kind: 'payin' }),
      newRow('a', 3),
    ]);
    importBatch(store, 'b', [newRow('b', 1, same)], 'key-2');
    expect(store.paymentsNamed(keyId, 'same').map(({ kind, batchId }) => [kind, batchId])).toEqual([
      ['payout', 'a'],
      ['payin', 'a'],
    ]);
    expect(store.paymentsNamed('key-2', 'same')).toHaveLength(1);
    expect(store.paymentsNamed(keyId, 'b-1')).toEqual([]);
    expect(store.paymentsNamed('nobody', 'same')).toEqual([]);
    close(store);
    const database = raw(directory);
    const plan = database
      .prepare(
        `EXPLAIN QUERY PLAN SELECT paymentId FROM payments INDEXED BY orderIds WHERE idPayment = 'x'
         AND profileNumber = (SELECT profileNumber FROM profiles WHERE keyId = 'k')`,
      )
      .all();
    expect(JSON.stringify(plan)).not.toContain('SCAN');
    database.close();
  });
});
