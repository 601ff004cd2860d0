import { expect, it } from 'vitest';
import type { SheetCells } from '../../../contract/batches/sheet.ts';
import { other, painMessage, type Payment } from '../../files/messages/pain-001.ts';
import { openBook, openDesk, type Desk } from './book-desk.ts';

const payment = (endToEndId: string, account: string) => ({ endToEndId, account: other(account) });

/** Status and reason of each payment that the answer to the message names. */
async function answered(desk: Desk, batchId: string): Promise<string[]> {
  const { bytes } = await desk.get('batches.export', { batchId, format: 'pain.002' });
  const ofPayments = Buffer.from(bytes)
    .toString('utf8')
    .matchAll(/<OrgnlEndToEndId>([^<]*).*<TxSts>([^<]*)(?:.*?<AddtlInf>([^<]*))?/g);
  return Array.from(ofPayments, ([, id, status, reason]) => [id, status, reason].join(' ').trim());
}

/** Releases a payment file; returns its batch. `again`: its duplicates are intentional. */
async function releaseMessage(
  desk: Desk,
  payments: readonly ReturnType<typeof payment>[],
  again = false,
): Promise<string> {
  const { batch } = await desk.get('batches.import', {
    fileName: 'payroll.xml',
    bytes: new TextEncoder().encode(painMessage({ groups: [{ payments }] })),
    methodRules: [{ when: {}, paymentMethodCode: 'BANK_TRANSFER' }],
  });
  expect(await desk.release(batch.batchId, again)).toMatchObject({ ok: true });
  return batch.batchId;
}

/** The same, and sends it. */
async function payMessage(...message: Parameters<typeof releaseMessage>): Promise<string> {
  const batchId = await releaseMessage(...message);
  await message[0].run(batchId);
  return batchId;
}

/** Opens a payment file as a sheet, changes the cells of its first rows, releases and sends it; returns its batch. */
async function payChanged(
  desk: Desk,
  payments: readonly Payment[],
  cells: readonly Partial<SheetCells>[],
): Promise<string> {
  const opened = await desk.get('sheets.open', {
    source: {
      kind: 'file',
      fileName: 'payroll.xml',
      bytes: new TextEncoder().encode(painMessage({ groups: [{ payments }] })),
      methodRules: [{ when: {}, paymentMethodCode: 'BANK_TRANSFER' }],
    },
  });
  if (opened.kind !== 'opened') expect.fail(opened.kind);
  const { sheetId } = opened.sheet;
  const { rows } = await desk.get('sheets.rows', { sheetId, view: {}, from: 0, limit: cells.length });
  const changes = rows.map(({ rowId }, index) => ({ rowId, cells: cells[index] ?? {} }));
  await desk.get('sheets.change', { sheetId, change: { kind: 'set', rows: changes } });
  const { batchId } = await desk.get('sheets.prepare', { sheetId });
  expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
  await desk.run(batchId);
  return batchId;
}

it('the answer to a payment file does not call a payout settled if the gateway has since reported something else', async () => {
  const { gateway, desk } = await openBook();
  const payments = [payment('one', 'A-1'), payment('two', 'A-2'), payment('three', 'A-3')];
  const batchId = await payMessage(desk, payments, true);
  expect(await answered(desk, batchId)).toEqual(['one ACSC', 'two ACSC', 'three ACSC']);
  gateway.treat('A-1', { status: 'RETURNED' });
  gateway.treat('A-2', { amount: '999.00' });
  for (const row of [1, 2, 3]) await desk.get('payouts.refresh', { idPayout: desk.idOf(batchId, row) });
  expect(await answered(desk, batchId)).toEqual([
    expect.stringMatching(/^one PDNG .*has since reported the status RETURNED/),
    expect.stringMatching(/^two PDNG .*has since reported 999\.00 EUR for it/),
    'three ACSC',
  ]);
});

it('the answer to a payment file does not call a payout rejected if another payment under its order ID may have paid', async () => {
  const { gateway, time, desk } = await openBook();
  gateway.enter({
    idPayment: 'one',
    accountNumber: 'A-1',
    amount: '10.00',
    currencyCode: 'EUR',
    createdAt: time.steady() - 86_400_000,
  });
  const batchId = await payMessage(desk, [payment('one', 'A-1')]);
  expect(desk.states(batchId)).toEqual(['outside']);
  await desk.get('payouts.decide', { idPayout: desk.idOf(batchId), decision: 'payAgain' });
  expect(await answered(desk, batchId)).toEqual([expect.stringMatching(/^one PDNG /)]);
  const retry = (await desk.get('batches.retry', { batchId })).batchId;
  gateway.treat(desk.idOf(retry), { posts: [{ isEffective: false, answer: 406 }] });
  expect(await desk.release(retry, true)).toMatchObject({ ok: true });
  await desk.run(retry);
  expect(desk.states(retry)).toEqual(['rejected']);
  expect(await answered(desk, batchId)).toEqual([expect.stringMatching(/^one PDNG /)]);
});

it('the answer to a payment file does not call a payout rejected if an earlier retry is in progress again', async () => {
  const { gateway, desk } = await openBook();
  const failed = { status: 'FAILED', isProcessed: true } as const;
  gateway.treat('A-1', failed);
  const batchId = await payMessage(desk, [payment('one', 'A-1')]);
  const first = String(await desk.retry(batchId));
  const second = String(await desk.retry(first));
  expect([...desk.states(first), ...desk.states(second)]).toEqual(['failed', 'failed']);
  expect(await answered(desk, batchId)).toEqual([expect.stringMatching(/^one RJCT /)]);
  gateway.treat(desk.idOf(first), { status: 'PENDING', isProcessed: false });
  await desk.get('payouts.refresh', { idPayout: desk.idOf(first) });
  expect(desk.states(first)).toEqual(['accepted']);
  expect(await answered(desk, batchId)).toEqual(['one PDNG']);
});

it('the answer to a payment file does not call a row rejected that a colleague paid by a retry', async () => {
  const { gateway, time, desk } = await openBook();
  const colleague = await openDesk(gateway, time);
  const payments = [payment('one', 'A-1'), payment('two', 'A-2')];
  gateway.treat('A-2', { posts: [{ isEffective: false, answer: 406 }] });
  const mine = await payMessage(desk, payments, true);
  gateway.treat('A-2', {});
  expect(desk.states(String(await desk.retry(mine, true)))).toEqual(['paid']);
  // A payment created within two seconds of the first request from here may be its own.
  time.pass(60_000);
  const theirs = await payMessage(colleague, payments, true);
  expect(colleague.states(theirs)).toEqual(['outside', 'cancelled']);
  const [, answer] = await answered(colleague, theirs);
  expect(answer).toMatch(/^two PDNG .*when it asked, the gateway had payout .*, which was paid/);
});

it('the answer to a payment file does not call a row rejected that was not sent because another payout may have paid it', async () => {
  const { gateway, desk } = await openBook();
  gateway.treat('A-1', { status: 'FAILED', isProcessed: true });
  const first = await desk.pay([{ accountNumber: 'A-1', amount: '10.00', accountName: 'Ada' }]);
  const batchId = await releaseMessage(desk, [payment('one', 'A-1')], true);
  gateway.treat('A-1', {});
  await desk.get('payouts.refresh', { idPayout: desk.idOf(first) });
  await desk.run(batchId);
  expect([desk.states(first), desk.states(batchId)]).toEqual([['paid'], ['cancelled']]);
  expect(await answered(desk, batchId)).toEqual([
    expect.stringMatching(/^one PDNG It may be paid already: /),
  ]);
});

it('the answer to a payment file does not call a payout settled that was paid to another account than instructed', async () => {
  const { gateway, desk } = await openBook();
  gateway.treat('A-2', { status: 'FAILED', isProcessed: true });
  const payments = ['A-1', 'A-2', 'A-3'].map((account) => payment(account, account));
  // The same account in other words, and another name for it, are no change of the payee.
  const cells = [{ accountNumber: 'B-1' }, {}, { accountNumber: 'a 3', accountName: 'Other' }];
  const batchId = await payChanged(desk, payments, cells);
  expect(await answered(desk, batchId)).toEqual([
    'A-1 ACWC Paid to a payee that was changed in Bursar: B-1.',
    expect.stringMatching(/^A-2 RJCT/),
    'A-3 ACSC',
  ]);
});

it('the answer to a payment file does not call a payout settled whose amount was changed before it was released', async () => {
  const { gateway, desk } = await openBook();
  gateway.treat('A-3', { status: 'FAILED', isProcessed: true });
  const inBitcoin = { ...payment('two', 'A-2'), currencyCode: 'BTC' };
  const payments = [payment('one', 'A-1'), inBitcoin, payment('three', 'A-3')];
  // The same money in other words is no change.
  const cells = [{ amount: '9.00' }, { amount: '10.0', currencyCode: 'btc' }, { amount: '9.00' }];
  const batchId = await payChanged(desk, payments, cells);
  expect(await answered(desk, batchId)).toEqual([
    'one ACWC Paid with an amount that was changed in Bursar: 9.00 EUR.',
    'two ACSC',
    expect.stringMatching(/^three RJCT/),
  ]);
  const report = await desk.get('batches.export', { batchId, format: 'pain.002' });
  const text = Buffer.from(report.bytes).toString('utf8');
  expect(text.match(/<InstdAmt[^<]*/g)).toEqual(
    ['EUR', 'BTC', 'EUR'].map((currencyCode) => `<InstdAmt Ccy="${currencyCode}">10.00`),
  );
});

it('the answer to a payment file does not call a payout settled as instructed if a person entered its amount for an equivalent', async () => {
  const { desk } = await openBook();
  const amt = '<EqvtAmt><Amt Ccy="USD">100.00</Amt><CcyOfTrf>EUR</CcyOfTrf></EqvtAmt>';
  const payments = [{ ...payment('one', 'A-1'), amt }, payment('two', 'A-2')];
  const batchId = await payChanged(desk, payments, [{ amount: '92.00', currencyCode: 'EUR' }]);
  expect(await answered(desk, batchId)).toEqual([
    'one ACWC Paid with an amount that was changed in Bursar: 92.00 EUR.',
    'two ACSC',
  ]);
  const { bytes: report } = await desk.get('batches.export', { batchId, format: 'pain.002' });
  const text = Buffer.from(report).toString('utf8');
  expect(text.match(/<InstdAmt Ccy="EUR">[^<]*/g)).toEqual(['<InstdAmt Ccy="EUR">10.00']);
  expect(text).not.toMatch(/<(GrpSts|PmtInfSts)>/);
});

it('the answer to a payment file does not call a payout rejected that another batch of the same file has paid, or may pay', async () => {
  const { gateway, desk } = await openBook();
  gateway.treat('A-2', { posts: [{ isEffective: false, answer: 406 }] });
  gateway.treat('A-3', { posts: [{ isEffective: false, answer: 406 }] });
  const payments = ['A-1', 'A-2', 'A-3'].map((account) => payment('NOTPROVIDED', account));
  const first = await payMessage(desk, payments, true);
  const rejected = expect.stringMatching(/^NOTPROVIDED RJCT /);
  expect(await answered(desk, first)).toEqual(['NOTPROVIDED ACSC', rejected, rejected]);
  gateway.treat('A-2', {});
  const again = await releaseMessage(desk, payments, true);
  const elsewhere = (row: number): unknown =>
    expect.stringContaining(`PDNG The payment file was released again: see payout ${desk.idOf(again, row)}.`);
  expect(await answered(desk, first)).toEqual(['NOTPROVIDED ACSC', elsewhere(2), elsewhere(3)]);
  await desk.run(again);
  expect(desk.states(again)).toEqual(['paid', 'paid', 'rejected']);
  expect(await answered(desk, first)).toEqual(['NOTPROVIDED ACSC', elsewhere(2), rejected]);
  expect(await answered(desk, again)).toEqual(['NOTPROVIDED ACSC', 'NOTPROVIDED ACSC', rejected]);
});
