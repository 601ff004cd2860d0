import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { IncomingFilter, NewIncomingPayment, Store } from '../../../main/core/ports/index.ts';
import { StoreError } from '../../../main/store/index.ts';
import {
  accepted,
  addProfile,
  auditProblems,
  claim,
  close,
  compared,
  encode,
  found,
  importBatch,
  keyId,
  listed,
  newIncoming,
  newRow,
  openIn,
  raw,
  release,
  restoreBackup,
  temporaryFolder,
  value,
} from '../../kit/store.ts';

function opened(): Store {
  const store = openIn(temporaryFolder());
  addProfile(store);
  return store;
}

/** A payin of this order ID, whose batch has the same name. */
function add(store: Store, id: string, overrides: Partial<NewIncomingPayment> = {}) {
  return store.addIncoming(newIncoming({ batchId: id, idPayment: id, ...overrides }));
}

const awaited = { origin: 'link', awaitedUntil: 90_000 } as const;
const none: ReadonlySet<number> = new Set();

describe('a payin', () => {
  it('I6: is queued in one commit, with the events of every batch, and audited like a payout', () => {
    const store = opened();
    const payment = add(store, 'order', { returnUrl: 'https://shop.example/thanks', note: 'Invoice 7' });
    expect(payment).toMatchObject({
      kind: 'payin',
      origin: 'created',
      state: 'queued',
      reference: 'Invoice 7',
    });
    expect(payment.returnUrl).toBe('https://shop.example/thanks');
    const [intent] = claim(store, 'order');
    expect(intent?.payment.idPayment).toBe('order');
    if (intent !== undefined) store.record([accepted(intent)], 5000);
    expect(store.eventsOf(payment.paymentId).map(({ to }) => to)).toEqual(['queued', 'sending', 'accepted']);
    expect(auditProblems(store)).toEqual([]);
  });

  it('I2: is refused under an order ID that the profile has used for a payin, but not for a payout', () => {
    const store = opened();
    importBatch(store, 'b', [newRow('b', 1, { idPayment: 'order', idPayout: 'order' })]);
    add(store, 'order');
    add(store, 'other', { idPayment: 'order', kind: 'topup' });
    expect(() => add(store, 'again', { idPayment: 'order' })).toThrow(StoreError);
    expect(store.findIncoming('payin', 'order', keyId)?.batchId).toBe('order');
    expect(store.findPayment('order')?.kind).toBe('payout');
    expect(store.usedOrderIds(keyId, ['order', 'other'])).toEqual(['order']);
    expect(store.incomingOfBatch('again')).toBeNull();
    expect(auditProblems(store)).toEqual([]);
  });

  it('is in no list, count or check of payouts, whatever its state', () => {
    const store = opened();
    importBatch(store, 'payouts', 1);
    const releases = store.countReleases(keyId);
    for (const [id, ends] of [
      ['refused', 'rejected'],
      ['lost', 'unknown'],
      ['paid', 'accepted'],
    ] as const) {
      add(store, id, { accountName: 'Payee 1', accountNumber: 'DE1', amount: '1.50' });
      const [intent] = claim(store, id);
      if (intent === undefined) throw new Error('no intent');
      store.record([accepted(intent, { to: ends, problem: { code: 'finished', status: 'X' } })], 5000);
      if (ends === 'accepted') store.record([found(intent.payment.paymentId, 'accepted', 'paid')], 5000);
    }
    add(store, 'awaited', awaited);
    expect(store.listBatches({ after: null, limit: 10 }).map(({ batchId }) => batchId)).toEqual(['payouts']);
    expect(store.unfinishedBatches()).toEqual([]);
    for (const id of ['refused', 'lost', 'paid', 'awaited']) expect(store.findBatch(id)).toBeNull();
    expect(store.findPayment('paid')).toBeNull();
    expect(store.batchesOfFile(keyId, '')).toHaveLength(0);
    expect(store.countReleases(keyId)).toBe(releases);
    // Its own trouble needs attention, as a payin.
    expect(store.troubles({ before: null, limit: 10 }).troubles).toMatchObject([
      { payment: { kind: 'payin', idPayment: 'lost' }, state: 'unknown', count: 1 },
    ]);
    expect(store.heldDrafts(10)).toEqual([]);
    for (const isIndexed of [true, false]) expect(listed(store, { isIndexed })).toEqual(['payouts-1']);
    expect(store.familyOf(keyId, 'paid')).toEqual([]);
    const { amount, accountName, accountNumber, emailAddress } = newIncoming();
    importBatch(store, 'same', [newRow('same', 1, { amount, accountName, accountNumber, emailAddress })]);
    expect(compared(store, 'same', 0)).toMatchObject([
      { samePayment: null, sameMoney: null, sameName: null },
    ]);
    expect(store.firstTimePayees('payouts', { afterRowNumber: 0, limit: 10 }).rows).toHaveLength(1);
    expect(store.batchesWithWork(0).map(({ batchId }) => batchId)).toEqual(['lost', 'awaited']);
    expect(store.countUnsentIncoming()).toBe(1);
    expect(store.removeProfile('main', 9000)).toBe(false);
    expect(auditProblems(store)).toEqual([]);
  });

  it('is found by kind, state, currency and any text, page by page', () => {
    const store = opened();
    addProfile(store, { keyId: 'key-2', name: 'other', merchantCode: 'M2' });
    const ids = Array.from({ length: 30 }, (_, index) => `id-${index}`);
    for (const [index, id] of ids.entries())
      add(store, id, {
        kind: index % 3 === 0 ? 'topup' : 'payin',
        at: 10_000 + index,
        keyId: index % 5 === 0 ? 'key-2' : keyId,
        currencyCode: index % 2 === 0 ? 'EUR' : 'USD',
        accountName: index % 4 === 0 ? 'Ångström' : 'Customer',
        ...(index % 7 === 0 ? awaited : {}),
      });
    const all: IncomingFilter = {
      kind: null,
      profileName: null,
      states: [],
      currencyCode: null,
      dateOf: 'created',
      from: null,
      until: null,
      search: null,
    };
    const find = (filter: Partial<IncomingFilter>): number[] => {
      const indexes: number[] = [];
      for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
        const page: ReturnType<Store['scanIncoming']> = store.scanIncoming(
          { ...all, ...filter },
          { after, limit: 4, scanLimit: 7 },
        );
        indexes.push(...page.found.map(({ idPayment }) => Number(idPayment.slice(3))));
        after = page.next;
      }
      return indexes;
    };
    const those = (isMeant: (index: number) => boolean): number[] =>
      ids
        .map((_, index) => index)
        .filter(isMeant)
        .toReversed();
    expect(find({})).toEqual(those(() => true));
    expect(find({ kind: 'topup' })).toEqual(those((index) => index % 3 === 0));
    expect(find({ states: ['awaited'] })).toEqual(those((index) => index % 7 === 0));
    expect(find({ currencyCode: 'USD', profileName: 'other' })).toEqual(
      those((index) => index % 2 === 1 && index % 5 === 0),
    );
    expect(find({ currencyCode: 'usd' })).toEqual(find({ currencyCode: 'USD' }));
    expect(find({ from: 10_005, until: 10_021 })).toEqual(those((index) => index >= 5 && index <= 20));
    const paidOn = (index: number, processedAt: string | null): void => {
      const paymentId = claim(store, `id-${index}`, 1)[0]?.payment.paymentId ?? 0;
      const reported = { createdAt: null, processedAt, isTest: null };
      store.record([found(paymentId, 'sending', 'accepted')], 20_000);
      store.record([found(paymentId, 'accepted', 'paid', { reported })], 30_000);
    };
    paidOn(1, null);
    paidOn(2, new Date(25_000).toISOString());
    expect(find({ dateOf: 'paid' })).toEqual([2, 1]);
    expect(find({ dateOf: 'paid', from: 25_000, until: 30_000 })).toEqual([2]);
    expect(find({ dateOf: 'paid', from: 25_001 })).toEqual([1]);
    expect(find({ search: 'åNGST' })).toEqual(those((index) => index % 4 === 0));
    expect(find({ search: 'ID-2' })).toEqual(those((index) => String(index).startsWith('2')));
  });

  it('is due and claimed among thousands as it is alone', () => {
    const store = opened();
    importBatch(store, 'payouts', 3);
    release(store, 'payouts');
    const links = Array.from({ length: 40 }, (_, index) => `link-${index}`);
    for (const [index, id] of links.entries()) add(store, id, { ...awaited, at: 5000 - index });
    const created = Array.from({ length: 20 }, (_, index) => `created-${index}`);
    for (const id of created) add(store, id);
    const all = ['payouts', ...links, ...created];
    const due = store.duePayments(all, 4990, 5, none).map(({ idPayment }) => idPayment);
    expect(due).toEqual(['link-39', 'link-38', 'link-37', 'link-36', 'link-35']);
    const except = new Set(store.duePayments(all, 4990, 2, none).map(({ paymentId }) => paymentId));
    expect(store.nextDueAt(all, except)).toBe(5000 - 37);
    expect(store.duePayments(links.slice(0, 20), 4980, 5, none)).toEqual([]);
    const claimed = store.claimQueued(all, 10, 6000, encode).map(({ payment }) => payment.idPayment);
    expect(claimed).toEqual(['payouts-1', 'payouts-2', 'payouts-3', ...created.slice(0, 7)]);
    expect(store.claimQueued(links, 10, 6000, encode)).toEqual([]);
  });
});

describe('a payment that others create', () => {
  it('I1: is never handed out for sending, in any state', () => {
    const store = opened();
    const { paymentId } = add(store, 'link', awaited);
    expect(store.claimQueued(['link'], 10, 5000, encode)).toEqual([]);
    expect(store.claimUnknown(paymentId, 5000, encode)).toBeNull();
    expect(() => store.record([found(paymentId, 'awaited', 'unknown')], 5000)).toThrow(
      /rule of the database/,
    );
    expect(() => store.record([found(paymentId, 'awaited', 'rejected')], 5000)).toThrow(
      /rule of the database/,
    );
    store.record([found(paymentId, 'awaited', 'accepted')], 5000);
    expect(() => store.record([found(paymentId, 'accepted', 'unknown')], 5000)).toThrow(
      /rule of the database/,
    );
    expect(store.attemptsOf(paymentId)).toEqual([]);
    expect(auditProblems(store)).toEqual([]);
  });

  it.each([
    [
      'give it a body',
      `INSERT INTO bodies SELECT batchNumber * 2097152 + 1, x'00', x'00' FROM incoming`,
      /nothing is sent/,
    ],
    ['queue it', `UPDATE lives SET state = 'queued' WHERE state = 'awaited'`, /only asked about/],
    ['make it unknown', `UPDATE lives SET state = 'unknown' WHERE state = 'awaited'`, /only asked about/],
    ['await a payout', `UPDATE lives SET state = 'awaited' WHERE state = 'queued'`, /only asked about/],
    ['change who creates it', `UPDATE incoming SET origin = 'created'`, /never changes/],
    [
      'change where its customer is sent',
      `UPDATE incoming SET returnUrl = 'https://evil.example'`,
      /never changes/,
    ],
    ['forget what it is', `DELETE FROM incoming`, /stays/],
    ['make a payin of a payout', `UPDATE batches SET kind = 'payin' WHERE kind = 'payout'`, /keeps its kind/],
    [
      'begin a payout as awaited',
      `INSERT INTO lives (paymentId, state, updatedAt) SELECT paymentId, 'awaited', 1 FROM payments WHERE idPayment = 'draft-1'`,
      /is awaited/,
    ],
  ])('is protected by the database itself, which forbids to %s', (_words, sql, message) => {
    const directory = temporaryFolder();
    const store = openIn(directory);
    addProfile(store);
    add(store, 'link', awaited);
    importBatch(store, 'draft', 1);
    importBatch(store, 'b', 1);
    release(store, 'b');
    close(store);
    const database = raw(directory);
    try {
      expect(() => database.exec(sql)).toThrow(message);
    } finally {
      database.close();
    }
  });

  it('is awaited for longer when it is requested again, and no longer once somebody paid', () => {
    const store = opened();
    const { paymentId } = add(store, 'link', awaited);
    store.record([found(paymentId, 'awaited', 'awaited', { dueAt: 80_000, polls: 9 })], 5000);
    expect(store.prolongAwaiting(paymentId, 200_000, 6000)).toBe(true);
    expect(store.findIncoming('payin', 'link', keyId)).toMatchObject({
      awaitedUntil: 200_000,
      dueAt: 6000,
      polls: 0,
    });
    expect(store.prolongAwaiting(paymentId, 100_000, 6000)).toBe(true);
    expect(store.findIncoming('payin', 'link', keyId)?.awaitedUntil).toBe(200_000);
    store.record([found(paymentId, 'awaited', 'accepted')], 7000);
    expect(store.prolongAwaiting(paymentId, 300_000, 8000)).toBe(false);
  });

  it('keeps the last answer and how to pay it, and only for payins', () => {
    const store = opened();
    const { paymentId } = add(store, 'link', awaited);
    expect(store.readingOf(paymentId)).toBeNull();
    const instructions = {
      bankName: 'Bank',
      branchName: null,
      accountName: null,
      accountNumber: 'DE5',
      money: { amount: '12.50', currencyCode: 'EUR' },
      expireAt: null,
      reference: '77',
      returnUrl: 'https://m.example/back',
    };
    const reading = { askedAt: 5000, raw: '{"a":1}', instructions };
    store.record([found(paymentId, 'awaited', 'accepted', { reading })], 5000);
    expect(store.readingOf(paymentId)).toEqual(reading);
    const later = { ...reading, instructions: null };
    store.record([found(paymentId, 'accepted', 'accepted', { reading: later })], 6000);
    expect(store.readingOf(paymentId)).toEqual(later);
  });

  it('I10: stays as it is and is queried at once when a backup is restored, while what Bursar creates is unknown', async () => {
    const store = opened();
    add(store, 'link', awaited);
    const seen = add(store, 'seen', awaited);
    store.record([found(seen.paymentId, 'awaited', 'accepted')], 5000);
    add(store, 'created');
    const backupPath = join(temporaryFolder(), 'backup.sqlite');
    value(await store.backup(backupPath));
    const directory = temporaryFolder();
    expect(value(await restoreBackup({ directory, backupPath, at: 9000 })).unknownPayments).toBe(1);
    const after = openIn(directory);
    const states = ['link', 'seen', 'created'].map((id) => after.findIncoming('payin', id, keyId));
    expect(states.map((payment) => [payment?.state, payment?.dueAt])).toEqual([
      ['awaited', 9000],
      ['accepted', 9000],
      ['unknown', 9000],
    ]);
    expect(auditProblems(after)).toEqual([]);
  });
});
