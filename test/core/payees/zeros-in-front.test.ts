import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';
import { draftOf, draftOfLines, pay } from './payouts-to.ts';

it('the same invoice is held as a duplicate although a spreadsheet dropped the zeros of its account, and the payee stays another one', async () => {
  const office = await openOffice();
  const draft = (name: string, account: string) =>
    draftOfLines(office, [`777.10,USD,BANK_TRANSFER,${name},${account},,SANDBOX_BANK,FAKT-9`]);
  expect((await office.release(await draft('Nordisk Handel AS', '0086011117'))).ok).toBe(true);
  const batchId = await draft('', '86011117');
  const { rows } = await office.get('batches.duplicates', { batchId });
  expect(rows).toMatchObject([
    { level: 'exact', kind: 'samePayment', equalTo: { payee: { accountNumber: '0086011117' } } },
  ]);
  expect((await office.release(batchId)).ok).toBe(false);
  expect((await office.release(batchId, true)).ok).toBe(true);
  const { payees } = await office.get('payees.list', { search: '86011117', limit: 10 });
  expect(payees).toHaveLength(0);
});

it('an account that lacks the zeros of a known one resembles it', async () => {
  const office = await openOffice();
  await pay(office, [['1.00', 'Ann', '0012345678']]);
  for (const written of ['12345678', '0000012345678', '12345687']) {
    const batchId = await draftOf(office, [['2.00', 'Somebody else', written]]);
    const { findings } = await office.get('payees.findings', { batchId });
    expect(findings, written).toMatchObject([
      { kind: 'lookAlike', evidence: { known: [{ account: '0012345678' }] } },
    ]);
  }
  const batchId = await draftOf(office, [['2.00', 'Ann', '12345678']]);
  const { findings } = await office.get('payees.findings', { batchId });
  expect(findings.map(({ kind }) => kind)).toEqual(['changedDetails']);
});
