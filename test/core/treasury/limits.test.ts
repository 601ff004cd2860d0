import { expect, it } from 'vitest';
import { limitFindings } from '../../../main/core/treasury/limits.ts';
import { openOffice, type Office } from '../../kit/office.ts';

const day = 24 * 60 * 60 * 1000;

async function limit(
  office: Office,
  largestPayout: string | null,
  largestBatch: string | null,
): Promise<void> {
  const releaseLimits = [{ currencyCode: 'EUR', largestPayout, largestBatch }];
  await office.get('settings.change', { releaseLimits });
}

it('refuses to release a payout over the limit, naming row, amount, currency and limit, before a person is asked', async () => {
  const office = await openOffice();
  await limit(office, '100', null);
  const { batchId } = await office.draft(['100.00', '100.01', '5.00']);
  const refused = await office.release(batchId);
  expect(refused).toMatchObject({ ok: false, error: { code: 'limitExceeded' } });
  const message = refused.ok ? '' : refused.error.message;
  expect(message).toContain('Row 2 pays 100.01 EUR; the limit for one payout is 100.00 EUR.');
  expect(office.store.findBatch(batchId)?.state).toBe('draft');
  expect(office.asked).toEqual([]);
});

it('refuses to release a batch whose exact sum is a hundredth over the limit, and releases it at the limit', async () => {
  const office = await openOffice();
  await limit(office, null, '0.3');
  const { batchId } = await office.draft(['0.10', '0.20']);
  expect(await limitFindings(office.parts, { batchId })).toEqual([]);
  await limit(office, null, '0.29');
  expect(await limitFindings(office.parts, { batchId })).toEqual([
    { code: 'overBatchLimit', amount: '0.30', currencyCode: 'EUR', limit: '0.29' },
  ]);
  expect((await office.release(batchId)).ok).toBe(false);
  await limit(office, null, '0.3');
  expect((await office.release(batchId)).ok).toBe(true);
});

it('applies the lower one if a currency has two limits, and limits no other currency', async () => {
  const office = await openOffice();
  const releaseLimits = [
    { currencyCode: 'EUR', largestPayout: '1', largestBatch: null },
    { currencyCode: 'EUR', largestPayout: '50', largestBatch: '1000' },
    { currencyCode: 'USD', largestPayout: '1', largestBatch: '1' },
  ];
  await office.get('settings.change', { releaseLimits });
  const { batchId } = await office.draft(['2.00']);
  expect(await limitFindings(office.parts, { batchId })).toHaveLength(1);
});

it('releases nothing while the stored limits cannot be read', async () => {
  const office = await openOffice();
  office.store.writeSetting('releaseLimits', '[{"currencyCode":"EUR"');
  const { batchId } = await office.draft(['2.00']);
  expect(await office.release(batchId)).toMatchObject({ ok: false, error: { code: 'limitExceeded' } });
});

it('names a hundred rows over the limit and counts the rest', async () => {
  const office = await openOffice();
  await limit(office, '1', null);
  const { batchId } = await office.draft(Array.from({ length: 130 }, () => '2.00'));
  const findings = await limitFindings(office.parts, { batchId });
  expect(findings).toHaveLength(101);
  expect(findings.at(-1)).toEqual({ code: 'moreOverLimit', rows: 30 });
});

it('takes an equal row for an exact duplicate within the configured days, and for a possible one after them', async () => {
  const office = await openOffice();
  const { batchId } = await office.draft(['2.00'], 'May');
  expect((await office.release(batchId)).ok).toBe(true);
  office.wait(10 * day);
  // The same row with another order of columns is another file.
  const bytes = new TextEncoder().encode(
    'currencyCode,amount,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference\nEUR,2.00,BANK_TRANSFER,Payee 0,ACC-0,SANDBOX_BANK,May',
  );
  const again = await office.get('batches.import', { fileName: 'again.csv', bytes });
  const held = async (): Promise<unknown[]> =>
    (await office.get('batches.duplicates', { batchId: again.batch.batchId })).rows;
  expect(await held()).toMatchObject([{ level: 'exact', kind: 'samePayment' }]);
  await office.get('settings.change', { duplicateWindowDays: 9 });
  expect(await held()).toMatchObject([{ level: 'possible', kind: 'samePayment' }]);
});
