import { expect, it, onTestFinished, vi } from 'vitest';
import { compareWithLast } from '../../../main/core/batches/compare-batches.ts';
import { comparisonText, moreChangesText } from '../../../contract/text/approvals.ts';
import { openOffice } from '../../kit/office.ts';
import { importBatch, release } from '../../kit/samples.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';
import { draftOf, draftOfLines, pay, type Cells } from '../payees/payouts-to.ts';

const minuteMs = 60_000;

it('a repeated batch has the rows of the first under new order IDs, is compared with it, and is paid only once its duplicates are confirmed', async () => {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const run = () => office.get('batches.run', { batchIds: null, until: 'final', silenceLimitMs: minuteMs });
  const march = await office.draft([
    { amount: '10.00', account: 'A' },
    { amount: '20.00', account: 'B' },
    { amount: '30.00', account: 'C' },
  ]);
  expect((await office.tell('sheets.open', { source: { kind: 'repeat', batchId: march.batchId } })).ok).toBe(
    false,
  );
  expect((await office.release(march.batchId)).ok).toBe(true);
  await run();
  const opening = await office.get('sheets.open', { source: { kind: 'repeat', batchId: march.batchId } });
  if (opening.kind !== 'opened') throw new Error('not opened');
  const { sheetId } = opening.sheet;
  const { rows } = await office.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 10 });
  expect(rows.map(({ lastMoney }) => lastMoney?.amount)).toEqual(['10.00', '20.00', '30.00']);
  expect(opening.sheet.repeats).toEqual({ batchId: march.batchId, template: null });
  const [first, , third] = rows.map(({ rowId }) => rowId);
  await office.get('sheets.change', {
    sheetId,
    change: { kind: 'set', rows: [{ rowId: first ?? 0, cells: { amount: '11.00' } }] },
  });
  await office.get('sheets.change', { sheetId, change: { kind: 'remove', rowIds: [third ?? 0] } });
  const { batchId } = await office.get('sheets.prepare', { sheetId });
  const { comparison, findings } = await office.get('batches.findings', { batchId });
  expect(comparison).toMatchObject({
    batchId: march.batchId,
    newPayees: [],
    missingPayees: ['Payee C C'],
    changedAccounts: [],
    changedAmounts: [{ name: 'Payee A', currencyCode: 'EUR', before: '10.00', now: '11.00' }],
  });
  expect(findings.some(({ kind }) => kind === 'duplicate')).toBe(true);
  const { rowsHash } = await office.get('batches.summary', { batchId });
  expect(await office.tell('batches.release', { batchId, rowsHash })).toMatchObject({
    error: { code: 'duplicateHeld' },
  });
  expect((await office.release(batchId)).ok).toBe(true);
  await run();
  expect(office.gateway.book().map(({ amount, acceptedCount }) => [amount, acceptedCount])).toEqual([
    ['10.00', 1],
    ['20.00', 1],
    ['30.00', 1],
    ['11.00', 1],
    ['20.00', 1],
  ]);
  // The first batch is not compared with a later one, and the report of the second says what changed.
  expect(await office.get('batches.comparison', { batchId: march.batchId })).toBeNull();
  expect(await office.get('batches.comparison', { batchId })).toEqual(comparison);
  const [firstBatch, secondBatch] = [office.store.findBatch(march.batchId), office.store.findBatch(batchId)];
  if (firstBatch === null || secondBatch === null) throw new Error('no batch');
  expect(
    await office.until(compareWithLast(office.parts, firstBatch, new AbortController().signal)),
  ).toBeNull();
  const print = vi.spyOn(office.parts.files, 'writePdf');
  await office.get('batches.export', { batchId, format: 'pdf' });
  const said = JSON.stringify(print.mock.lastCall?.[0].parts);
  expect(said).toContain('["Missing payee","Payee C C","",""]');
  expect(said).toContain('["Changed amount","Payee A","10.00 EUR","11.00 EUR"]');
});

it('a retry is compared with nothing, the next batch with the one before it, and a repeated batch has what a retry corrected', async () => {
  const office = await openOffice();
  const run = () => office.get('batches.run', { batchIds: null, until: 'final', silenceLimitMs: 10_000 });
  const rows = (last: string): [string, string, string, string, string][] => [
    ['10.00', 'EUR', 'BANK_TRANSFER', 'ACC-1', 'SANDBOX_BANK'],
    ['20.00', 'EUR', 'BANK_TRANSFER', 'ACC-2', 'SANDBOX_BANK'],
    ['30.00', 'EUR', 'BANK_TRANSFER', 'ACC-3', 'SANDBOX_BANK'],
    ['40.00', 'EUR', 'BANK_TRANSFER', last, 'SANDBOX_BANK'],
  ];
  const march = await office.draftRows(rows('ACC-9002'));
  await office.releaseAll(march);
  await run();
  const opened = async (kind: 'retryBatch' | 'repeat') => {
    const opening = await office.get('sheets.open', { source: { kind, batchId: march } });
    const { sheetId } = opening.kind === 'opened' ? opening.sheet : { sheetId: '' };
    return { sheetId, ...(await office.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 9 })) };
  };
  const { sheetId, rows: failed } = await opened('retryBatch');
  const cells = { accountNumber: 'ACC-4', amount: '41.00' };
  const change = { kind: 'set' as const, rows: failed.map(({ rowId }) => ({ rowId, cells })) };
  await office.get('sheets.change', { sheetId, change });
  const { batchId } = await office.get('sheets.prepare', { sheetId });
  expect((await office.get('batches.findings', { batchId })).comparison).toBeNull();
  await office.releaseAll(batchId);
  await run();
  const repeated = (await opened('repeat')).rows;
  expect(repeated.map((row) => row.cells.accountNumber)).toEqual(['ACC-1', 'ACC-2', 'ACC-3', 'ACC-4']);
  expect(repeated[3]?.lastMoney?.amount).toBe('41.00');
  const april = await office.draftRows(rows('ACC-4'));
  expect((await office.get('batches.findings', { batchId: april })).comparison).toMatchObject({
    batchId: march,
    newPayees: [],
    missingPayees: [],
    changedAccounts: [{ name: 'Payee 3' }],
  });
});

it('a batch is compared with the one that was released last, whichever was prepared first', async () => {
  const office = await openOffice();
  const draft = (reference: string): Promise<string> =>
    draftOfLines(office, [`10.00,EUR,BANK_TRANSFER,Corvo Glass,10203040,,SANDBOX_BANK,${reference}`]);
  const [scheduled, correction, next] = [
    await draft('January'),
    await draft('correction'),
    await draft('February'),
  ];
  await office.releaseAll(correction);
  office.wait(60_000);
  await office.releaseAll(scheduled);
  expect(await office.get('batches.comparison', { batchId: next })).toMatchObject({ batchId: scheduled });
  expect(await office.get('batches.comparison', { batchId: scheduled })).toMatchObject({
    batchId: correction,
  });
});

it('a monthly batch is compared with that of the month before, behind all the small batches between them', async () => {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const keyId = office.store.findProfile('main')?.keyId;
  const salaries = ['A', 'B', 'C'].map((account) => ({ amount: '1000.00', account }));
  const march = await office.draft(salaries, 'march.csv');
  expect((await office.release(march.batchId)).ok).toBe(true);
  for (let day = 0; day < 22; day += 1) {
    importBatch(office.store, `day-${day}`, 1, keyId);
    release(office.store, `day-${day}`, Date.UTC(2026, 2, 3 + day));
  }
  const april = await office.draft([...salaries, { amount: '900.00', account: 'D' }], 'april.csv');
  expect(await office.get('batches.comparison', { batchId: april.batchId })).toMatchObject({
    batchId: march.batchId,
    missingPayees: [],
    newPayees: ['Payee D D'],
  });
});

it('a batch is compared with one that shares three tenths of its payees, by account or by name, and rows without a name share none', async () => {
  const office = await openOffice();
  const rowsSharing = (month: number, byAccount: number, byName: number): Cells[] =>
    Array.from({ length: 400 }, (_row, row) => {
      const account = `${row < byAccount ? 1 : month}020304${row + 100}`;
      return ['10.00', row < byAccount + byName ? `Payee ${row}` : '', account];
    });
  const first = await draftOf(office, rowsSharing(1, 60, 60));
  await office.releaseAll(first);
  const [shares, lacksOne] = [rowsSharing(2, 60, 60), rowsSharing(3, 60, 59)];
  const comparisonOf = async (rows: Cells[]) =>
    office.get('batches.comparison', { batchId: await draftOf(office, rows) });
  expect(await comparisonOf(lacksOne)).toBeNull();
  expect(await comparisonOf(shares)).toMatchObject({ batchId: first });
});

it('a payee with two accounts of which one changed has a changed account, whichever of them it is', async () => {
  const office = await openOffice();
  const others: readonly Cells[] = ['1', '2'].map((each) => [
    `${each}.00`,
    `Payee ${each}`,
    `2020303${each}`,
  ]);
  const march: readonly Cells[] = [
    ['10.00', 'Corvo Glass', '10203040'],
    ['20.00', 'Corvo Glass', '50607080'],
    ...others,
  ];
  await pay(office, march);
  for (const changed of [0, 1]) {
    const rows = march.map(
      ([amount, name, account], row) => [amount, name, row === changed ? '99887766' : account] as const,
    );
    const batchId = await draftOf(office, rows);
    expect(await office.get('batches.comparison', { batchId })).toMatchObject({
      newPayees: [],
      missingPayees: [],
      changedAccounts: [{ name: 'Corvo Glass', before: march[changed]?.[2], now: '99887766' }],
    });
  }
});

it('a template begins with the batch last released from it, and undo, a restart, a kill and renaming the profile lose nothing', async () => {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const march = await office.draft([
    { amount: '10.00', account: 'A' },
    { amount: '20.00', account: 'B' },
  ]);
  expect((await office.release(march.batchId)).ok).toBe(true);
  const begin = async (profileName = 'main') => {
    const opening = await office.get('sheets.open', {
      profileName,
      source: { kind: 'template', name: 'Payroll' },
    });
    if (opening.kind !== 'opened') throw new Error('not opened');
    const { sheetId } = opening.sheet;
    const page = async () =>
      (await office.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 10 })).rows;
    return { sheetId, name: opening.sheet.name, page };
  };
  expect(
    await office.tell('sheets.open', { profileName: 'main', source: { kind: 'template', name: 'Payroll' } }),
  ).toMatchObject({
    error: { code: 'notFound' },
  });
  await office.get('settings.change', {
    templates: [{ name: 'Payroll', profileName: 'main', batchId: march.batchId }],
  });
  const april = await begin();
  expect(april.name).toBe('Payroll');
  const [first] = await april.page();
  const change = (kind: object) =>
    office.get('sheets.change', {
      sheetId: april.sheetId,
      change: kind as { kind: 'remove'; rowIds: number[] },
    });
  await change({ kind: 'set', rows: [{ rowId: first?.rowId ?? 0, cells: { amount: '12.00' } }] });
  await change({ kind: 'remove', rowIds: [first?.rowId ?? 0] });
  await office.get('sheets.undo', { sheetId: april.sheetId });
  await office.restart();
  expect((await april.page()).map(({ cells, lastMoney }) => [lastMoney?.amount, cells.amount])).toEqual([
    ['10.00', '12.00'],
    ['20.00', '20.00'],
  ]);
  const { batchId } = await office.get('sheets.prepare', { sheetId: april.sheetId });
  const templates = async () => (await office.get('settings.read', {})).templates;
  expect(await templates()).toMatchObject([{ batchId: march.batchId }]);
  // The release records it, so that it is so even if Bursar ends before it records anything else.
  const as = office.store.as.bind(office.store);
  const ended = vi.spyOn(office.store, 'as').mockImplementation((actor) => ({
    ...as(actor),
    changeSettings: () => {
      throw new Error('the program ended');
    },
  }));
  await office.release(batchId);
  ended.mockRestore();
  expect(await templates()).toMatchObject([{ name: 'Payroll', batchId }]);
  const callbackUrl = office.store.findProfile('main')?.callbackUrl ?? '';
  await office.get('profiles.edit', { name: 'main', newName: 'payroll', callbackUrl });
  const may = await begin('payroll');
  expect((await may.page()).map(({ lastMoney }) => lastMoney?.amount)).toEqual(['12.00', '20.00']);
});

it('a comparison also reports a changed amount for a payee with another account', async () => {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const [ada, bob] = [
    { amount: '10.00', account: 'A', payee: 'Ada' },
    { amount: '20.00', account: 'B', payee: 'Bob' },
  ];
  const march = await office.draft([ada, bob]);
  expect((await office.release(march.batchId)).ok).toBe(true);
  const april = await office.draft([ada, { ...bob, amount: '25.00', account: 'X' }], 'april.csv');
  const { comparison } = await office.get('batches.findings', { batchId: april.batchId });
  expect(comparison).toMatchObject({
    newPayees: [],
    missingPayees: [],
    changedAccounts: [{ name: 'Bob', before: 'B', now: 'X' }],
    changedAmounts: [{ name: 'Bob', currencyCode: 'EUR', before: '20.00', now: '25.00' }],
  });
  // Of two accounts nobody knows which stands for the one before.
  const rows = [ada, { ...bob, amount: '25.00', account: 'X' }, { ...bob, account: 'Y' }];
  const may = await office.draft(rows, 'may.csv');
  const { comparison: several } = await office.get('batches.findings', { batchId: may.batchId });
  expect(several).toMatchObject({ changedAccounts: [{ now: 'X' }, { now: 'Y' }], changedAmounts: [] });
});

it('a comparison finds the last batch of its profile behind 200 newer ones of another, and says “at least” if it does not list all changes', async () => {
  const office = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    merchants: [{ code: 'main' }, { code: 'other' }],
  });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const same = Array.from({ length: 300 }, (_, index) => ({ amount: '1.00', account: `S-${index}` }));
  const fresh = Array.from({ length: 600 }, (_, index) => ({ amount: '1.00', account: `N-${index}` }));
  const march = await office.draft(same, 'march.csv');
  expect((await office.release(march.batchId)).ok).toBe(true);
  office.addProfile('other');
  const keyId = office.store.findProfile('other')?.keyId;
  for (let index = 0; index < 200; index += 1) {
    importBatch(office.store, `other-${index}`, 1, keyId);
    release(office.store, `other-${index}`);
  }
  const april = await office.draft([...same, ...fresh], 'april.csv', 'main');
  const comparison = await office.get('batches.comparison', { batchId: april.batchId });
  expect(comparison).toMatchObject({ batchId: march.batchId, missingPayees: [] });
  if (comparison === null) throw new Error('not compared');
  expect(comparisonText(comparison)).toContain(': at least 500 new payees, 0 missing payees,');
  expect(moreChangesText(comparison)).toBe('Of each kind of change, the first 500 are listed.');
});
