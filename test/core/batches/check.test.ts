import { describe, expect, it } from 'vitest';
import { atWork, openOffice, rowsOf } from '../../kit/office.ts';
import { optionsHeading } from '../../../renderer/batches/batch/findings/finding-text.ts';
import { releaseWarnings } from '../../../renderer/batches/batch/release-text.ts';
import { iban } from '../../kit/samples.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

describe('the check of a draft', () => {
  it('says beforehand how many requests it needs and how long they take, counting nothing known twice', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows([
      ['1.50', 'EUR', 'SEPA', iban(1)],
      ['1.5', 'EUR', 'BANK_TRANSFER', 'A2'],
      ['1.50', 'USD', 'BANK_TRANSFER', 'A3'],
      ...rowsOf(20),
    ]);
    const planned = await office.get('batches.check', { batchId, withOptions: false });
    expect(planned.options).toMatchObject({ distinct: 22, requests: 22, durationSeconds: 3 });
    const { options } = await office.get('batches.check', { batchId });
    expect(options).toMatchObject({ distinct: 22, requests: 0, durationSeconds: 0 });
  });

  it('names what the gateway does not offer, for how many rows, and what it offers instead', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows([
      ['5.00', 'EUR', 'SEPA', iban(1)],
      ['5.00', 'USD', 'SEPA', iban(2)],
      ['5.0', 'USD', 'SEPA', iban(3)],
      ['7.00', 'EUR', 'BANK_TRANSFER', 'A4', 'NOBODY'],
      ['4060.07', 'EUR', 'SEPA', iban(5)],
      ['5.00', 'EUR', 'bank_transfer', 'A6'],
    ]);
    const { options } = await office.get('batches.check', { batchId });
    expect(options).toMatchObject({ distinct: 4, checked: 4, missingLeftOut: 0, stoppedBecause: null });
    expect(options.missing).toMatchObject([
      {
        money: { amount: '5.00', currencyCode: 'USD' },
        paymentMethodCode: 'SEPA',
        rows: 2,
        firstRowNumber: 2,
      },
      {
        paymentMethodCode: 'BANK_TRANSFER',
        paymentOperatorCode: 'NOBODY',
        column: 'paymentOperatorCode',
        rows: 1,
        firstRowNumber: 4,
      },
      { money: { amount: '4060.07' }, offered: [], suggestion: null, firstRowNumber: 5 },
      { paymentMethodCode: 'bank_transfer', suggestion: 'BANK_TRANSFER', firstRowNumber: 6 },
    ]);
    expect(options.missing[0]?.offered).toContain('BANK_TRANSFER');
    expect(options.missing[0]?.message).toContain('It lists');
    const progress = office.events.findLast(({ kind }) => kind === 'progress');
    expect(progress).toEqual({ kind: 'progress', id: `check:${batchId}`, done: 4, total: 4 });
  });

  it('counts every row whose method is not listed, also those of the amounts that it does not name', async () => {
    const office = new VirtualOffice({ start: Date.UTC(2026, 4, 1, 8) });
    office.addProfile('main');
    const lines = Array.from({ length: 1003 }, (_, each) => `${each + 1}.00,EUR,GIRO,Payee,A-${each},x`);
    // Two rows of the last amount, which is not among the first 1,000.
    lines.push('1003.00,EUR,GIRO,Payee,A-1003,x');
    const header = 'amount,currencyCode,paymentMethodCode,accountName,accountNumber,reference';
    const bytes = new TextEncoder().encode([header, ...lines].join('\n'));
    const input = { profileName: 'main', fileName: 'many.csv', bytes };
    const { batchId } = (await office.get('batches.import', input)).batch;
    const report = await office.get('batches.check', { batchId });
    expect(report.options.missing).toHaveLength(1000);
    const text = 'Method or operator not listed by the gateway for 1,004 rows.';
    expect(optionsHeading(report).text).toBe(text);
    expect(releaseWarnings(report, 'comparing')).toContain(text);
    await office.close();
  });

  it('asks again about everything that the gateway did not offer, and says how old its other answers are', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows([
      ['7.00', 'EUR', 'GIRO', 'A1'],
      ['8.00', 'EUR', 'BANK_TRANSFER', 'A2'],
    ]);
    const first = await office.get('batches.check', { batchId });
    expect(first.options.missing).toMatchObject([{ paymentMethodCode: 'GIRO', rows: 1 }]);

    // The gateway offers the method from now on, as its support promised on the telephone.
    office.sandbox.gateway.addCode({ list: 'paymentMethods', code: 'GIRO', name: 'Giro' });
    const local = await office.get('batches.check', { batchId, withOptions: false });
    expect(local.options).toMatchObject({ distinct: 2, requests: 1 });
    expect(local.options.missing).toHaveLength(1);
    office.wait(60_000);
    const again = await office.get('batches.check', { batchId });
    expect(again.options).toMatchObject({
      distinct: 2,
      checked: 2,
      missing: [],
      stoppedBecause: null,
      requests: 0,
    });
    // The answer about the other row is that of the first check.
    expect(Date.parse(again.options.asOf ?? '')).toBeLessThan(Date.parse(first.options.asOf ?? '') + 60_000);
  });

  it('states the exact shortfall per currency, and what is not known', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows([
      ['10000000.01', 'EUR', 'SEPA', iban(1)],
      ['0.02', 'EUR', 'SEPA', iban(2)],
      ['12', 'JPY', 'BANK_TRANSFER', 'A3'],
      ['3', 'XTS', 'CRYPTO', 'A4'],
    ]);
    const { funds } = await office.get('batches.check', { batchId });
    expect(funds).toMatchObject([
      { currencyCode: 'EUR', needed: '10000000.03', available: '10000000.00', gap: '0.03' },
      { currencyCode: 'JPY', needed: '12', available: '10000000.00', gap: '0' },
      { currencyCode: 'XTS', needed: '3', available: null, gap: null },
    ]);
    // Read together, whether or not they include a currency.
    expect(funds[0]?.asOf).not.toBeNull();
    expect(funds[2]?.asOf).toBe(funds[0]?.asOf);
  });

  it('stops on request, reports what it has, and continues from there the next time', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows(rowsOf(60));
    const stop = new AbortController();
    const checking = office.get('batches.check', { batchId }, stop.signal);
    await office.until(() =>
      office.events.some(
        (event) => event.kind === 'progress' && event.id.startsWith('check:') && event.done > 5,
      ),
    );
    stop.abort();
    const { options } = await checking;
    expect(options.stoppedBecause).toBe('It was stopped.');
    expect(options.checked).toBeGreaterThan(5);
    expect(options.checked).toBeLessThan(60);
    expect(options.requests).toBe(60 - options.checked);
    expect(await office.get('batches.check', { batchId })).toMatchObject({
      options: { checked: 60, stoppedBecause: null, missing: [] },
    });
  });

  it('I9: works without a network on stored answers, and says why it went no further', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows(rowsOf(3));
    await office.get('balances.read', {});
    office.leave();
    const asked = await office.get('batches.check', { batchId });
    expect(asked.options).toMatchObject({ distinct: 3, checked: 0 });
    expect(asked.options.stoppedBecause).toContain('could not be reached');
    expect(asked.funds).toMatchObject([{ currencyCode: 'EUR', available: '10000000.00', gap: '0' }]);
    const local = await office.get('batches.check', { batchId, withOptions: false });
    expect(local.options).toMatchObject({ checked: 0, stoppedBecause: null });
  });

  it('names payees that no payout has paid, by account or by name', async () => {
    const office = await openOffice(atWork);
    const paid = await office.draftRows([
      ['1.00', 'EUR', 'BANK_TRANSFER', 'ACC 37-04 0044'],
      ['2.00', 'EUR', 'BANK_TRANSFER', 'REFUSED-9002'],
    ]);
    const first = await office.get('payees.findings', { batchId: paid });
    expect(first.counts).toMatchObject([{ kind: 'newPayee', level: 'info', rows: 2 }]);
    await office.releaseAll(paid);
    await office.get('batches.run', { batchIds: [paid], until: 'final', silenceLimitMs: 60_000 });
    const batchId = await office.draftRows([
      ['9.00', 'EUR', 'BANK_TRANSFER', 'acc37040044'],
      ['9.00', 'EUR', 'BANK_TRANSFER', 'REFUSED-9002'],
      ['9.00', 'EUR', 'BANK_TRANSFER', 'NEW'],
    ]);
    const { counts, findings } = await office.get('payees.findings', { batchId });
    expect(counts).toEqual([{ kind: 'newPayee', level: 'info', rows: 2, firstRows: [2, 3] }]);
    expect(findings.map(({ evidence }) => evidence.account)).toEqual(['REFUSED-9002', 'NEW']);
  });

  it('reports duplicates in the history and exceeded limits, and refuses a batch that is not a draft', async () => {
    const office = await openOffice(atWork);
    await office.get('settings.change', {
      releaseLimits: [{ currencyCode: 'EUR', largestPayout: '1.50', largestBatch: null }],
    });
    const batchId = await office.draftRows([
      ['1.00', 'EUR', 'BANK_TRANSFER', 'SAME'],
      ['2.00', 'EUR', 'BANK_TRANSFER', 'OTHER'],
    ]);
    const { limits } = await office.get('batches.check', { batchId, withOptions: false });
    expect(limits).toHaveLength(1);
    await office.get('settings.change', { releaseLimits: [] });
    await office.releaseAll(batchId);
    const again = await office.tell('batches.check', { batchId });
    expect(again).toMatchObject({ ok: false, error: { code: 'notReleasable' } });
    const equal = await office.draftRows([
      ['1.00', 'EUR', 'BANK_TRANSFER', 'SAME'],
      ['3.00', 'EUR', 'BANK_TRANSFER', 'THIRD'],
    ]);
    const { duplicates } = await office.get('batches.check', { batchId: equal, withOptions: false });
    expect(duplicates.rows).toMatchObject([{ rowNumber: 1, equalTo: { batchId, rowNumber: 1 } }]);
  });
});
