import { expect, it } from 'vitest';
import { openOffice, type Office } from '../../kit/office.ts';
import { draftOf, pay } from './payouts-to.ts';

/** More imports than records that a payee's page shows. */
const nights = 205;

async function importList(office: Office, lines: readonly string[], times = 1): Promise<void> {
  const bytes = new TextEncoder().encode(['accountName,accountNumber', ...lines].join('\n'));
  for (let night = 0; night < times; night += 1) {
    office.wait(24 * 3_600_000);
    await office.get('payees.import', { profileName: 'main', fileName: 'vendors.csv', bytes });
  }
}

async function kindsOfFindings(office: Office, name: string, account: string): Promise<string[]> {
  const batchId = await draftOf(office, [['2.00', name, account]]);
  return (await office.get('payees.findings', { batchId })).findings.map(({ kind }) => kind);
}

it('a verification counts for the name that was verified, however often the payee was imported since', async () => {
  const office = await openOffice();
  await importList(office, ['Corvo Glass,ACC-1']);
  const payee = async () => {
    const { payees } = await office.get('payees.list', { search: 'ACC-1', limit: 2 });
    return payees[0];
  };
  const payeeId = (await payee())?.payeeId ?? '';
  await office.get('payees.verify', { payeeId, account: 'ACC-1', by: 'Kim', how: 'By phone' });
  office.wait(1000);
  await pay(office, [['1.00', 'Zeta Mills', 'ACC-1']]);
  await importList(office, ['Zeta Mills,ACC-1'], nights);
  expect(await payee()).toMatchObject({
    names: ['Zeta Mills', 'Corvo Glass'],
    verification: { by: 'Kim' },
    verifiedAs: 'Corvo Glass',
    accounts: [{ verifiedAs: 'Corvo Glass' }],
  });
  const shown = await office.get('payees.show', { payeeId });
  expect(shown).toMatchObject({ verifiedAs: 'Corvo Glass', hasMoreRecords: true });
  expect(shown.records).toHaveLength(200);
});

it('a verification clears a finding, however often the payee was imported since', async () => {
  const office = await openOffice();
  await pay(office, [['1.00', 'Corvo Glass', 'ACC-1']]);
  await importList(office, ['Corvo Glass,ACC-2']);
  const { payees } = await office.get('payees.list', { search: 'ACC-2', limit: 2 });
  const said = { account: 'ACC-2', by: 'Kim', how: 'By phone' };
  expect(await kindsOfFindings(office, 'Corvo Glass', 'ACC-2')).toEqual(['changedDetails']);
  await office.get('payees.verify', { payeeId: payees[0]?.payeeId ?? '', ...said });
  await importList(office, ['Corvo Glass,ACC-2'], nights);
  expect(await kindsOfFindings(office, 'Corvo Glass', 'ACC-2')).toEqual([]);
});

it('an account that was on the first list stays known, however often it was imported since', async () => {
  const office = await openOffice();
  await importList(office, ['Corvo Glass,ACC-1', 'Corvo Glass,ACC-2']);
  await importList(office, ['Corvo Glass,ACC-1'], nights);
  expect(await kindsOfFindings(office, 'Corvo Glass', 'ACC-1')).toEqual([]);
});
