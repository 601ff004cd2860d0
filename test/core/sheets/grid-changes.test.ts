import { beforeEach, describe, expect, it } from 'vitest';
import type { SheetChange, SheetView } from '../../../contract/batches/sheet-change.ts';
import type { PayoutColumn } from '../../../contract/batches/sheet.ts';
import { must, newDesk, sheetHeader, type Desk } from '../../kit/sheet-desk.ts';

const header = 'amount,currency,method,name,iban,reference\n';
const line = (place: number): string =>
  `${place}.50,EUR,SEPA,Payee ${place},DE89370400440532013000,Invoice ${place}\n`;

let desk: Desk;
let sheetId: string;
beforeEach(async () => {
  ({ desk } = await newDesk());
  ({ sheetId } = await desk.csv(header + [1, 2, 3, 4].map(line).join('')));
});

const column = async (key: PayoutColumn, view: Partial<SheetView> = {}): Promise<string[]> =>
  (await desk.rows(sheetId, view)).map(({ cells }) => cells[key]);

describe('a suggestion', () => {
  it('is applied to all cells of the column with the same problem as one step, and nowhere else', async () => {
    const noise = Array.from({ length: 40 }, (_, index) =>
      line(index + 1).replace(`${index + 1}.50`, '0.30000000000000004'),
    );
    const others = ['12.345,EUR,SEPA,Ada,DE89370400440532013000,Odd\n', '0.1,EUR,SEPA,Bea,not one,Odd\n'];
    ({ sheetId } = await desk.csv(header + [...noise, ...others].join('')));
    const [first] = await desk.rows(sheetId);
    const problem = first?.problems.find(({ column: at }) => at === 'amount');
    expect(problem?.suggestion).toBe('0.30');
    const fault = problem?.fault.code ?? '';
    const done = await desk.change(sheetId, { kind: 'useSuggestions', column: 'amount', fault });
    expect(done).toMatchObject({ rows: 40, sheet: { undo: 'using suggestions in 40 rows', problemRows: 2 } });
    expect(await column('amount')).toEqual([...noise.map(() => '0.30'), '12.345', '0.1']);
    await desk.undo(sheetId);
    expect(new Set((await column('amount')).slice(0, 40))).toEqual(new Set(['0.30000000000000004']));
  });
});

describe('filling cells', () => {
  it('sets the same cells in the named rows, corrected and checked as if typed, as one step', async () => {
    const done = await desk.change(sheetId, {
      kind: 'fill',
      rowIds: [2, 3, 3],
      cells: { amount: '1,234.50', reference: ' Rent ' },
    });
    expect(done).toMatchObject({ rows: 2, rowIds: [], sheet: { rows: 4, undo: 'filling 2 rows' } });
    expect(await column('amount')).toEqual(['1.50', '1234.50', '1234.50', '4.50']);
    expect(await column('reference')).toEqual(['Invoice 1', 'Rent', 'Rent', 'Invoice 4']);
    expect(done.sheet.totals).toEqual([{ currencyCode: 'EUR', amount: '2475.00', count: 4 }]);
    await desk.undo(sheetId);
    expect(await column('reference')).toEqual(['Invoice 1', 'Invoice 2', 'Invoice 3', 'Invoice 4']);
  });

  it('copies one column to others in each row', async () => {
    await desk.change(sheetId, {
      kind: 'fillAcross',
      rowIds: [1, 4],
      from: 'accountName',
      columns: ['reference', 'idPayout'],
    });
    expect(await column('reference')).toEqual(['Payee 1', 'Invoice 2', 'Invoice 3', 'Payee 4']);
    const [first] = await desk.rows(sheetId);
    expect(first?.problems.map(({ column: at }) => at)).toEqual(['idPayout']);
  });
});

describe('replacing a text', () => {
  const replace = (more: Partial<Extract<SheetChange, { kind: 'replace' }>>) =>
    desk.change(sheetId, {
      kind: 'replace',
      rowIds: [1, 2, 3, 4],
      columns: ['reference'],
      text: 'x',
      by: 'y',
      isWholeCell: false,
      ...more,
    });

  it('takes both texts literally, without regard to case', async () => {
    await desk.change(sheetId, { kind: 'fill', rowIds: [1, 2], cells: { reference: 'a.b (A.B)' } });
    expect(await replace({ text: 'a.b', by: '$& $1' })).toMatchObject({ rows: 2 });
    expect(await column('reference')).toEqual(['$& $1 ($& $1)', '$& $1 ($& $1)', 'Invoice 3', 'Invoice 4']);
    expect(await replace({ text: 'oice', by: '', rowIds: [3] })).toMatchObject({ rows: 1 });
    expect((await column('reference'))[2]).toBe('Inv 3');
    expect(await replace({ text: 'nothing like it' })).toMatchObject({ rows: 0 });
  });

  it('replaces only whole cells if a person says so, and never in a column that was not named', async () => {
    expect(await replace({ text: 'Invoice', by: '', isWholeCell: true })).toMatchObject({ rows: 0 });
    expect(await replace({ text: 'invoice 2', by: 'Rent', isWholeCell: true })).toMatchObject({ rows: 1 });
    expect(await replace({ text: 'Payee', by: '' })).toMatchObject({ rows: 0 });
    expect(await column('accountName')).toEqual(['Payee 1', 'Payee 2', 'Payee 3', 'Payee 4']);
  });

  it('is counted first: how many rows of a view match, and how many would change', async () => {
    await desk.change(sheetId, { kind: 'fill', rowIds: [1, 2], cells: { reference: 'RENT', idPayout: '' } });
    await desk.change(sheetId, { kind: 'fill', rowIds: [3], cells: { reference: 'rent' } });
    const view = { onlyProblems: false, pass: null, search: 'payee', filters: [], sort: null };
    const replacement = { columns: ['reference' as const], text: 'rent', by: 'RENT', isWholeCell: false };
    const matches = async (more: Partial<SheetView> = {}) => {
      const input = { sheetId, view: { ...view, ...more }, replacement };
      return must(await desk.sheets['sheets.matches'](input, desk.call));
    };
    expect(await matches()).toEqual({ found: 3, changed: 1 });
    expect(await matches({ search: 'payee 2' })).toEqual({ found: 1, changed: 0 });
    expect(await replace({ text: 'rent', by: 'RENT' })).toMatchObject({ rows: 1 });
  });

  it('replaces nothing if a cell would become too long to be stored', async () => {
    await desk.change(sheetId, { kind: 'fill', rowIds: [2], cells: { reference: 'x'.repeat(200) } });
    const change: SheetChange = {
      kind: 'replace',
      rowIds: [1, 2],
      columns: ['reference'],
      text: 'x',
      by: '123456',
      isWholeCell: false,
    };
    const outcome = await desk.sheets['sheets.change']({ sheetId, change }, desk.call);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
    expect((await column('reference'))[1]).toBe('x'.repeat(200));
  });
});

describe('a filter of a column', () => {
  it('matches what a person describes, amounts by their value', async () => {
    await desk.change(sheetId, { kind: 'fill', rowIds: [4], cells: { amount: '10.5', reference: '' } });
    const rows = async (...filters: SheetView['filters']): Promise<string[]> =>
      column('accountName', { filters });
    expect(await rows({ kind: 'contains', column: 'accountName', text: 'payee 3' })).toEqual(['Payee 3']);
    expect(await rows({ kind: 'is', column: 'accountName', text: 'Payee' })).toEqual([]);
    expect(await rows({ kind: 'isEmpty', column: 'reference' })).toEqual(['Payee 4']);
    expect(await rows({ kind: 'atLeast', column: 'amount', amount: '3.50' })).toEqual(['Payee 3', 'Payee 4']);
    const most = { kind: 'atMost', column: 'amount', amount: '3.5' } as const;
    expect(await rows(most, { kind: 'isFilled', column: 'reference' })).toEqual([
      'Payee 1',
      'Payee 2',
      'Payee 3',
    ]);
  });

  it('keeps a changed row in view until it is applied again', async () => {
    const filters: SheetView['filters'] = [{ kind: 'is', column: 'currencyCode', text: 'eur' }];
    expect(await column('accountName', { filters, pass: 1 })).toHaveLength(4);
    await desk.change(sheetId, { kind: 'fill', rowIds: [2], cells: { currencyCode: 'USD' } });
    expect(await column('currencyCode', { filters, pass: 1 })).toEqual(['EUR', 'USD', 'EUR', 'EUR']);
    expect(await column('currencyCode', { filters, pass: 2 })).toEqual(['EUR', 'EUR', 'EUR']);
  });
});

describe('a search of the rows', () => {
  it.each([
    ['muller', 'Müller & Söhne'],
    ['SOHNE', 'Müller & Söhne'],
    ['de62 3704', 'Müller & Söhne'],
    ['1,137.35', 'Müller & Söhne'],
    ['1.137,35', 'Müller & Söhne'],
    ['1137', 'Müller & Söhne'],
    ['DE-8937', 'Øre'],
    ['2,000', 'Øre'],
    ['ore', 'Øre'],
  ])('finds by %s what the history would find by it, in %s', async (search, name) => {
    const { sheetId: mixed } = await desk.csv(
      `${sheetHeader}1137.35,EUR,SEPA,Müller & Söhne,DE62370400440532013001,,First\n2000.00,EUR,SEPA,Øre,DE89370400440532013000,,Second\n`,
    );
    const rows = await desk.rows(mixed, { search });
    expect(rows.map(({ cells }) => cells.accountName)).toEqual([name]);
  });
});

describe('rows in view', () => {
  const sort: SheetView['sort'] = { column: 'amount', isDescending: true };
  const names = (pass: number | null, view: Partial<SheetView> = {}): Promise<string[]> =>
    column('accountName', { sort, ...view, pass });
  const down = ['Payee 4', 'Payee 3', 'Payee 2', 'Payee 1'];

  it('stay in place when they are changed, until they are sorted or searched again', async () => {
    expect(await names(1)).toEqual(down);
    expect(await names(1, { search: 'invoice 4' })).toEqual(['Payee 4']);
    const cells = { amount: '0.10', reference: 'Rent' };
    const done = await desk.change(sheetId, { kind: 'fill', rowIds: [4], cells });
    expect(done.sheet.totals).toMatchObject([{ amount: '7.60' }]);
    expect(await names(1, { search: 'invoice 4' })).toEqual(['Payee 4']);
    expect(await names(2, { search: 'invoice 4' })).toEqual([]);
    // Whatever is looked up meanwhile.
    for (const text of ['p', 'pa', 'pay', 'paye', 'payee']) await names(null, { search: text });
    expect(await names(1)).toEqual(down);
    await desk.change(sheetId, { kind: 'remove', rowIds: [3] });
    expect(await names(1)).toEqual(['Payee 4', 'Payee 2', 'Payee 1']);
    await desk.undo(sheetId);
    expect(await names(1)).toEqual(down);
    expect(await names(2)).toEqual(['Payee 3', 'Payee 2', 'Payee 1', 'Payee 4']);
    expect(await names(null)).toEqual(['Payee 3', 'Payee 2', 'Payee 1', 'Payee 4']);
  });

  it('include added rows: after all others if added at the end, otherwise by their values', async () => {
    const search = 'invoice';
    expect(await names(1, { search })).toEqual(down);
    await desk.change(sheetId, { kind: 'duplicate', rowIds: [3] });
    const added = [
      { accountName: 'New 1', amount: '2.00' },
      { accountName: 'New 2', amount: '9.00' },
    ];
    const set = [{ rowId: 4, cells: { amount: '0.10' } }];
    await desk.change(sheetId, { kind: 'set', rows: set, added });
    const all = ['Payee 4', 'Payee 3', 'Payee 3', 'Payee 2', 'Payee 1', 'New 1', 'New 2'];
    expect(await names(1, { search })).toEqual(all);
    expect(await names(2, { search })).toEqual(['Payee 3', 'Payee 3', 'Payee 2', 'Payee 1', 'Payee 4']);
  });
});

it('cells that are set and rows that are added with them are one step', async () => {
  const added = [{ accountName: 'New', amount: '1,000.00' }, {}];
  const rows = [{ rowId: 1, cells: { amount: '7.00' } }];
  const done = await desk.change(sheetId, { kind: 'set', rows, added });
  expect(done).toMatchObject({
    rows: 3,
    rowIds: [5, 6],
    sheet: { rows: 6, undo: 'change of 1 row, adding 2 rows' },
  });
  expect(await column('amount')).toEqual(['7.00', '2.50', '3.50', '4.50', '1000.00', '']);
  await desk.undo(sheetId);
  expect(await column('amount')).toEqual(['1.50', '2.50', '3.50', '4.50']);
  const redone = must(await desk.sheets['sheets.redo']({ sheetId }, desk.call));
  expect(redone.sheet).toMatchObject({ rows: 6, undo: 'change of 1 row, adding 2 rows' });
  const only = await desk.change(sheetId, { kind: 'set', rows: [], added: [{}] });
  expect(only.sheet).toMatchObject({ rows: 7, undo: 'adding 1 row' });
});

it.each([
  ['with decimal commas', ['1.234,50', '1.234', '2,5'], ['1234.50', '1234', '2.5']],
  ['with decimal points', ['1,234.50', '1,234', '2.5'], ['1234.50', '1234', '2.5']],
  [
    'in both ways, if none can be read in two ways',
    ['1.234,50', '1.2345', '2.5'],
    ['1234.50', '1.2345', '2.5'],
  ],
  ['as plain decimals', ['1.234', '2.500', '3'], ['1.234', '2.500', '3']],
])('amounts that are pasted together, written %s, are read alike', async (_, pasted, stored) => {
  const rows = pasted.slice(0, 1).map((amount) => ({ rowId: 2, cells: { amount, currencyCode: 'BTC' } }));
  const added = pasted.slice(1).map((amount) => ({ amount, currencyCode: 'BTC' }));
  await desk.change(sheetId, { kind: 'set', rows, added });
  const amounts = await column('amount');
  expect([amounts[1], ...amounts.slice(4)]).toEqual(stored);
});

it('asks about an amount that can be read in two ways if those pasted with it contradict each other', async () => {
  const before = await column('amount');
  const added = ['1.234,50', '1.234', '2.5'].map((amount) => ({ amount, currencyCode: 'KWD' }));
  const rows = [{ rowId: 1, cells: { amount: '7.00' } }];
  const change = { kind: 'set' as const, rows, added };
  const asked = await desk.change(sheetId, change);
  expect(asked).toMatchObject({ rows: 0, doubtful: { value: '1.234', point: '1.234', comma: '1234' } });
  expect(await column('amount')).toEqual(before);
  const done = await desk.change(sheetId, { ...change, decimalSign: 'comma' });
  expect(done.doubtful).toBeUndefined();
  expect((await column('amount')).slice(4)).toEqual(['1234.50', '1234', '2.5']);
});

it('amounts that are copied or filled within a sheet each stay as they stand', async () => {
  const added = ['12.345', '1.234,50', '1,234'].map((amount) => ({ amount, currencyCode: 'KWD' }));
  await desk.change(sheetId, { kind: 'set', rows: [], added, decimalSign: null });
  expect((await column('amount')).slice(4)).toEqual(['12.345', '1234.50', '1,234']);
});

it('a cell that changed after a person began to edit it is not overwritten', async () => {
  await desk.change(sheetId, { kind: 'fill', rowIds: [2], cells: { amount: '222.22' } });
  const edit = (was: string, amount: string) => {
    const rows = [{ rowId: 2, cells: { amount }, was: { amount: was } }];
    return desk.sheets['sheets.change']({ sheetId, change: { kind: 'set', rows } }, desk.call);
  };
  expect(await edit('2.50', '111.11')).toMatchObject({
    ok: false,
    error: {
      code: 'inputInvalid',
      message: 'Amount in row 2 became “222.22” while it was being edited. “111.11” was not written over it.',
    },
  });
  expect((await column('amount'))[1]).toBe('222.22');
  // As it was typed before it was stored, or with the same text: nothing is lost.
  expect(await edit(' 222.22 ', '5.00')).toMatchObject({ ok: true });
  expect(await edit('2.50', '5.00')).toMatchObject({ ok: true });
});

it('changes no row of a sheet whose payouts were released, with any command', async () => {
  const { batchId } = must(await desk.prepare(sheetId));
  await desk.release(batchId);
  const changes: readonly SheetChange[] = [
    { kind: 'fill', rowIds: [1], cells: { amount: '9.00' } },
    { kind: 'fillAcross', rowIds: [1], from: 'accountName', columns: ['reference'] },
    { kind: 'replace', rowIds: [1], columns: ['amount'], text: '1', by: '2', isWholeCell: false },
    { kind: 'duplicate', rowIds: [1] },
  ];
  for (const change of changes)
    expect(await desk.sheets['sheets.change']({ sheetId, change }, desk.call)).toMatchObject({
      ok: false,
      error: { code: 'notFound' },
    });
  const { totals } = must(await desk.batches['batches.summary']({ batchId }, desk.call));
  expect(totals).toEqual([{ currencyCode: 'EUR', amount: '12.00', count: 4 }]);
});

it('gives no row the ID of a removed one, also after the sheet was read again', async () => {
  const [second, last] = (await desk.rows(sheetId)).slice(2).map(({ rowId }) => rowId);
  await desk.change(sheetId, { kind: 'remove', rowIds: [last ?? 0] });
  // As many as make it forget this one.
  for (const place of [1, 2, 3]) await desk.csv(header + line(place));
  const added = await desk.change(sheetId, { kind: 'insert', afterRowId: second ?? 0, rows: [{}] });
  expect(added.rowIds).not.toContain(last);
  await desk.undo(sheetId);
  await desk.undo(sheetId);
  expect((await desk.rows(sheetId)).map(({ rowId }) => rowId)).toEqual([1, 2, second, last]);
  expect((await desk.redo(sheetId)).rowIds).toEqual([]);
});
