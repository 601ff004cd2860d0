import { describe, expect, it } from 'vitest';
import { releasePayees } from '../../../main/core/batches/release-payees.ts';
import { openOffice, type Office } from '../../kit/office.ts';

const header =
  'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference';

async function draftOf(office: Office, fileName: string, rows: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode([header, ...rows].join('\n'));
  const { batch } = await office.get('batches.import', { profileName: 'main', fileName, bytes });
  return batch.batchId;
}

describe('whom a release pays', () => {
  it('shows other accounts behind the same totals: a known name with a new account counts as changed', async () => {
    const office = await openOffice();
    const known = [
      '100.00,EUR,BANK_TRANSFER,Ann,ACC-1,SANDBOX_BANK,a',
      '50.00,EUR,BANK_TRANSFER,Bo,ACC-2,SANDBOX_BANK,b',
    ];
    const first = await draftOf(office, 'first.csv', known);
    expect((await releasePayees(office.parts, first)).payees).toMatchObject({ count: 2, newOrChanged: 2 });
    expect((await office.release(first)).ok).toBe(true);
    await office.get('batches.run', { batchIds: [first], until: 'final', silenceLimitMs: 10_000 });

    const changed = await draftOf(office, 'second.csv', [
      '100.00,EUR,BANK_TRANSFER,Ann,EVIL-9,SANDBOX_BANK,c',
      '50.00,EUR,BANK_TRANSFER,Bo,ACC-2,SANDBOX_BANK,d',
    ]);
    const { payees } = await releasePayees(office.parts, changed);
    expect(payees).toMatchObject({ count: 2, newOrChanged: 1 });
    expect(payees.largest[0]).toEqual({
      accountName: 'Ann',
      account: 'EVIL-9',
      currencyCode: 'EUR',
      amount: '100.00',
      payouts: 1,
      isNew: true,
    });
    expect(payees.largest[1]?.isNew).toBe(false);
  });

  it('adds up what one payee gets, exactly, and names the largest three of each currency', async () => {
    const office = await openOffice();
    const rows = [1, 2, 3, 4].map(
      (each) => `${each}.00,EUR,BANK_TRANSFER,Payee ${each},E-${each},SANDBOX_BANK,${each}`,
    );
    const batchId = await draftOf(office, 'many.csv', [
      ...rows,
      '0.10,EUR,BANK_TRANSFER,Payee 4,E-4,SANDBOX_BANK,more',
      '7.00,USD,BANK_TRANSFER,Payee 1,E-1,SANDBOX_BANK,dollars',
    ]);
    const { payees, all } = await releasePayees(office.parts, batchId);
    expect(payees.count).toBe(4);
    expect(
      payees.largest.map(({ amount, currencyCode, account }) => `${amount} ${currencyCode} ${account}`),
    ).toEqual(['4.10 EUR E-4', '3.00 EUR E-3', '2.00 EUR E-2', '7.00 USD E-1']);
    expect(all).toHaveLength(5);
    expect(all.reduce((sum, { payouts }) => sum + payouts, 0)).toBe(6);
  });
});
