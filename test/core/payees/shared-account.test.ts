import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';
import { draftOf } from './payouts-to.ts';

it('an account that three names share is shown in each of their rows with all others, apart from accounts of one name', async () => {
  const office = await openOffice();
  const names = ['Zeta Mills', 'Omega Timber', 'Kappa Glass'];
  const batchId = await draftOf(office, [
    ['2.00', 'Iota Works', '99887766'],
    ...names.map((name) => ['2.00', name, '10203040'] as const),
  ]);
  const { findings } = await office.get('payees.findings', { batchId });
  expect(
    findings.flatMap(({ kind, rowNumber, evidence }) =>
      kind === 'sharedAccount' ? [[rowNumber, evidence.rows]] : [],
    ),
  ).toEqual([
    [2, [3, 4]],
    [3, [2, 4]],
    [4, [2, 3]],
  ]);
});
