import { describe, expect, it } from 'vitest';
import {
  addProfile,
  claim,
  close,
  found,
  importBatch,
  listed,
  newRow,
  noFilter,
  openIn,
  raw,
  release,
  temporaryFolder,
} from '../../kit/store.ts';
import { amountKeyOf, compareKeys, nameKeyOf } from '../../../main/store/history/keys.ts';

describe('the index of the history', () => {
  it('continues after a crash in the middle, and finds every payout once', () => {
    const directory = temporaryFolder();
    let store = openIn(directory);
    addProfile(store);
    importBatch(store, 'a', 700);
    importBatch(store, 'b', 3);
    release(store, 'b');
    for (let pieces = 0; store.countIndexed(noFilter) === null; pieces += 1) {
      expect(store.indexHistory()).toBe(store.countIndexed(noFilter) !== null);
      // As after a crash: what was committed is all that is left.
      close(store);
      store = openIn(directory);
      expect(pieces).toBeLessThan(50);
    }
    const ids = listed(store);
    expect(ids).toHaveLength(703);
    expect(new Set(ids).size).toBe(703);
    expect(listed(store, { filter: { states: ['queued'] } })).toEqual(['b-3', 'b-2', 'b-1']);
    expect(listed(store, { filter: { search: 'payee 699' } })).toEqual(['a-699']);
    expect(store.countIndexed({ ...noFilter, states: ['draft'] })).toBe(700);
  });

  it('catches up with a database written before there was an index', () => {
    const directory = temporaryFolder();
    const store = openIn(directory);
    addProfile(store);
    importBatch(store, 'a', 5);
    release(store, 'a');
    const [intent] = claim(store, 'a', 1);
    store.record([found(intent?.payment.paymentId ?? 0, 'sending', 'unknown')], 5000);
    expect(store.countIndexed(noFilter)).toBeNull();
    expect(listed(store, { filter: { states: ['unknown'] } })).toEqual(['a-1']);
    expect(listed(store, { filter: { states: ['queued', 'unknown'] }, order: 'oldest' })).toEqual([
      'a-1',
      'a-2',
      'a-3',
      'a-4',
      'a-5',
    ]);
  });

  it('skips and repeats nothing if it changes while it is read', () => {
    const directory = temporaryFolder();
    const store = openIn(directory);
    addProfile(store);
    importBatch(
      store,
      'a',
      Array.from({ length: 900 }, (_, index) => newRow('a', index + 1, { amount: `${1 + (index % 7)}` })),
    );
    release(store, 'a');
    while (!store.indexHistory());
    const walk = store.walkHistory({
      filter: noFilter,
      order: 'amountUp',
      after: null,
      expected: 100,
      isIndexed: true,
    });
    const seen: number[] = [];
    for (let step = walk.next(); step.done !== true; step = walk.next()) {
      seen.push(...step.value.map(({ paymentId }) => paymentId));
      for (const { payment } of claim(store, 'a', 40))
        store.record([found(payment.paymentId, 'sending', 'accepted')], 5000);
      store.indexHistory();
    }
    expect(seen).toHaveLength(900);
    expect(new Set(seen).size).toBe(900);
  });

  it('merges the text index of full segments into one tree each, and finds the same', () => {
    const directory = temporaryFolder();
    let store = openIn(directory);
    addProfile(store);
    for (const batchId of ['a', 'b', 'c']) importBatch(store, batchId, 15_000);
    while (!store.indexHistory());
    const searches = ['payee 149', 'a-14999', 'nobody at all', 'c-7'];
    const results = (): string[][] =>
      searches.flatMap((search) =>
        (['newest', 'amountDown'] as const).map((order) => listed(store, { filter: { search }, order })),
      );
    const trees = (): unknown[] => {
      const database = raw(directory);
      const counts = [1, 2].map((shelf) =>
        database.prepare(`SELECT count(DISTINCT segid) FROM historyText${shelf}_idx`).pluck().get(),
      );
      database.close();
      return counts;
    };
    const before = results();
    expect(before.map(({ length }) => length)).toEqual([333, 333, 1, 1, 0, 0, 1111, 1111]);
    expect(trees()).not.toEqual([1, 1]);
    expect(store.mergeHistory()).toBe(false);
    // What was merged before the program ended is not merged again.
    close(store);
    store = openIn(directory);
    let pieces = 0;
    while (!store.mergeHistory()) pieces += 1;
    expect(trees()).toEqual([1, 1]);
    expect(results()).toEqual(before);
    close(store);
    store = openIn(directory);
    let looks = 0;
    while (!store.mergeHistory()) looks += 1;
    expect([pieces > 20, looks]).toEqual([true, 1]);
  });

  it('changes none of the recorded facts', () => {
    const directory = temporaryFolder();
    const store = openIn(directory);
    addProfile(store);
    importBatch(store, 'a', 20);
    close(store);
    const recorded = (): unknown[] => {
      const database = raw(directory);
      const rows = ['payments', 'events', 'chain', 'batches'].map((table) =>
        database.prepare(`SELECT * FROM ${table}`).all(),
      );
      database.close();
      return rows;
    };
    const before = recorded();
    const again = openIn(directory);
    while (!again.indexHistory());
    close(again);
    expect(recorded()).toEqual(before);
  });
});

describe('sort keys', () => {
  it('order amounts by value, whatever their decimals', () => {
    const amounts = [
      '0.000000000000000001',
      '0.1',
      '0.5',
      '1',
      '1.5',
      '2',
      '10',
      '10.01',
      '99',
      '100',
      '999999999999999999.999999999999999999',
    ];
    const keys = amounts.map(amountKeyOf);
    expect(keys.toSorted(compareKeys)).toEqual(keys);
    expect(amountKeyOf('1.50')).toBe(amountKeyOf('1.5'));
    expect(amountKeyOf('2.00')).toBe(amountKeyOf('2'));
  });

  it('order names without regard to capitals and accents, and like SQLite beyond the basic plane', () => {
    expect(nameKeyOf(' ÄHRE')).toBe('ahre');
    const texts = ['a', 'ab', 'ß', '\uffee', '😀', '😁'];
    expect(texts.toSorted(compareKeys)).toEqual(texts);
    expect(texts.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))).toEqual(
      texts,
    );
  });
});
