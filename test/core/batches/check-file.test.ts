import { expect, it } from 'vitest';
import { openOffice, type Office } from '../../kit/office.ts';

const header = 'amount,currencyCode,paymentMethodCode,accountName,accountNumber,idPayout';

const file = (amounts: readonly string[]) => ({
  profileName: 'main',
  fileName: 'payouts.csv',
  bytes: new TextEncoder().encode(
    [
      header,
      ...amounts.map((amount, index) => `${amount},EUR,BANK_TRANSFER,Ada ${index},A-${index},own-${index}`),
    ].join('\n'),
  ),
});

/** The order IDs of the file are free, and no batch is listed: nothing of it was kept. */
async function expectNothingKept(office: Office, checked: ReturnType<typeof file>): Promise<void> {
  expect(await office.get('batches.list', { limit: 10 })).toEqual([]);
  expect(await office.get('attention.list', {})).toEqual([]);
  const { batch } = await office.get('batches.import', checked);
  expect(batch.byState).toEqual({ draft: 2 });
}

it('a check of a file stores nothing of it, not even its order IDs', async () => {
  const office = await openOffice();
  const checked = file(['1.50', '2.50']);
  const { rows, problems } = await office.get('batches.checkFile', checked);
  expect([rows, problems]).toEqual([2, []]);
  await expectNothingKept(office, checked);
});

it('a check of a file that is stopped says so and stores nothing of it', async () => {
  const stop = new AbortController();
  const office = await openOffice({
    onEvent: (event) => {
      if (event.kind === 'progress' && event.id.startsWith('check:')) stop.abort();
    },
  });
  const checked = file(['1.50', '2.50']);
  expect(await office.tell('batches.checkFile', checked, stop.signal)).toMatchObject({
    ok: false,
    error: { code: 'stopped' },
  });
  await expectNothingKept(office, checked);
});

it('a check without the gateway says which methods were not checked', async () => {
  const office = await openOffice();
  office.leave();
  const { findings } = await office.get('batches.checkFile', file(['1.50', '2.50']));
  const methods = findings.filter(({ kind }) => kind === 'method');
  expect(methods).toMatchObject([{ row: null, level: 'warn' }]);
  expect(methods[0]?.message).toContain('The methods for 2 amounts were not checked.');
});
