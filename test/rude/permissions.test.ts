import { describe, expect, it } from 'vitest';
import { call, expectBook, makeRows, startRudeMerchant, type Row } from './rude-merchant.ts';
import { readFile } from 'node:fs/promises';

const foreign = ['x', 'anybody-1', '0', '!availablePaymentOptions', 'f47ac10b-58cc-4372-a567-0e02b2c3d479'];

/** Whether a permission lets its bearer touch something that the batch with these order IDs does not need. */
function permitsMore(operation: string, idPayments: ReadonlySet<string>): boolean {
  const allowed = new RegExp(`^(?:${operation})$`);
  const others = ['payins', 'topups', 'payouts'].flatMap((kind) =>
    foreign.flatMap((id) => [`GET /${kind}/${id}`, `POST /${kind}/${id}`]),
  );
  const longer = [...idPayments]
    .slice(0, 5)
    .flatMap((id) => [`POST /payouts/${id}x`, `POST /payouts/x${id}`]);
  return [...others, ...longer, 'GET /balances', 'GET /merchant-info'].some((one) => allowed.test(one));
}

/** A run reads the balances with a token of its own that permits nothing else. */
function operationsForBatches(granted: readonly (readonly string[])[]): string[] {
  return granted.filter((operations) => operations.join(' ') !== 'GET /balances').flat();
}

describe.concurrent('least privilege (interface: Authentication 6)', () => {
  it('requests no token that permits more than its batch', async () => {
    const rows = makeRows(12);
    await using merchant = await startRudeMerchant({ tokenSeconds: 5 });
    expect(await merchant.pay(rows)).toMatchObject({ exitCode: 0 });
    const idPayments = new Set(merchant.gateway.book().map(({ idPayment }) => idPayment));
    const operations = operationsForBatches(merchant.gateway.grantedOperations());
    expect(operations.length).toBeGreaterThan(0);
    expect(operations.filter((operation) => permitsMore(operation, idPayments))).toEqual([]);
  });

  it('requests only balances to read balances, and only options to read options', async () => {
    const options = [{ paymentMethodCode: 'SEPA' }];
    await using merchant = await startRudeMerchant({ options });
    await merchant.run('balances', '--currency', 'EUR,USD');
    await merchant.run('options', 'payin', '--amount', '1', '--currency', 'EUR');
    expect(merchant.gateway.grantedOperations()).toEqual([
      ['GET /balances'],
      ['POST /payins/!availablePaymentOptions'],
    ]);
  });

  it('keeps the header under 6 kB with 300 order IDs of 100 characters from the file', async () => {
    const rows = makeRows(300).map((row, index): Row => ({
      ...row,
      idPayout: `${index}_`.padEnd(100, 'Zz-9_'),
    }));
    await using merchant = await startRudeMerchant({ requestsPerSecond: null, tokenForm: 'RS256' });
    const bytes = await readFile(merchant.writeRows(rows));
    await merchant.withBursar(async ({ dispatch }) => {
      const imported = await dispatch('batches.import', { fileName: 'own.csv', bytes }, call());
      if (!imported.ok) throw new Error(imported.error.message);
      const { batchId, rowsHash } = imported.value.batch;
      const released = await dispatch('batches.release', { batchId, rowsHash }, call());
      expect(released).toMatchObject({ ok: true });
      const run = await dispatch(
        'batches.run',
        { batchIds: [batchId], until: 'final', silenceLimitMs: 20_000 },
        call(),
      );
      expect(run).toMatchObject({ ok: true, value: { outcome: 'done' } });
    }, true);
    expectBook(merchant, rows);
    expect((await merchant.records()).every(({ state }) => state === 'paid')).toBe(true);
    expect(merchant.gateway.largestHeader()).toBeGreaterThan(1000);
    expect('Authorization: '.length + merchant.gateway.largestHeader()).toBeLessThan(6000);
    const idPayments = new Set(rows.map(({ idPayout = '' }) => idPayout));
    const operations = operationsForBatches(merchant.gateway.grantedOperations());
    expect(operations.filter((operation) => permitsMore(operation, idPayments))).toEqual([]);
  });
});
