import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { committedBy } from '../../../main/core/treasury/committed.ts';
import { estimateFees, learnFees, type PaidFee } from '../../../main/core/treasury/estimated-fees.ts';
import { tell } from '../../kit/money-history.ts';
import { atWork, openOffice, rowsOf } from '../../kit/office.ts';

/** The fees of payouts, going by those that were paid. */
const feesOf = (paid: readonly PaidFee[], payouts: { amount: string; count: number }) =>
  learnFees(paid)?.(payouts);

/** Paid payouts of these amounts and fees in cents. */
function paidCents(
  pairs: readonly (readonly [amount: number, fee: number])[],
  currencyCode = 'EUR',
): PaidFee[] {
  const cents = (count: number): string =>
    `${Math.floor(count / 100)}.${String(count % 100).padStart(2, '0')}`;
  return pairs.map(([amount, fee]) => ({ amount: cents(amount), fee: { amount: cents(fee), currencyCode } }));
}

describe('estimated fees', () => {
  it('are unknown until a payout has been paid', () => {
    expect(learnFees([])).toBeNull();
  });

  it('are the same for each payout if they were so far, whatever the amounts', () => {
    const paid = paidCents([
      [1000, 25],
      [250_000, 25],
      [99_900, 25],
    ]);
    expect(feesOf(paid, { amount: '1000000.00', count: 4 })).toEqual([
      { currencyCode: 'EUR', amount: '1.00' },
    ]);
  });

  it('grow with the amount if they did so far, and if all amounts were equal', () => {
    expect(
      feesOf(
        paidCents([
          [1000, 10],
          [5000, 50],
        ]),
        { amount: '777.00', count: 3 },
      ),
    ).toEqual([{ currencyCode: 'EUR', amount: '7.77' }]);
    expect(
      feesOf(
        paidCents([
          [1000, 10],
          [1000, 10],
        ]),
        { amount: '777.00', count: 3 },
      ),
    ).toEqual([{ currencyCode: 'EUR', amount: '7.77' }]);
  });

  it('are rounded up to the minor units of their currency, and keep the decimals of others', () => {
    const paid = [{ amount: '3', fee: { amount: '1', currencyCode: 'JPY' } }];
    expect(feesOf(paid, { amount: '10', count: 1 })).toEqual([{ currencyCode: 'JPY', amount: '4' }]);
    const crypto = [{ amount: '1', fee: { amount: '0.000001', currencyCode: 'USDT_TRC20' } }];
    expect(feesOf(crypto, { amount: '2.5', count: 1 })).toEqual([
      { currencyCode: 'USDT_TRC20', amount: '0.000003' },
    ]);
  });

  it('keep fees in two currencies apart', () => {
    const paid = [...paidCents([[1000, 100]], 'USD'), ...paidCents([[1000, 10]])];
    expect(feesOf(paid, { amount: '20.00', count: 2 })).toEqual([
      { currencyCode: 'USD', amount: '1.00' },
      { currencyCode: 'EUR', amount: '0.10' },
    ]);
  });

  it('are exact for every fee with a fixed part and a share of the amount, and never below zero for any', () => {
    const pairs = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 10 ** 6 })),
      {
        minLength: 2,
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(
        pairs,
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 0, max: 50 }),
        (list, fixed, percent) => {
          const amounts = list.map(([amount]) => amount * 100);
          const paid = paidCents(amounts.map((amount) => [amount, fixed + (amount / 100) * percent]));
          const [fee] = feesOf(paid, { amount: '300.00', count: 3 }) ?? [];
          if (new Set(amounts).size > 1)
            expect(Number(fee?.amount)).toBeCloseTo((3 * fixed + 300 * percent) / 100, 8);
          const [any] = feesOf(paidCents(list), { amount: '300.00', count: 3 }) ?? [];
          expect(any?.amount).toMatch(/^\d+\.\d\d$/);
        },
      ),
    );
  });
});

describe('the funds of a draft', () => {
  it('estimate its fees from payouts that were paid, and include what other batches will take', async () => {
    const office = await openOffice(atWork);
    const profile = office.store.findProfile('main');
    if (profile === null) throw new Error('no profile');
    const group = { paymentMethodCode: 'BANK_TRANSFER', currencyCode: 'EUR', amount: '500.00', count: 2 };
    const { signal } = new AbortController();
    expect(await estimateFees(office.parts, profile, [group], signal)).toEqual({
      fees: [],
      unknown: new Map([['EUR', 2]]),
    });
    const first = await office.draft(['100.00', '200.00', '300.00']);
    await office.releaseAll(first.batchId);
    await office.get('batches.run', { batchIds: [first.batchId], until: 'final', silenceLimitMs: 60_000 });
    expect((await estimateFees(office.parts, profile, [group], signal)).fees).toEqual([
      { currencyCode: 'EUR', amount: '5.00' },
    ]);

    const other = await office.draft(['1000.00', '50.00']);
    await office.releaseAll(other.batchId);
    expect(await committedBy(office.parts, profile)).toEqual([
      { paymentMethodCode: 'BANK_TRANSFER', currencyCode: 'EUR', amount: '1050.00', count: 2 },
    ]);
    const draft = await office.draftRows([
      ['400.00', 'EUR', 'BANK_TRANSFER', 'NEW-1'],
      ['10.00', 'EUR', 'CARD', 'NEW-2'],
    ]);
    const { funds } = await office.get('batches.check', { batchId: draft });
    // The balance less 606.00 for the first batch; 10.50 are the fees of the second.
    expect(funds).toMatchObject([
      {
        currencyCode: 'EUR',
        needed: '410.00',
        estimatedFees: '4.00',
        payoutsWithoutEstimate: 1,
        committed: '1060.50',
        available: '9999394.00',
        left: '9997919.50',
        gap: '0',
      },
    ]);
  });

  it('are short by what fees and other batches take, not only by the amounts', async () => {
    const office = await openOffice(atWork);
    const others = await office.draft(['9999990.00']);
    await office.releaseAll(others.batchId);
    const batchId = await office.draftRows(rowsOf(5));
    const { funds } = await office.get('batches.check', { batchId });
    expect(funds).toMatchObject([{ needed: '15.00', committed: '9999990.00', left: '-5.00', gap: '5.00' }]);
    const { findings } = await office.get('batches.findings', { batchId });
    expect(findings.find(({ kind }) => kind === 'funds')).toMatchObject({
      level: 'warn',
      message: 'Short by 5.00 EUR. Top up or remove payouts.',
      evidence: { needed: '15.00', committed: '9999990.00', left: '-5.00' },
    });
    const floors = [{ profileName: 'main', currencyCode: 'EUR', amount: '20.00' }];
    await office.get('settings.change', { floors });
    const above = await office.get('batches.findings', { batchId });
    expect(above.findings.find(({ kind }) => kind === 'funds')).toMatchObject({
      message: 'Short by 25.00 EUR above the floor of 20.00 EUR. Top up or remove payouts.',
      evidence: { left: '-5.00', floor: '20.00', gap: '25.00' },
    });
  });

  it('deduct what was sent since the balance was read, which still contains it', async () => {
    const office = await openOffice(atWork);
    const keyId = office.store.findProfile('main')?.keyId ?? '';
    await office.get('balances.read', {});
    const before = office.store.latestBalances(keyId);
    if (before === null) throw new Error('no balances');
    const first = await office.draft(['1000.00', '50.00']);
    await office.releaseAll(first.batchId);
    office.wait(1000);
    await office.get('batches.run', { batchIds: [first.batchId], until: 'final', silenceLimitMs: 60_000 });
    // The balance of before the run again, as where nothing was read at its end.
    office.store.saveBalances(keyId, before, { at: before.asOf, quietMs: 0, list: [] });
    const batchId = await office.draftRows(rowsOf(1));
    const { funds } = await office.get('batches.check', { batchId, withOptions: false });
    // 1,050.00 and the fees of 1 % that the gateway took for them.
    expect(funds).toMatchObject([{ committed: '1060.50' }]);
  });

  it('deduct the estimated fee of a payout that was paid since, until the gateway reports it', async () => {
    const office = await openOffice(atWork);
    const keyId = office.store.findProfile('main')?.keyId;
    const first = await office.draft(['100.00']);
    await office.releaseAll(first.batchId);
    await office.get('batches.run', { batchIds: [first.batchId], until: 'final', silenceLimitMs: 60_000 });
    office.wait(1000);
    await office.get('balances.read', {});
    const committedAfter = async (fee: string | null): Promise<unknown> => {
      const payout = {
        kind: 'payout',
        amount: '1000.00',
        currencyCode: 'EUR',
        paymentMethodCode: 'BANK_TRANSFER',
        fee: fee === null ? null : { amount: fee, currencyCode: 'EUR' },
        end: 'paid',
        at: office.now() + 1000,
        processedAt: null,
        isFeeLate: false,
      } as const;
      tell(office.store, [payout], keyId);
      const [line] = await office.get('position.read', {});
      const { funds } = await office.get('batches.check', {
        batchId: await office.draftRows(rowsOf(1, `AFTER-${fee}`)),
        withOptions: false,
      });
      return [line?.committed, line?.estimatedFees, funds[0]?.committed];
    };
    // The sandbox takes 1 %.
    expect(await committedAfter(null)).toEqual(['1000.00', '10.00', '1010.00']);
    expect(await committedAfter('10.00')).toEqual(['2000.00', '20.00', '2020.00']);
  });

  it('count the payouts of other batches whose fees are not known', async () => {
    const office = await openOffice(atWork);
    await office.releaseAll(
      await office.draftRows([
        ['20.00', 'EUR', 'CARD', 'OTHER-1'],
        ['30.00', 'EUR', 'CARD', 'OTHER-2'],
      ]),
    );
    const { funds } = await office.get('batches.check', { batchId: await office.draftRows(rowsOf(1)) });
    expect(funds).toMatchObject([
      { payoutsWithoutEstimate: 1, committed: '50.00', committedWithoutEstimate: 2 },
    ]);
  });

  it('do not deduct the fee of a top-up that is not in the balance either', async () => {
    const office = await openOffice(atWork);
    await office.get('balances.read', {});
    const topUp = {
      kind: 'topup',
      amount: '1000.00',
      currencyCode: 'EUR',
      paymentMethodCode: 'BANK_TRANSFER',
      fee: { amount: '5.00', currencyCode: 'EUR' },
      end: 'paid',
      at: office.now() + 1000,
      processedAt: null,
      isFeeLate: false,
    } as const;
    tell(office.store, [topUp], office.store.findProfile('main')?.keyId);
    const batchId = await office.draftRows(rowsOf(1));
    const { funds } = await office.get('batches.check', { batchId, withOptions: false });
    expect(funds).toMatchObject([{ committed: '0' }]);
  });
});
