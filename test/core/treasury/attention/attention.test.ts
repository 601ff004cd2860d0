import { expect, it } from 'vitest';
import { minuteText } from '../../../../contract/text/clock.ts';
import { groupedAmount } from '../../../../contract/text/numbers.ts';
import { countItems, seenItem } from '../../../../contract/treasury/attention.ts';
import { attentionItems } from '../../../../main/core/treasury/attention/attention.ts';
import { dismissAttention } from '../../../../main/core/treasury/attention/dismiss.ts';
import { openMemoryStore } from '../../../kit/memory-store.ts';
import { accepted, addProfile, claim, found, importBatch, release } from '../../../kit/samples.ts';
import { attentionOf, batchWith, items, settle } from '../../../kit/attention.ts';
import { openOffice } from '../../../kit/office.ts';

const minute = 60_000;

it('I10: reports records that were older than what was sent first, until a person dismisses it', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'failed');
  const older = { at: Date.UTC(2026, 0, 2), cause: 'behind', payments: 3, missesRetries: false } as const;
  let kept: typeof older | null = older;
  office.store.olderRecords = () => kept;
  office.store.dismissOlderRecords = () => {
    kept = null;
  };
  expect(await items(office)).toEqual([
    { kind: 'olderRecords', count: 3, batchId: null },
    { kind: 'failed', count: 1, batchId },
  ]);
  await office.get('attention.dismissOlderRecords', {});
  expect(await items(office)).toEqual([{ kind: 'failed', count: 1, batchId }]);
});

it('lists conflicts, rejected and failed payouts with their batch, the most serious first, in one sentence each', async () => {
  const office = await openOffice();
  const [failed, rejected, conflict] = [
    await batchWith(office, 'failed', ['1.00', '2.00']),
    await batchWith(office, 'rejected', ['3.00']),
    await batchWith(office, 'conflict', ['4.00']),
  ];
  expect(await items(office)).toEqual([
    { kind: 'conflict', count: 1, batchId: conflict },
    { kind: 'rejected', count: 1, batchId: rejected },
    { kind: 'failed', count: 1, batchId: failed },
  ]);
  const [first, , last] = await attentionOf(office);
  expect(first?.message).toMatch(/^1 payout of .+ in conflict: .+\.$/);
  // The interface names no status that means failed, so no text says that the gateway reported one.
  expect(last?.message).toMatch(
    /^1 payout of .+ failed: the gateway finished it with a status other than SUCCESS\.$/,
  );
  expect(first?.profileName).toBe('main');
});

it('lists a payout after a minute as unknown, and says when a person has to decide', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'unknown');
  expect(await items(office)).toEqual([]);
  office.wait(minute + 1000);
  expect(await items(office)).toEqual([{ kind: 'unknown', count: 1, batchId }]);
  // The gateway may have accepted it before a backup was restored, so nothing is said about that.
  expect((await attentionOf(office))[0]?.message).toMatch(
    /^1 payout of .+ unknown: what became of it is not known yet\. Bursar keeps asking\.$/,
  );
  const paymentId = office.store.rowsOfBatch(batchId, 0, 1)[0]?.paymentId ?? 0;
  const problem = { code: 'olderThanADay' } as const;
  office.store.record(
    [
      {
        paymentId,
        from: 'unknown',
        to: 'unknown',
        cause: { code: 'asked' as const },
        detail: null,
        problem,
        dueAt: null,
        polls: 0,
      },
    ],
    office.now(),
  );
  const [item] = await attentionOf(office);
  expect(item?.message).toContain('A person has to decide');
});

it('never says of a batch that is already sent that it is not, when the gateway does not accept the authentication', async () => {
  const office = await openOffice();
  const { batchId } = await office.draft(['1.00']);
  expect((await office.release(batchId)).ok).toBe(true);
  const [intent] = claim(office.store, batchId);
  office.store.record(intent === undefined ? [] : [accepted(intent)], office.now());
  expect(office.countOf(batchId, 'accepted')).toBe(1);
  const key = { kind: 'generate', modulusBits: 2048 } as const;
  await office.get('profiles.replaceKey', { name: 'main', key });
  const { idPayment: idPayout = '' } = intent?.payment ?? {};
  expect((await office.tell('payouts.refresh', { idPayout })).ok).toBe(false);
  const [item, ...others] = await attentionOf(office);
  expect([item?.kind, item?.batchId, others]).toEqual(['merchantRefused', batchId, []]);
  expect(item?.message).not.toMatch(/not (being )?sent/);
  expect(item?.message).toContain('can neither send payouts of this batch nor ask about those that it sent');
});

it('says that the gateway does not accept the authentication of a profile until nothing of it is unfinished', async () => {
  const office = await openOffice();
  const sent = await office.draft(['1.00']);
  expect((await office.release(sent.batchId)).ok).toBe(true);
  const [intent] = claim(office.store, sent.batchId);
  const { idPayment: idPayout = '' } = intent?.payment ?? {};
  office.store.record(intent === undefined ? [] : [accepted(intent)], office.now());
  const waiting = await office.draft(['2.00']);
  expect((await office.release(waiting.batchId)).ok).toBe(true);
  const key = { kind: 'generate', modulusBits: 2048 } as const;
  await office.get('profiles.replaceKey', { name: 'main', key });
  expect((await office.tell('payouts.refresh', { idPayout })).ok).toBe(false);
  const item = { kind: 'merchantRefused', batchId: waiting.batchId };
  expect(await items(office)).toMatchObject([item]);
  await office.get('batches.cancel', { batchId: waiting.batchId });
  expect(await items(office)).toMatchObject([item]);
  const { paymentId = 0 } = intent?.payment ?? {};
  office.store.record([found(paymentId, 'accepted', 'paid', { dueAt: null })], office.now());
  expect(await items(office)).toEqual([]);
});

it('hides a rejected payout once another is released for it, and counts it once however often', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'rejected', ['1.00', '2.00']);
  settle(office, batchId, 'rejected', 1);
  expect(await items(office)).toEqual([{ kind: 'rejected', count: 2, batchId }]);
  const retry = await office.get('batches.retry', { batchId });
  expect(await items(office)).toEqual([{ kind: 'rejected', count: 2, batchId }]);
  expect((await office.release(retry.batchId)).ok).toBe(true);
  expect(await items(office)).toEqual([]);
  settle(office, retry.batchId, 'rejected', 1);
  expect(await items(office)).toEqual([{ kind: 'rejected', count: 1, batchId: retry.batchId }]);
});

it('lists a draft whose check found rows that were paid before, until the draft is gone', async () => {
  const office = await openOffice();
  const first = await office.draft(['1.00', '2.00'], 'May');
  expect((await office.release(first.batchId)).ok).toBe(true);
  const header =
    'currencyCode,amount,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference';
  const bytes = new TextEncoder().encode(`${header}\nEUR,1.00,BANK_TRANSFER,Payee 0,ACC-0,SANDBOX_BANK,May`);
  const { batch } = await office.get('batches.import', { fileName: 'again.csv', bytes });
  expect(await items(office)).toEqual([]);
  const told = () => office.events.filter(({ kind }) => kind === 'attention').length;
  await office.get('batches.duplicates', { batchId: batch.batchId });
  expect(await items(office)).toEqual([{ kind: 'heldDuplicates', count: 1, batchId: batch.batchId }]);
  // Once, or a page that compares the draft with each event would do so without end.
  expect(told()).toBe(1);
  await office.get('batches.duplicates', { batchId: batch.batchId });
  expect(told()).toBe(1);
  // What it equals may be a row of the same draft, of which nothing was paid.
  const [item] = await attentionOf(office);
  expect(item?.message).toBe('1 row of the draft again.csv may be a duplicate.');
  await office.get('batches.cancel', { batchId: batch.batchId });
  expect(await items(office)).toEqual([]);
});

it('lists a draft of a file that was released before, without any check', async () => {
  const office = await openOffice();
  const first = await office.draft(['1.00'], 'May');
  expect((await office.release(first.batchId)).ok).toBe(true);
  const again = await office.draft(['1.00'], 'May');
  expect(again.batchId).not.toBe(first.batchId);
  const [item] = await attentionOf(office);
  expect(item).toMatchObject({ kind: 'heldDuplicates', batchId: again.batchId });
  expect(item?.message).toContain(first.batchId);
});

it('raises an item when the last balance read is below the limit, to the last digit, and says when it was read', async () => {
  const office = await openOffice();
  const { balances } = await office.get('balances.read', { currencyCodes: ['EUR'] });
  const available = balances[0]?.amounts[0]?.amount ?? '';
  const limit = (amount: string) => ({ profileName: 'main', currencyCode: 'EUR', amount });
  await office.get('settings.change', { lowBalanceLimits: [limit(available)] });
  expect(await items(office)).toEqual([]);
  await office.get('settings.change', { lowBalanceLimits: [limit(`${available.replace(/\.0*$/, '')}.01`)] });
  office.wait(5000 * minute);
  const [item] = await attentionOf(office);
  expect(item).toMatchObject({ kind: 'lowBalance', currencyCode: 'EUR', batchId: null });
  // The gateway may spell a currency otherwise than a person.
  const keyId = office.store.findProfile('main')?.keyId ?? '';
  const { asOf = 0, json = '' } = office.store.latestBalances(keyId) ?? {};
  const spelled = { asOf, json: json.replaceAll('"EUR"', '"eur"') };
  office.store.saveBalances(keyId, spelled, { at: asOf, quietMs: 0, list: [] });
  expect(await attentionOf(office)).toMatchObject([{ kind: 'lowBalance', currencyCode: 'eur' }]);
  const read = minuteText(new Date(asOf).toISOString());
  expect(item?.message).toContain(`was ${groupedAmount(available)} EUR on ${read}, below`);
});

it('does not end a balance alert because the balance is no longer known, and says since when it is not', async () => {
  const office = await openOffice();
  const keyId = office.store.findProfile('main')?.keyId ?? '';
  const reads = (amounts: { name: string; amount: string }[] | null): void => {
    const at = office.now();
    const list = (amounts ?? []).slice(0, 1).map(({ name, amount }) => ({
      currencyCode: 'EUR',
      available: amount,
      amounts: JSON.stringify([{ name, amount }]),
    }));
    const json = JSON.stringify(amounts === null ? [] : [{ currencyCode: 'EUR', amounts }]);
    office.store.saveBalances(
      keyId,
      { asOf: at, json },
      { at, quietMs: 0, list: amounts?.length === 1 ? list : [] },
    );
    office.wait(minute);
  };
  const limit = { profileName: 'main', currencyCode: 'EUR', amount: '100.00' };
  await office.get('settings.change', { lowBalanceLimits: [limit] });
  reads(null);
  // It was never known, so there is no alert that could end.
  expect(await items(office)).toEqual([]);
  const readAt = office.now();
  reads([{ name: 'available', amount: '90.00' }]);
  expect(await items(office)).toMatchObject([{ kind: 'lowBalance' }]);
  const unclear = ['one', 'other'].map((name) => ({ name, amount: '500.00' }));
  for (const amounts of [null, unclear]) {
    reads(amounts);
    const [item, ...others] = await attentionOf(office);
    expect([item?.kind, others]).toEqual(['balanceUnknown', []]);
    expect(item?.message).toContain(
      `was 90.00 EUR on ${minuteText(new Date(readAt).toISOString())}. Since then`,
    );
  }
  reads([{ name: 'available', amount: '100.00' }]);
  expect(await items(office)).toEqual([]);
});

it('sums up what is older than the hundred newest batches with problems, so that nothing is left out', async () => {
  const { parts } = await openOffice();
  const store = openMemoryStore();
  addProfile(store);
  const failIn = (batchId: string): void => {
    importBatch(store, batchId, 1);
    release(store, batchId);
    for (const intent of claim(store, batchId)) {
      store.record([accepted(intent)], 5000);
      store.record([found(intent.payment.paymentId, 'accepted', 'failed', { dueAt: null })], 5100);
    }
  };
  for (let number = 1; number <= 103; number += 1) failIn(`b${number}`);
  const context = { ...parts, store };
  const read = () =>
    attentionItems(
      context,
      { watchWitness: () => Promise.resolve(null), toCome: () => [] },
      () => Promise.resolve({ files: [], hasMore: false }),
      AbortSignal.timeout(60_000),
    );
  const listed = await read();
  expect(listed).toHaveLength(101);
  expect(listed.at(-1)).toMatchObject({ kind: 'failed', count: 3, batchId: null });
  failIn('newest');
  await dismissAttention(context, { batchId: null, seen: listed.map(seenItem) });
  expect(await read()).toMatchObject([{ kind: 'failed', count: 1, batchId: 'newest' }]);
  store.close();
});

it('says at least how many payouts of a batch wait for a person where it does not look at all, and lists them at once', async () => {
  const office = await openOffice();
  const { store } = office;
  importBatch(store, 'many', 1200, store.findProfile('main')?.keyId);
  release(store, 'many');
  const unknown = (rows: number, at: number, dueAt: number | null): void => {
    for (const { payment } of claim(store, 'many', rows))
      store.record([found(payment.paymentId, 'sending', 'unknown', { dueAt })], at);
  };
  // The first thousand are too new to be listed, and nobody looks at the others.
  unknown(1000, office.now(), null);
  unknown(200, office.now() - 5 * minute, office.now());
  const [item] = await attentionOf(office);
  expect(item).toMatchObject({ kind: 'unknown', batchId: 'many', count: 1200, forAPerson: 1000 });
  expect(item?.message).toMatch(/^At least 1,000 payouts of many\.csv unknown, .* A person has to decide\.$/);
  importBatch(store, 'fresh', 1001, store.findProfile('main')?.keyId);
  release(store, 'fresh');
  for (const { payment } of claim(store, 'fresh', 1001))
    store.record([found(payment.paymentId, 'sending', 'unknown')], office.now());
  expect((await attentionOf(office)).find(({ batchId }) => batchId === 'fresh')).toMatchObject({
    count: 1001,
    message:
      '1,001 payouts of fresh.csv unknown: what became of them is not known yet. Bursar keeps asking, unless a person has to decide.',
  });
});

it('says how many notices there are beyond the listed ones, and counts them', async () => {
  const office = await openOffice();
  const { store } = office;
  importBatch(store, 'many', 250, store.findProfile('main')?.keyId);
  release(store, 'many');
  for (const intent of claim(store, 'many', 250)) {
    const { paymentId } = intent.payment;
    store.record([accepted(intent), found(paymentId, 'accepted', 'paid', { dueAt: null })], 5100);
    store.record([found(paymentId, 'paid', 'paid', { dueAt: null, notice: 'statusChanged' })], 5200);
  }
  const listed = await attentionOf(office);
  expect(listed).toHaveLength(201);
  expect(listed.at(-1)).toMatchObject({
    kind: 'statusChanged',
    batchId: null,
    count: 50,
    message: '50 more notices of the kind “Status changed”. Dismiss those that are listed to see them.',
  });
  expect(countItems(listed)).toBe(250);
  await office.get('attention.dismiss', { seen: listed.slice(0, 1).map(seenItem) });
  expect(countItems(await attentionOf(office))).toBe(249);
});
