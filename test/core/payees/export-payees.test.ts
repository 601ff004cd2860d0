import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';

it('exports the payees that are listed, and names the profile of each payout', async () => {
  const office = await openOffice();
  const rows = ['amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode'];
  for (const payee of ['Ann,ACC-1', 'Bo,ACC-2']) rows.push(`1.00,EUR,BANK_TRANSFER,${payee},SANDBOX_BANK`);
  const bytes = new TextEncoder().encode(rows.join('\n'));
  const { batch } = await office.get('batches.import', { profileName: 'main', fileName: 'rows.csv', bytes });
  const { batchId } = batch;
  expect((await office.release(batchId)).ok).toBe(true);
  await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 10_000 });
  const [ann] = (await office.get('payees.list', { search: 'Ann', limit: 10 })).payees;
  const payeeId = ann?.payeeId ?? '';
  await office.get('payees.block', { payeeId });
  const exported = async (filter: Parameters<typeof office.get<'payees.export'>>[1]): Promise<string[]> => {
    const file = await office.get('payees.export', filter);
    const [, ...lines] = new TextDecoder().decode(file.bytes).trim().split(/\r?\n/);
    expect(lines).toHaveLength(file.rows);
    return lines.map((line) => line.split(',')[0] ?? '').toSorted();
  };
  expect(await exported({})).toEqual(['Ann', 'Bo']);
  expect(await exported({ standing: 'blocked' })).toEqual(['Ann']);
  expect(await exported({ search: 'acc 2' })).toEqual(['Bo']);
  expect(await exported({ environment: 'live' })).toEqual([]);
  const { latestPayments } = await office.get('payees.show', { payeeId });
  expect(latestPayments).toMatchObject([{ idPayout: `${batchId}-1`, profileName: 'main' }]);
});
