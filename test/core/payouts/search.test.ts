import { expect, it } from 'vitest';
import { PayoutFilter, SavedView } from '../../../contract/payments/history.ts';
import { toHistoryFilter } from '../../../main/core/payouts/read-payout.ts';
import { iban } from '../../kit/samples.ts';
import { openOffice, type Office } from '../../kit/office.ts';

const header =
  'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference';

async function pay(office: Office, fileName: string, rows: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode([header, ...rows].join('\n'));
  const { batch } = await office.get('batches.import', { profileName: 'main', fileName, bytes });
  await office.releaseAll(batch.batchId);
  await office.get('batches.run', {
    batchIds: [batch.batchId],
    until: 'final',
    silenceLimitMs: 60_000,
  });
  return batch.batchId;
}

it('finds names without their accents, accounts without their spaces, and amounts in any notation', async () => {
  const office = await openOffice();
  const account = iban(7);
  await pay(office, 'a.csv', [
    `1250.00,EUR,SEPA,Łukasz Żółkiewski,${account},,One`,
    '71250.5,EUR,BANK_TRANSFER,Ann,ACC 12-50,,Two',
    '1.25,EUR,BANK_TRANSFER,Bo,ACC-9,,Three',
  ]);
  const found = async (search: string): Promise<string[]> =>
    (await office.get('payouts.list', { filter: { search }, order: 'oldest', limit: 10 })).payouts.map(
      ({ reference }) => reference,
    );
  const spaced = account
    .replace(/(.{4})/g, '$1 ')
    .trim()
    .toLowerCase();
  for (const search of ['zolkiewski', 'ŻÓŁK', 'lukasz z', spaced, account.slice(2, 12)])
    expect(await found(search), search).toEqual(['One']);
  for (const search of ['1.250,00', '1,250.00', '1 250', '1250', '1250.0', "1'250"])
    expect(await found(search), search).toContain('One');
  expect(await found('1.250,00')).toEqual(['One']);
  // As Bursar itself writes an amount, and as people do.
  for (const search of ['1,250.00 EUR', '1.250,00 eur', '€1,250.00', '1250 €', 'EUR 1250.00'])
    expect(await found(search), search).toEqual(['One']);
  expect(await found('inv 1250')).toEqual([]);
  // Two amounts, or a part of an account.
  expect(await found('1.250')).toEqual(['One', 'Two', 'Three']);
  expect(await found('1250')).toEqual(['One', 'Two']);
  expect(await found('250.5')).toEqual([]);
  expect(await found('71,250.50')).toEqual(['Two']);
});

it('finds the released payouts of one payee, and those paid on a day, in any order', async () => {
  const office = await openOffice();
  await pay(office, 'a.csv', [
    '1.00,EUR,BANK_TRANSFER,Ann,ACC 1,,One',
    '2.00,EUR,BANK_TRANSFER,Bo,ACC-2,,Two',
  ]);
  const second = await office.draftRows([['3.00', 'EUR', 'BANK_TRANSFER', 'acc1']]);
  const draftedAt = Date.now();
  await office.until(() => Date.now() > draftedAt + 1);
  const since = new Date(draftedAt + 1).toISOString();
  await office.releaseAll(second);
  await office.get('batches.run', { batchIds: [second], until: 'final', silenceLimitMs: 60_000 });
  await office.draftRows([['4.00', 'EUR', 'BANK_TRANSFER', 'ACC-1']]);
  const [ann] = (await office.get('payees.list', { search: 'acc1', limit: 5 })).payees;
  const amounts = async (filter: object): Promise<string[][]> =>
    Promise.all(
      (['newest', 'amountUp'] as const).map(async (order) =>
        (await office.get('payouts.list', { filter, order, limit: 1000 })).payouts.map(
          ({ money }) => money.amount,
        ),
      ),
    );
  const both = ['3.00', '1.00'];
  expect(await amounts({ payeeId: ann?.payeeId })).toEqual([both, both.toReversed()]);
  expect(await amounts({ payeeId: 'nobody' })).toEqual([[], []]);
  expect(await amounts({ dateOf: 'paid', from: since })).toEqual([['3.00'], ['3.00']]);
  expect(await amounts({ dateOf: 'paid', until: since })).toEqual([
    ['2.00', '1.00'],
    ['1.00', '2.00'],
  ]);
  expect(await amounts({ dateOf: 'created', from: since })).toEqual([[], []]);
  expect(await amounts({ dateOf: 'paid', from: since, payeeId: ann?.payeeId })).toEqual([['3.00'], ['3.00']]);
  expect(await amounts({ states: ['draft'] })).toEqual([['4.00'], ['4.00']]);
  expect(await amounts({})).toEqual([
    ['3.00', '2.00', '1.00'],
    ['1.00', '2.00', '3.00'],
  ]);
  const counted = await office.get('payouts.count', { filter: { payeeId: ann?.payeeId ?? '' } });
  expect(counted).toEqual({ count: 2, isComplete: true });
  const totals = await office.get('payouts.totals', { filter: { dateOf: 'paid', from: since } });
  expect(totals.totals).toMatchObject([{ currencyCode: 'EUR', payouts: 1, amount: '3.00' }]);
});

it('finds a payout by the day on which the gateway paid it, even if Bursar learned of it later', async () => {
  const office = await openOffice();
  const dayMs = 86_400_000;
  const paidAt = Date.now();
  // The clock of Bursar is ahead of the gateway's, so that a payout is paid before its batch was created.
  office.wait(3 * dayMs);
  const batchId = await office.draftRows([
    ['1.00', 'EUR', 'BANK_TRANSFER', 'ACC-1'],
    ['2.00', 'EUR', 'BANK_TRANSFER', 'ACC-2'],
  ]);
  await office.releaseAll(batchId);
  await office.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
  const friday = {
    from: new Date(paidAt).toISOString(),
    until: new Date(paidAt + dayMs).toISOString(),
  };
  office.wait(3 * dayMs);
  await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
  await office.draftRows([['4.00', 'EUR', 'BANK_TRANSFER', 'ACC-1']]);

  for (const order of ['newest', 'amountUp'] as const) {
    const list = async (filter: object): Promise<string[]> =>
      (await office.get('payouts.list', { filter, order, limit: 10 })).payouts
        .map(({ money }) => money.amount)
        .toSorted();
    expect(await list({ dateOf: 'paid', ...friday })).toEqual(['1.00', '2.00']);
    expect(await list({ dateOf: 'paid', from: friday.until })).toEqual([]);
    // Without a day it finds what was paid, whenever that was.
    expect(await list({ dateOf: 'paid' })).toEqual(['1.00', '2.00']);
    expect(await list({ dateOf: 'paid', states: ['draft', 'paid'] })).toEqual(['1.00', '2.00']);
  }
  // As long as the index is not complete, each payout is read instead, and the same is found.
  const asked = toHistoryFilter(office.parts, PayoutFilter.parse({ dateOf: 'paid', ...friday }));
  if (asked === null) throw new Error('The filter names no payee.');
  const query = { filter: asked, order: 'newest', after: null, expected: 10 } as const;
  const [indexed, read] = [true, false].map((isIndexed) =>
    [...{ [Symbol.iterator]: () => office.store.walkHistory({ ...query, isIndexed }) }].flat(),
  );
  expect(indexed).toHaveLength(2);
  expect(read).toEqual(indexed);
  const [day] = friday.from.split('T');
  const [last] = friday.until.split('T');
  const flows = await office.get('flows.read', { from: day ?? '', until: last ?? '', by: 'month' });
  expect(flows).toMatchObject([{ out: '-3.00' }]);
  const totals = await office.get('payouts.totals', { filter: { dateOf: 'paid', ...friday } });
  expect(totals.totals).toMatchObject([{ currencyCode: 'EUR', payouts: 2, amount: '3.00' }]);
});

it('reads a view saved when it could have only one currency and one method', () => {
  const saved = {
    name: 'Old',
    filter: { states: ['paid'], currencyCode: 'EUR', paymentMethodCode: null },
    order: 'newest',
  };
  expect(SavedView.parse(saved).filter).toMatchObject({ currencyCodes: ['EUR'], paymentMethodCodes: [] });
});
