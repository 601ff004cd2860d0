import { expect, it } from 'vitest';
import { describePayee } from '../../../main/core/payees/known.ts';
import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import type { OperationInput } from '../../../contract/operations.ts';
import type { Payee } from '../../../contract/payees/payee.ts';
import { workbookFiles, zip } from '../../files/workbooks.ts';
import { payBatch } from '../payouts/evidence/packs.ts';
import { openOffice, type Office } from '../../kit/office.ts';

async function list(office: Office, search?: string): Promise<Payee[]> {
  return (await office.get('payees.list', { limit: 100, ...(search === undefined ? {} : { search }) }))
    .payees;
}

it('an imported list makes payees known, and its export can be imported again', async () => {
  const office = await openOffice();
  const bytes = new TextEncoder().encode(
    'accountName,accountNumber,emailAddress\nNordwind GmbH,ACC-5,\nBo,,bo@example.com\n,,\n',
  );
  const input = { profileName: 'main', fileName: 'vendors.csv', bytes, verifiedBy: 'Kim' };
  expect(await office.get('payees.import', input)).toMatchObject({ imported: 2, verified: 2 });
  expect((await list(office, 'nordwind'))[0]).toMatchObject({
    payments: 0,
    firstPaidAt: null,
    isImported: true,
    verification: { by: 'Kim' },
  });
  for (const format of ['csv', 'xlsx'] as const) {
    const exported = await office.get('payees.export', { format });
    expect(exported.rows).toBe(2);
    const again = { ...input, fileName: `payees.${format}`, bytes: exported.bytes, verifiedBy: null };
    expect(await office.get('payees.import', again)).toMatchObject({ imported: 2, doubtful: [] });
    expect(await list(office)).toHaveLength(2);
  }
  expect((await office.get('audit.verify', {})).problems).toEqual([]);
});

it('the import of a list says what its reader may not see, such as hidden rows that are payees now', async () => {
  const office = await openOffice();
  const book = workbookFiles([
    ['name', 'account'],
    ['Shown', 'A-1'],
    ['Hidden', 'A-2'],
  ]);
  const sheet = 'xl/worksheets/sheet1.xml';
  book.set(sheet, String(book.get(sheet)).replace('<row r="3">', '<row r="3" hidden="1">'));
  const hidden = await office.get('payees.import', {
    fileName: 'v.xlsx',
    bytes: zip(book),
    verifiedBy: 'Kim',
  });
  expect(hidden).toMatchObject({ verified: 2, notes: [{ code: 'rowsHidden', rows: 1 }] });
  const bytes = new TextEncoder().encode('name,city,iban\nAnna,DE89370400440532013000\n');
  const short = await office.get('payees.import', { fileName: 'v.csv', bytes });
  expect(short.notes).toEqual([{ code: 'cellsMissing', lines: [2], hasMore: false }]);
});

it.each(['name,iban', 'name,account,iban'])(
  'an account in the IBAN column of %s that begins as an IBAN and is none is not verified',
  async (titles) => {
    const office = await openOffice();
    const row = (name: string, account: string): string =>
      titles === 'name,iban' ? `${name},${account}` : `${name},,${account}`;
    const lines = [
      titles,
      row('Short', 'DE00123'),
      row('Good', 'DE89370400440532013000'),
      row('Other', '12345678'),
    ];
    const bytes = new TextEncoder().encode(lines.join('\n'));
    const input = { profileName: 'main', fileName: 'v.csv', bytes };
    const named = [{ account: 'DE00123', message: expect.stringContaining('has 7 characters') }];
    expect(await office.get('payees.import', input)).toMatchObject({ imported: 3, doubtful: named });
    expect(await office.get('payees.import', { ...input, verifiedBy: 'Kim' })).toMatchObject({
      verified: 2,
      notVerified: named,
    });
  },
);

it('an invalid account is imported but not verified, even from a list of verified payees, unless it was paid before', async () => {
  const office = await openOffice();
  const lines = ['name,account', 'Bad,DE00370400440532013000', 'Word,ABCDEF', 'Good,DE89370400440532013000'];
  const input = { profileName: 'main', fileName: 'v.csv', verifiedBy: 'Kim' };
  const bytes = new TextEncoder().encode(lines.join('\n'));
  expect(await office.get('payees.import', { ...input, bytes })).toMatchObject({
    imported: 3,
    verified: 1,
    notVerified: [
      { account: 'DE00370400440532013000', message: expect.stringContaining('check digits') },
      { account: 'ABCDEF', message: 'It has no digit.' },
    ],
  });
  const verified = async () =>
    (await list(office)).filter(({ verification }) => verification !== null).map(({ names }) => names);
  expect(await verified()).toEqual([['Good']]);
  // A row without an account has none that anybody could have verified.
  const named = new TextEncoder().encode('name,account\nOnly a name,\n');
  expect(await office.get('payees.import', { ...input, bytes: named })).toMatchObject({
    imported: 1,
    verified: 0,
    notVerified: [{ account: 'Only a name', message: 'No account or e-mail address is known for it.' }],
  });
  expect(await verified()).toEqual([['Good']]);
  const batchId = await office.draftRows([['10.00', 'EUR', 'BANK_TRANSFER', 'ABCDEF']]);
  await office.releaseAll(batchId);
  await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
  expect(await office.get('payees.import', { ...input, bytes })).toMatchObject({ verified: 2 });
});

it('a vendor list keeps its names whatever their column is called, says which columns it left out, and is refused without names', async () => {
  const office = await openOffice();
  const bring = (lines: readonly string[]) =>
    office.tell('payees.import', {
      profileName: 'main',
      fileName: 'vendors.csv',
      bytes: new TextEncoder().encode(lines.join('\n')),
    });
  for (const [index, named] of ['Vendor', 'Vendor name', 'Supplier Name', 'Lieferant', 'Name'].entries()) {
    const result = await bring([`No.,${named},IBAN,City`, `7${index},Corvo ${index},ACC-${index},Bonn`]);
    expect(result).toMatchObject({ value: { imported: 1, columnsLeftOut: ['No.', 'City'] } });
    expect((await list(office, `Corvo ${index}`))[0]?.accounts[0]?.account).toBe(`ACC-${index}`);
  }
  // Of a list with both, the IBAN is the account; the other where a payee has none.
  const both = ['Kreditor,Kontonummer,IBAN', 'Corvo 5,532013000,DE89370400440532013000', 'Corvo 6,ACC-6,'];
  expect(await bring(both)).toMatchObject({ value: { imported: 2, columnsLeftOut: [] } });
  for (const [name, account] of [
    ['Corvo 5', 'DE89370400440532013000'],
    ['Corvo 6', 'ACC-6'],
  ] as const)
    expect((await list(office, name))[0]?.accounts[0]?.account).toBe(account);
  const workbook = office.parts.files.beginTable('xlsx', ['Nr.', 'Firma', 'IBAN', 'Zahlungsziel']);
  await workbook.add([['7', 'Corvo 7', 'PL61109010140000071219812874', '14 Tage']]);
  const xlsx = { profileName: 'main', fileName: 'vendors.xlsx', bytes: await workbook.finish() };
  expect(await office.get('payees.import', xlsx)).toMatchObject({
    imported: 1,
    columnsLeftOut: ['Nr.', 'Zahlungsziel'],
  });
  for (const lines of [
    ['Wer,IBAN', 'Corvo,DE89370400440532013000'],
    ['IBAN', 'DE89370400440532013000'],
    ['Vendor,City', 'Corvo,Bonn'],
    ['Corvo,DE89370400440532013000'],
  ])
    expect(await bring(lines)).toMatchObject({ ok: false, error: { code: 'fileHasErrors' } });
  expect(await list(office)).toHaveLength(8);
});

it('an account that a list has under several names is known under each', async () => {
  const office = await openOffice();
  const lines = ['name,account', 'Corvo Glass,ACC-1', 'CORVO GLASS,acc 1', 'Omega Timber,ACC-1'];
  const bytes = new TextEncoder().encode(lines.join('\n'));
  const input = { profileName: 'main', fileName: 'v.csv', bytes, verifiedBy: 'Kim' };
  expect(await office.get('payees.import', input)).toMatchObject({ imported: 1, verified: 1 });
  const [payee] = await list(office);
  expect(new Set(payee?.names.map((name) => name.toUpperCase()))).toEqual(
    new Set(['CORVO GLASS', 'OMEGA TIMBER']),
  );
  expect((await office.get('audit.verify', {})).problems).toEqual([]);
});

it('a payee that was verified under another name than it is shown under says so, until it is verified under that one', async () => {
  const office = await openOffice();
  await payBatch(office, ['10.00']);
  const [paid] = await list(office);
  const [{ account } = { account: '' }] = paid?.accounts ?? [];
  // No payout has a character that turns the reading direction, so no list makes a name of one.
  const bytes = new TextEncoder().encode(`name,account\nOmega\u202eTimber,${account}\n`);
  await office.get('payees.import', { profileName: 'main', fileName: 'v.csv', bytes, verifiedBy: 'Kim' });
  const standing = async () => {
    const [{ names, verifiedAs, accounts } = {}] = await list(office);
    return [names?.[0], verifiedAs, accounts?.[0]?.verifiedAs];
  };
  const shown = paid?.names[0] ?? '';
  expect(await standing()).toEqual([shown, 'Omega Timber', 'Omega Timber']);
  const { records } = await office.get('payees.show', { payeeId: paid?.payeeId ?? '' });
  expect(records.map(({ kind, accountName }) => [kind, accountName])).toEqual([
    ['verified', 'Omega Timber'],
    ['imported', 'Omega Timber'],
  ]);
  office.wait(1000);
  const said = { payeeId: paid?.payeeId ?? '', account, by: 'Kim', how: 'By phone' };
  await office.get('payees.verify', said);
  expect(await standing()).toEqual([shown, null, null]);
});

it('a name broken over several lines in a cell is imported on one line, as in a payout', async () => {
  const office = await openOffice();
  const bytes = new TextEncoder().encode('name,account\n"Corvo\r\nGlass\n","ACC-\n1"\n');
  await office.get('payees.import', { profileName: 'main', fileName: 'v.csv', bytes, verifiedBy: 'Kim' });
  expect(await list(office)).toMatchObject([
    { names: ['Corvo Glass'], accounts: [{ account: 'ACC- 1' }], verification: { by: 'Kim' } },
  ]);
});

it('a list with a shifted row is refused as a whole, since part of a name would become an account', async () => {
  const office = await openOffice();
  const lines = ['name,account', 'Omega Timber,ACC-1', 'Corvo, 3rd Street Ltd,ACC-2'];
  const bytes = new TextEncoder().encode(lines.join('\n'));
  const input = { profileName: 'main', fileName: 'v.csv', bytes, verifiedBy: 'Kim' };
  expect(await office.tell('payees.import', input)).toMatchObject({
    ok: false,
    error: { code: 'fileHasErrors', message: expect.stringContaining('on line 3.') },
  });
  expect(await list(office)).toEqual([]);
});

it('a payee known by name alone has no verified account, and is shown without one', async () => {
  const office = await openOffice();
  const vendors = new TextEncoder().encode('accountName,accountNumber\nOrmond Ltd,\n');
  await office.get('payees.import', {
    profileName: 'main',
    fileName: 'v.csv',
    bytes: vendors,
    verifiedBy: null,
  });
  const [ormond] = (await office.get('payees.list', { limit: 5 })).payees;
  const payeeId = ormond?.payeeId ?? '';
  const said = { payeeId, by: 'Kim', how: 'Called.' };
  expect(await office.tell('payees.verify', { ...said, account: 'ormond ltd' })).toMatchObject({
    ok: false,
    error: {
      code: 'inputInvalid',
      message:
        'ormond ltd was not verified. No account or e-mail address is known for it. Enter the account that was confirmed.',
    },
  });
  // An older Bursar recorded it.
  const change = { kind: 'verified', by: 'Kim', how: 'Called.', note: null } as const;
  const paidAs = { accountName: 'Ormond Ltd', accountNumber: '', emailAddress: '' };
  office.store.recordPayees(
    [{ environment: 'sandbox', payee: payeeKeyOf(paidAs), payeeId, ...paidAs, change }],
    office.now(),
    describePayee,
  );
  const listed = async (asked: Partial<OperationInput<'payees.list'>>) =>
    (await office.get('payees.list', { ...asked, limit: 5 })).payees.map(({ verification }) => verification);
  expect(await listed({})).toEqual([null]);
  for (const search of [undefined, 'ormond'])
    expect(await listed({ standing: 'verified', ...(search === undefined ? {} : { search }) })).toEqual([]);
  // What was recorded is shown ever after.
  expect((await office.get('payees.show', { payeeId })).records.map(({ kind }) => kind)).toContain(
    'verified',
  );
  await office.get('settings.change', { payeePolicy: { changedDetails: 'block' } });
  const row =
    'amount,currencyCode,paymentMethodCode,accountName,accountNumber\n1.00,EUR,BANK_TRANSFER,Ormond Ltd,66554433';
  const bytes = new TextEncoder().encode(row);
  const { batch } = await office.get('batches.import', { profileName: 'main', fileName: 'r.csv', bytes });
  const { findings } = await office.get('payees.findings', { batchId: batch.batchId });
  expect(findings).toMatchObject([
    {
      kind: 'changedDetails',
      level: 'block',
      message: 'Changed bank details: Ormond Ltd was never paid to 66554433; known: Ormond Ltd.',
    },
  ]);
  expect((await office.release(batch.batchId)).ok).toBe(false);
  // The account that was confirmed is what is verified, and that lifts the block.
  await office.get('payees.verify', { ...said, account: '66554433' });
  expect((await office.get('payees.findings', { batchId: batch.batchId })).findings).toEqual([]);
});

it('payee verify and an import as verified refuse the same accounts: invalid ones that were never paid', async () => {
  const office = await openOffice();
  const lines = ['name,account', 'Bad,DE00370400440532013000', 'Word,ABCDEF', 'Name alone,'];
  const bytes = new TextEncoder().encode(lines.join('\n'));
  const input = { profileName: 'main', fileName: 'v.csv', bytes, verifiedBy: 'Kim' };
  const { notVerified } = await office.get('payees.import', input);
  expect(notVerified).toHaveLength(3);
  for (const { account, message } of notVerified) {
    const [payee] = await list(office, account);
    const said = { payeeId: payee?.payeeId ?? '', account, by: 'Kim', how: 'Called.' };
    expect(await office.tell('payees.verify', said)).toMatchObject({
      error: {
        message: `${account} was not verified. ${message} Enter the account that was confirmed.`,
      },
    });
  }
  office.sandbox.gateway.addCode({ list: 'paymentMethods', code: 'CASH_PICKUP', name: 'Cash pickup' });
  // What was paid by its name, or to the account as it is, is verified as that.
  const rows = ['10.00,EUR,CASH_PICKUP,Name alone,', '10.00,EUR,BANK_TRANSFER,Word,ABCDEF'];
  const file = ['amount,currencyCode,paymentMethodCode,accountName,accountNumber', ...rows].join('\n');
  const { batch } = await office.get('batches.import', {
    profileName: 'main',
    fileName: 'r.csv',
    bytes: new TextEncoder().encode(file),
  });
  await office.releaseAll(batch.batchId);
  await office.get('batches.run', { batchIds: [batch.batchId], until: 'final', silenceLimitMs: 60_000 });
  for (const account of ['Name alone', 'ABCDEF']) {
    const [payee] = await list(office, account);
    const said = { payeeId: payee?.payeeId ?? '', account, by: 'Kim', how: 'Called.' };
    expect(await office.get('payees.verify', said)).toMatchObject({ verification: { by: 'Kim' } });
  }
  expect(await office.get('payees.import', input)).toMatchObject({
    verified: 2,
    notVerified: [{ account: 'DE00370400440532013000' }],
  });
});

it('an import names accounts that a spreadsheet shortened or that are invalid, even on an unverified list, unless they were paid before', async () => {
  const office = await openOffice();
  const lines = ['name,account', 'Long,1.23457E+16', 'Bad,DE00370400440532013000', 'Good,ACC-1', 'Bo,'];
  const input = { profileName: 'main', fileName: 'v.csv', bytes: new TextEncoder().encode(lines.join('\n')) };
  const doubtful = [
    { account: '1.23457E+16', message: expect.stringContaining('last digits may be missing') },
    { account: 'DE00370400440532013000', message: expect.stringContaining('check digits') },
  ];
  expect(await office.get('payees.import', input)).toMatchObject({ imported: 4, doubtful, notVerified: [] });
  const verified = await office.get('payees.import', { ...input, verifiedBy: 'Kim' });
  expect(verified.doubtful).toEqual([]);
  expect(verified.notVerified.map(({ account }) => account)).toEqual([
    ...doubtful.map(({ account }) => account),
    'Bo',
  ]);
});
