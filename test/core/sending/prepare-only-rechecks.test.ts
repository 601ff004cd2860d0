import { expect, it } from 'vitest';
import { hourMs } from '../../../contract/duration.ts';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { atWork, callbackUrl, merchantCode, openOffice, register } from '../../kit/office.ts';

it('a failed payout is checked again only where the profile has a key, and it is no failure that a prepare-only one has none', async () => {
  const office = await openOffice(atWork);
  const batchId = await office.draftRows([['1.00', 'EUR', 'BANK_TRANSFER', 'ACC-9001']]);
  await office.releaseAll(batchId);
  await office.get('runner.start', {});
  await office.until(() => office.countOf(batchId, 'failed') === 1);
  const readds = async (isPrepareOnly: boolean) => {
    await office.get('profiles.remove', { name: 'main' });
    const { publicKey } = await office.get('profiles.add', {
      name: 'main',
      environment: 'sandbox',
      baseUrl: office.sandbox.url,
      merchantCode,
      callbackUrl,
      isPrepareOnly,
      key: isPrepareOnly ? { kind: 'none' } : { kind: 'generate', modulusBits: 2048 },
    });
    return publicKey?.pem ?? '';
  };
  const listed = async () => (await office.get('attention.list', {})).map(({ kind }) => kind);
  await readds(true);
  office.wait(hourMs);
  await office.get('runner.stop', {});
  await office.get('runner.start', {});
  const run = await office.get('batches.run', { batchIds: null, until: 'final', silenceLimitMs: 1000 });
  expect(run).toMatchObject({ outcome: 'done', message: null });
  expect((await office.get('runner.state', {})).problems).toEqual([]);
  expect(await listed()).toEqual(['failed']);
  const [{ idPayment: idPayout = '' } = {}] = office.store.rowsOfBatch(batchId, 0, 1);
  const shown = await office.get('payouts.show', { idPayout });
  expect(shown).toMatchObject({ unasked: 'prepareOnly' });
  expect(paymentMeaning({ ...shown, kind: 'payout', origin: null })).toContain('does not ask here');
  const askedAbout = () => office.asked.filter((request) => request.startsWith('GET /payouts/')).length;
  const before = askedAbout();
  register(office.sandbox, await readds(false));
  await office.until(() => askedAbout() > before);
});
