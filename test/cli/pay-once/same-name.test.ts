import { expect, it } from 'vitest';
import { groupText, problemGroups } from '../../../contract/text/batch-problems.ts';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { readPack } from '../../../main/files/evidence/read-pack.ts';
import { openBook, type Desk } from './book-desk.ts';

const day = 86_400_000;
const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };

async function replaceProfile(desk: Desk, baseUrl: string, isThere = true): Promise<void> {
  if (isThere) await desk.get('profiles.remove', { name: 'book' });
  await desk.get('profiles.add', {
    name: 'book',
    environment: 'sandbox',
    baseUrl,
    merchantCode: 'BOOK-1',
    callbackUrl: 'http://127.0.0.1:9/callbacks',
    key: { kind: 'none' },
  });
}

it('a payout of a removed profile is neither retried nor queried at the gateway of another profile with that name', async () => {
  const { gateway, time, desk } = await openBook();
  gateway.treat('A-1', { status: 'DECLINED', isProcessed: true });
  const batchId = await desk.pay([ada]);
  const idPayout = desk.idOf(batchId);
  expect(desk.states(batchId)).toEqual(['failed']);
  const opening = await desk.get('sheets.open', { source: { kind: 'retryPayouts', idPayouts: [idPayout] } });
  if (opening.kind !== 'opened') throw new Error(opening.kind);

  await replaceProfile(desk, gateway.url.replace('127.0.0.1', 'localhost'));
  const questions = (): number => gateway.requests().filter(({ idPayment }) => idPayment === idPayout).length;
  const before = questions();
  const refusal = {
    error: { code: 'notFound', message: expect.stringContaining('another profile has its name') },
  };
  expect(await desk.tell('batches.retry', { batchId })).toMatchObject(refusal);
  expect(await desk.tell('sheets.prepare', { sheetId: opening.sheet.sheetId })).toMatchObject({
    error: { code: 'notFound' },
  });
  expect(await desk.tell('payouts.refresh', { idPayout })).toMatchObject(refusal);
  time.pass(2 * day);
  await desk.pay([{ accountNumber: 'A-2', amount: '20.00', accountName: 'Bob', reference: 'invoice 2' }]);
  expect(await desk.run()).toMatchObject({ outcome: 'done' });
  expect(questions()).toBe(before);

  // The gateway has paid it meanwhile. Under its own profile it is asked about, and not paid again.
  await replaceProfile(desk, gateway.url);
  gateway.treat('A-1', {});
  expect(await desk.retry(batchId)).toHaveProperty('refused');
  expect(desk.states(batchId)).toEqual(['paid']);
  expect(gateway.timesPaid('A-1')).toBe(1);
});

it('a payout of a removed profile is shown as itself beside one of another profile with its name and order ID', async () => {
  const { gateway, desk } = await openBook();
  gateway.treat('A-1', { status: 'DECLINED', isProcessed: true });
  const idPayout = 'invoice-1';
  const removed = await desk.pay([{ ...ada, idPayout }]);
  await replaceProfile(desk, gateway.url.replace('127.0.0.1', 'localhost'));
  const other = { accountNumber: 'A-2', amount: '20.00', accountName: 'Bob', reference: 'invoice 2' };
  const batchId = await desk.draft([{ ...other, idPayout }]);
  const show = (which: { readonly batchId?: string }) =>
    desk.get('payouts.show', { idPayout, profileName: 'book', ...which });
  expect(await show({ batchId: removed })).toMatchObject({
    batchId: removed,
    money: { amount: '10.00' },
    state: 'failed',
    isProfileRemoved: true,
  });
  const newest = { batchId, money: { amount: '20.00' }, isProfileRemoved: false };
  expect(await show({ batchId })).toMatchObject(newest);
  expect(await show({})).toMatchObject(newest);
  expect(
    await desk.tell('payouts.refresh', { idPayout, profileName: 'book', batchId: removed }),
  ).toMatchObject({
    error: { code: 'notFound', message: expect.stringContaining('another profile has its name') },
  });
  expect(await desk.tell('payouts.show', { idPayout: 'invoice-2', batchId: removed })).toMatchObject({
    error: { code: 'notFound' },
  });
  const evidence = await desk.get('evidence.create', {
    subject: { kind: 'payout', idPayout, profileName: 'book', batchId: removed },
  });
  const files = [...(readPack(Buffer.from(evidence.bytes))?.files([]) ?? [])];
  const text = files.map(({ content }) => content?.toString() ?? '').join('\n');
  expect([removed, batchId].map((each) => text.includes(each))).toEqual([true, false]);
});

it('a batch of a removed profile is resumed, whatever the gateway of another profile with that name says', async () => {
  const { gateway, desk } = await openBook();
  gateway.treat('A-1', { isTest: false, status: 'DECLINED', isProcessed: true });
  const batchId = await desk.pay([ada]);
  expect(await desk.get('batches.summary', { batchId })).toMatchObject({ isPaused: true });
  await desk.get('attention.dismiss', { batchId });

  await replaceProfile(desk, gateway.url.replace('127.0.0.1', 'localhost'));
  gateway.treat('A-2', { isTest: false });
  await desk.pay([{ accountNumber: 'A-2', amount: '20.00', accountName: 'Bob', reference: 'invoice 2' }]);
  expect((await desk.get('attention.list', {}))[0]?.kind).toBe('environmentContradicted');
  expect(await desk.tell('batches.resume', { batchId })).toMatchObject({ ok: true });
});

it('a failed payout of a removed profile is not queried, and says so and how to retry it, until the profile is added again', async () => {
  const { gateway, time, desk } = await openBook();
  gateway.treat('A-1', { status: 'DECLINED', isProcessed: true });
  const batchId = await desk.pay([ada]);
  const shown = () => desk.get('payouts.show', { idPayout: desk.idOf(batchId) });
  const meaning = async () => paymentMeaning({ ...(await shown()), kind: 'payout', origin: null });
  expect(await meaning()).toContain('Bursar keeps asking');
  const dueAt = desk.store().nextRecheckAt(null, 0);
  expect(dueAt).not.toBeNull();
  const retriable = async () => [
    (await shown()).isRetriable,
    (await desk.get('batches.show', { batchId })).retriable,
  ];
  expect(await retriable()).toEqual([true, 1]);
  const fixes = async () => problemGroups(await desk.get('batches.show', { batchId })).map(groupText);
  expect(await fixes()).toEqual([expect.stringMatching(/: Edit and retry$/)]);

  await desk.get('profiles.remove', { name: 'book' });
  expect(await retriable()).toEqual([false, 0]);
  expect(await fixes()).toEqual([expect.stringMatching(/: Add the profile again with its key to retry$/)]);
  time.pass(2 * day);
  expect(desk.store().nextRecheckAt(null, 0)).toBeNull();
  expect(desk.store().batchesWithWork(time.now())).toEqual([]);
  expect(await shown()).toMatchObject({
    unasked: 'profileRemoved',
    problemMessage: expect.not.stringContaining('asks'),
  });
  expect(await meaning()).toMatch(
    /Its profile was removed, so Bursar no longer asks .* Add the profile again/,
  );

  await replaceProfile(desk, gateway.url, false);
  expect(desk.store().nextRecheckAt(null, 0)).toBe(dueAt);
  expect(await meaning()).toContain('Bursar keeps asking');
  expect(await fixes()).toEqual([expect.stringMatching(/: Edit and retry$/)]);
  gateway.treat('A-1', {});
  await desk.run();
  expect(desk.states(batchId)).toEqual(['paid']);
});

it('a failed payout that was queried for 90 days does not claim that Bursar keeps asking', async () => {
  const { gateway, time, desk } = await openBook();
  gateway.treat('A-1', { status: 'DECLINED', isProcessed: true });
  const batchId = await desk.pay([ada]);
  for (let week = 0; week < 20; week += 1) {
    time.pass(8 * day);
    await desk.run();
  }
  const shown = await desk.get('payouts.show', { idPayout: desk.idOf(batchId) });
  expect(shown).toMatchObject({ state: 'failed', unasked: 'ended' });
  expect(paymentMeaning({ ...shown, kind: 'payout', origin: null })).toMatch(
    /no longer asks by itself .* Refresh it/,
  );
});

it('a retry is that of the payout, not of an earlier payin with the same order ID', async () => {
  const { gateway, desk } = await openBook();
  const idPayout = 'invoice-1';
  await desk.get('payins.create', {
    idPayment: idPayout,
    money: { amount: '50.00', currencyCode: 'EUR' },
    paymentMethodCode: 'BANK_TRANSFER',
  });
  gateway.treat('A-1', { status: 'DECLINED', isProcessed: true });
  const batchId = await desk.pay([{ ...ada, idPayout }]);
  expect(desk.states(batchId)).toEqual(['failed']);
  const { batchId: draft } = await desk.get('batches.retry', { batchId });
  expect((await desk.get('batches.retry', { batchId })).batchId).toBe(draft);
  expect(await desk.release(draft, true)).toMatchObject({ ok: true });
  expect(desk.confirmed()?.retried).toEqual([{ status: 'DECLINED', count: 1 }]);
});
