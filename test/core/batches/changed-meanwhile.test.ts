import { expect, it, onTestFinished } from 'vitest';
import { usualPayeePolicy } from '../../../contract/payees/findings.ts';
import { releaseBatch } from '../../../main/core/batches/release.ts';
import { openOffice, type Office } from '../../kit/office.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';
import { fairWeather } from '../../simulation/network.ts';

/** How the release of a batch of 100 euro ends if this happens, in another window, while a person considers it. */
async function endOfRelease(office: Office, meanwhile: () => Promise<unknown>): Promise<string> {
  const { batchId, rowsHash } = await office.draft(['100.00']);
  const confirm = async (): Promise<boolean> => {
    await meanwhile();
    return true;
  };
  const input = { batchId, rowsHash, confirmed: null, at: null };
  const ended = await releaseBatch(office.parts, input, { signal: AbortSignal.timeout(60_000), confirm });
  expect(office.store.findBatch(batchId)?.state === 'draft').toBe(!ended.ok);
  return ended.ok ? 'released' : ended.error.code;
}

it('a limit that was lowered while a person considered the release holds it', async () => {
  const office = await openOffice();
  const lower = () =>
    office.get('settings.change', {
      releaseLimits: [{ currencyCode: 'EUR', largestPayout: '99.99', largestBatch: null }],
    });
  expect(await endOfRelease(office, lower)).toBe('limitExceeded');
});

it('a payee policy that was tightened while a person considered the release holds it', async () => {
  const office = await openOffice();
  const tighten = () =>
    office.get('settings.change', { payeePolicy: { ...usualPayeePolicy, newPayee: 'block' } });
  expect(await endOfRelease(office, tighten)).toBe('policyBlocks');
});

it('a payee that was blocked while a person considered the release holds it', async () => {
  const office = await openOffice();
  const bytes = new TextEncoder().encode('name,account\nPayee 0,ACC-0\n');
  await office.get('payees.import', { fileName: 'payees.csv', bytes });
  const { payees } = await office.get('payees.list', { limit: 1 });
  const payeeId = payees[0]?.payeeId ?? '';
  const block = () => office.get('payees.block', { payeeId });
  expect(await endOfRelease(office, block)).toBe('payeeBlocked');
});

it('a limit that was lowered while the gateway was asked once more, since a person had considered the release for hours, holds it', async () => {
  let isConfirmed = false;
  const office = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    onDeparture: ({ method, path }) => {
      if (!isConfirmed || method !== 'GET' || !path.startsWith('/payouts/')) return;
      const limits = [{ currencyCode: 'EUR', largestPayout: '9.99', largestBatch: null }];
      office.store.writeSetting('releaseLimits', JSON.stringify(limits));
    },
  });
  onTestFinished(() => office.close());
  office.addProfile('main');
  // The sandbox fails payouts to this account.
  const { batchId: failed } = await office.draft([{ amount: '10.00', account: '19001' }]);
  await office.release(failed);
  await office.get('batches.run', { batchIds: [failed], until: 'final', silenceLimitMs: 60_000 });
  const { batchId } = await office.get('batches.retry', { batchId: failed });
  office.isConfirmed = () => {
    office.clock.set(2 * 3_600_000);
    return (isConfirmed = true);
  };
  expect(await office.release(batchId)).toMatchObject({ error: { code: 'limitExceeded' } });
});

it('a release that takes long to ask about what its rows retry asks once, and each row is asked about again before it is sent', async () => {
  const rows = 40;
  let first = '';
  let asked = 0;
  let isPaid = false;
  const office = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    weather: { ...fairWeather, longestDelayMs: 40_000 },
    onDeparture: ({ method, path }) => {
      if (method === 'GET' && path === `/payouts/${first}`) asked += 1;
    },
  });
  onTestFinished(() => office.close());
  const usual = office.gateway.handle.bind(office.gateway);
  office.gateway.handle = (request) => {
    const answer = usual(request);
    const isAboutFirst = request.method === 'GET' && request.path === `/payouts/${first}`;
    return isPaid && isAboutFirst
      ? { ...answer, body: answer.body.replace('"FAILED"', '"SUCCESS"') }
      : answer;
  };
  office.addProfile('main');
  const run = (batchId: string, until: 'sent' | 'final') =>
    office.get('batches.run', { batchIds: [batchId], until, silenceLimitMs: 3_600_000 });
  // The sandbox fails payouts to this account.
  const { batchId: failed } = await office.draft(
    Array.from({ length: rows }, (_, row) => ({
      amount: `${row + 1}.00`,
      account: '19001',
      reference: `${row}`,
    })),
  );
  await office.release(failed);
  await run(failed, 'final');
  first = `${failed}-1`;
  const { batchId } = await office.get('batches.retry', { batchId: failed });
  const begunAt = office.clock.now();
  expect(await office.release(batchId)).toMatchObject({ ok: true });
  expect(office.clock.now() - begunAt).toBeGreaterThan(600_000);
  expect(asked).toBe(1);
  isPaid = true;
  await run(batchId, 'sent');
  expect(office.store.findPayment(first)?.state).toBe('paid');
  expect(office.store.rowsOfBatch(batchId, 0, 1).map(({ state }) => state)).toEqual(['cancelled']);
  expect(office.gateway.book()).toHaveLength(2 * rows - 1);
});
