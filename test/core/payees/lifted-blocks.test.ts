import { expect, it } from 'vitest';
import type { PayeeFinding, PayeePolicy } from '../../../contract/payees/findings.ts';
import { openOffice, type Office } from '../../kit/office.ts';
import { draftOf, pay, type Cells } from './payouts-to.ts';

async function shown(
  office: Office,
  rows: readonly Cells[],
  kind: PayeeFinding['kind'],
): Promise<(readonly [row: number, level: string, others: readonly number[]])[]> {
  const { findings } = await office.get('payees.findings', { batchId: await draftOf(office, rows) });
  return findings
    .filter((each) => each.kind === kind)
    .map(({ rowNumber, level, evidence }) => [rowNumber, level, evidence.rows]);
}

async function verify(office: Office, search: string): Promise<void> {
  const [payee] = (await office.get('payees.list', { search, limit: 5 })).payees;
  const account = payee?.accounts[0]?.account ?? '';
  const said = { by: 'Kim', how: 'Called the number of the contract.' };
  await office.get('payees.verify', { payeeId: payee?.payeeId ?? '', account, ...said });
}

const fromHundred: Partial<PayeePolicy> = {
  sharedAccount: 'block',
  amountsFrom: [{ currencyCode: 'EUR', amount: '100.00' }],
};

it('each row of a shared account is listed with the others, and their amounts count together, whichever row comes first', async () => {
  const office = await openOffice();
  await office.get('settings.change', { payeePolicy: fromHundred });
  const small: Cells = ['2.00', 'Zeta Mills', '10203040'];
  const large: Cells = ['5000.00', 'Omega Timber', '1020-3040'];
  const other: Cells = ['97.99', 'Omega Timber', '1020-3040'];
  for (const [rows, level] of [
    [[small, large], 'block'],
    [[large, small], 'block'],
    [[small, other], 'info'],
  ] as const)
    expect(await shown(office, rows, 'sharedAccount')).toEqual([
      [1, level, [2]],
      [2, level, [1]],
    ]);
  const batchId = await draftOf(office, [small, large]);
  const refused = await office.release(batchId);
  expect(refused).toMatchObject({ ok: false, error: { code: 'policyBlocks' } });
  expect(refused.ok ? '' : JSON.stringify(refused.error.details)).toContain(
    'Row 2: 1020-3040 of Omega Timber is the account of another payee of this batch, too: Zeta Mills (row 1).',
  );
});

it('a verification lifts a shared account for the verified name only', async () => {
  const office = await openOffice();
  await pay(office, [['3.00', 'Zeta Mills', '10203040']]);
  await office.get('settings.change', { payeePolicy: { sharedAccount: 'block' } });
  const rows: readonly Cells[] = [
    ['2.00', 'Zeta Mills', '10203040'],
    ['4.00', 'Omega Timber', '10203040'],
  ];
  await verify(office, 'Zeta');
  expect(await shown(office, rows, 'sharedAccount')).toEqual([[2, 'block', [1]]]);
  const list = new TextEncoder().encode('accountName,accountNumber\nOmega Timber,10203040');
  await office.get('payees.import', {
    profileName: 'main',
    fileName: 'l.csv',
    bytes: list,
    verifiedBy: 'Kim',
  });
  expect(await shown(office, rows, 'sharedAccount')).toEqual([]);
  expect((await office.release(await draftOf(office, rows))).ok).toBe(true);
});

it('a blocking unusual amount becomes a warning once somebody verified the payee after its last payment', async () => {
  const office = await openOffice();
  const usual: readonly Cells[] = ['1', '2', '3'].map((each) => [`${each}.00`, 'Zeta Mills', '10203040']);
  await pay(office, usual);
  await verify(office, 'Zeta');
  office.wait(60_000);
  await pay(office, [['1.50', 'Zeta Mills', '10203040']]);
  await office.get('settings.change', { payeePolicy: { unusualAmount: 'block' } });
  const rows: readonly Cells[] = [['500.00', 'Zeta Mills', '10203040']];
  expect(await shown(office, rows, 'unusualAmount')).toEqual([[1, 'block', []]]);
  office.wait(60_000);
  await verify(office, 'Zeta');
  expect(await shown(office, rows, 'unusualAmount')).toEqual([[1, 'warn', []]]);
  await office.get('settings.change', { payeePolicy: { unusualAmount: 'block', waitingHours: 24 } });
  expect(await shown(office, rows, 'unusualAmount')).toEqual([[1, 'block', []]]);
});
