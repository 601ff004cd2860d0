import { beforeEach, describe, expect, it } from 'vitest';
import type { SheetCells } from '../../../contract/batches/sheet.ts';
import { auditProblems } from '../../kit/store.ts';
import type { MemoryStore } from '../../kit/memory-store.ts';
import { must, type Desk, newDesk, reopened, sheetHeader, sheetLine } from '../../kit/sheet-desk.ts';

const table = (rows: number, idOf: (place: number) => string = () => ''): string =>
  sheetHeader + Array.from({ length: rows }, (_, index) => sheetLine(index + 1, idOf(index + 1))).join('');
const good: Partial<SheetCells> = { amount: '7.00', currencyCode: 'EUR', paymentMethodCode: 'WIRE' };

let store: MemoryStore;
let desk: Desk;
beforeEach(async () => {
  ({ desk, store } = await newDesk());
});

async function restart(): Promise<void> {
  ({ desk, store } = await reopened(store));
}

const amounts = async (sheetId: string): Promise<string[]> =>
  (await desk.rows(sheetId)).map(({ cells }) => cells.amount);

describe('a sheet', () => {
  it('keeps invalid cells as they are, says what is wrong with each, and counts what can be read', async () => {
    const sheet = await desk.csv(`${table(2)}"-3,00",€,,X,,a b,\n`);
    expect(sheet).toMatchObject({ rows: 3, problemRows: 1, batchId: null, undo: null, redo: null });
    expect(sheet.totals).toEqual([{ currencyCode: 'EUR', amount: '4.00', count: 2 }]);
    const [, , wrong] = await desk.rows(sheet.sheetId);
    expect(wrong?.cells).toMatchObject({ amount: '-3,00', currencyCode: '€', idPayout: 'a b' });
    const problems = wrong?.problems.map(({ column, suggestion }) => [column, suggestion]);
    expect(Object.fromEntries(problems ?? [])).toEqual({
      amount: null,
      currencyCode: 'EUR',
      paymentMethodCode: null,
      idPayout: 'a-b',
    });
    expect(await desk.rows(sheet.sheetId, { onlyProblems: true })).toEqual([wrong]);
  });

  it('is changed in place, undone and redone, each change as one step', async () => {
    const { sheetId } = await desk.csv(table(3));
    const [first, second, third] = await desk.rows(sheetId);
    if (first === undefined || second === undefined || third === undefined) throw new Error('no rows');
    const set = await desk.change(sheetId, {
      kind: 'set',
      rows: [
        { rowId: first.rowId, cells: { amount: '1,234.50' } },
        { rowId: second.rowId, cells: { currencyCode: ' usd ' } },
      ],
    });
    expect(set.sheet).toMatchObject({ undo: 'change of 2 rows', problemRows: 0 });
    expect(set.sheet.totals).toEqual([
      { currencyCode: 'EUR', amount: '1238.00', count: 2 },
      { currencyCode: 'USD', amount: '2.50', count: 1 },
    ]);
    const inserted = await desk.change(sheetId, { kind: 'insert', afterRowId: null, rows: [good, {}] });
    expect(inserted.rowIds).toHaveLength(2);
    expect(inserted.sheet).toMatchObject({ rows: 5, problemRows: 1 });
    await desk.change(sheetId, { kind: 'duplicate', rowIds: [third.rowId, first.rowId] });
    expect(await amounts(sheetId)).toEqual(['7.00', '', '1234.50', '1234.50', '2.50', '3.50', '3.50']);
    await desk.change(sheetId, { kind: 'remove', rowIds: [first.rowId, second.rowId] });
    expect(await amounts(sheetId)).toEqual(['7.00', '', '1234.50', '3.50', '3.50']);
    for (let step = 0; step < 4; step += 1) await desk.undo(sheetId);
    expect(await desk.rows(sheetId)).toEqual([first, second, third]);
    expect(await desk.show(sheetId)).toMatchObject({ undo: null, redo: 'change of 2 rows', problemRows: 0 });
    for (let step = 0; step < 4; step += 1) await desk.redo(sheetId);
    expect(await amounts(sheetId)).toEqual(['7.00', '', '1234.50', '3.50', '3.50']);
    expect((await desk.sheets['sheets.redo']({ sheetId }, desk.call)).ok).toBe(false);
  });

  it('survives a restart with every change, undone ones included', async () => {
    const { sheetId } = await desk.csv(table(3));
    await desk.change(sheetId, { kind: 'insert', afterRowId: 3, rows: [good] });
    await desk.change(sheetId, { kind: 'remove', rowIds: [1] });
    await desk.undo(sheetId);
    const before = await desk.rows(sheetId);
    const summary = await desk.show(sheetId);
    await restart();
    expect(await desk.rows(sheetId)).toEqual(before);
    expect(await desk.show(sheetId)).toEqual(summary);
    expect(must(await desk.sheets['sheets.list']({}, desk.call))).toEqual([summary]);
    await desk.redo(sheetId);
    await desk.undo(sheetId);
    await desk.undo(sheetId);
    expect(await amounts(sheetId)).toEqual(['1.50', '2.50', '3.50']);
  });

  it('has room for any number of rows in one place', async () => {
    const { sheetId } = await desk.csv(table(2));
    for (let count = 0; count < 40; count += 1)
      await desk.change(sheetId, {
        kind: 'insert',
        afterRowId: 1,
        rows: [{ ...good, amount: `${count}.25` }],
      });
    expect(await amounts(sheetId)).toEqual([
      '1.50',
      ...Array.from({ length: 40 }, (_, index) => `${39 - index}.25`),
      '2.50',
    ]);
    for (let count = 0; count < 40; count += 1) await desk.undo(sheetId);
    await restart();
    expect(await amounts(sheetId)).toEqual(['1.50', '2.50']);
  });

  it('finds repeated order IDs, whichever row changes', async () => {
    const { sheetId } = await desk.csv(table(3, () => 'A'));
    const repeated = async (): Promise<unknown[]> =>
      (await desk.rows(sheetId)).map(({ problems }) => problems[0]?.fault);
    const told = (row: number) => ({ code: 'orderIdRepeated', where: 'row', number: row });
    expect(await repeated()).toEqual([undefined, told(1), told(1)]);
    await desk.change(sheetId, { kind: 'remove', rowIds: [1] });
    expect(await repeated()).toEqual([undefined, told(1)]);
    expect((await desk.show(sheetId)).problemRows).toBe(1);
    await desk.change(sheetId, { kind: 'set', rows: [{ rowId: 3, cells: { idPayout: 'B' } }] });
    expect(await repeated()).toEqual([undefined, undefined]);
    await desk.undo(sheetId);
    await desk.undo(sheetId);
    expect(await repeated()).toEqual([undefined, told(1), told(1)]);
    expect((await desk.show(sheetId)).problemRows).toBe(2);
  });

  it('is searched and sorted, amounts by value, empty cells at the end', async () => {
    const { sheetId } = await desk.csv(
      `${sheetHeader}10.00,EUR,WIRE,beta,,,x\n9.5,EUR,WIRE,Alpha,,,\n9.50,EUR,WIRE,,,,y\n,EUR,WIRE,gamma,,,z\nmany,EUR,WIRE,delta,,,\n`,
    );
    const rowNumbers = async (view: Parameters<Desk['rows']>[1]): Promise<number[]> =>
      (await desk.rows(sheetId, view)).map(({ rowNumber }) => rowNumber);
    const by = (column: 'amount' | 'accountName', isDescending: boolean) => ({
      sort: { column, isDescending },
    });
    expect(await rowNumbers(by('amount', false))).toEqual([2, 3, 1, 5, 4]);
    expect(await rowNumbers(by('amount', true))).toEqual([1, 2, 3, 5, 4]);
    expect(await rowNumbers(by('accountName', false))).toEqual([2, 1, 5, 4, 3]);
    expect(await rowNumbers({ search: 'ALPH' })).toEqual([2]);
    expect(await rowNumbers({ onlyProblems: true, ...by('accountName', true) })).toEqual([4, 5]);
    const rowIds = await desk.sheets['sheets.rowIds'](
      {
        sheetId,
        view: { onlyProblems: false, pass: null, search: '', filters: [], ...by('amount', false) },
        from: 1,
        to: 3,
      },
      desk.call,
    );
    expect(must(rowIds)).toEqual([3, 1, 5]);
  });

  it('asks for the columns of a header that it does not recognise, and remembers the answer', async () => {
    const bytes = Buffer.from('Zu zahlen;Was;Wie\n10,50;EUR;WIRE\n');
    const source = { kind: 'file', fileName: 'liste.csv', bytes } as const;
    const asked = must(await desk.open(source));
    expect(asked).toMatchObject({
      kind: 'columnsNeeded',
      header: ['Zu zahlen', 'Was', 'Wie'],
      sample: [['10,50', 'EUR', 'WIRE']],
      suggestion: ['amount', 'currencyCode', 'paymentMethodCode'],
    });
    await desk.opened({ ...source, columns: ['amount', 'currencyCode', 'paymentMethodCode'] });
    await restart();
    const again = await desk.opened(source);
    expect(await amounts(again.sheetId)).toEqual(['10.50']);
  });

  it('asks which decimal sign the file uses, and applies the answer', async () => {
    const source = { kind: 'clipboard', text: 'amount\tcurrency\tmethod\n1.234\tEUR\tWIRE\n' } as const;
    expect(must(await desk.open(source))).toMatchObject({
      kind: 'decimalSignNeeded',
      point: '1.234',
      comma: '1234',
    });
    const { sheetId } = await desk.opened({ ...source, decimalSign: 'comma' });
    expect(await amounts(sheetId)).toEqual(['1234']);
  });

  it('is deleted with the draft that was created from it', async () => {
    const { sheetId } = await desk.csv(table(2, (place) => `own-${place}`));
    const { batchId } = must(await desk.prepare(sheetId));
    await desk.remove(sheetId);
    expect(desk.parts.store.findBatch(batchId)).toBeNull();
    expect((await desk.sheets['sheets.show']({ sheetId }, desk.call)).ok).toBe(false);
    expect(
      must(await desk.prepare((await desk.csv(table(2, (place) => `own-${place}`))).sheetId)),
    ).toBeDefined();
    expect(auditProblems(desk.parts.store)).toEqual([]);
  });

  it('opens, sorts, searches and changes 100,000 rows without blocking the process', async () => {
    const { sheetId, rows } = await desk.csv(table(100_000));
    expect(rows).toBe(100_000);
    const page = must(
      await desk.sheets['sheets.rows'](
        {
          sheetId,
          view: {
            onlyProblems: false,
            pass: null,
            search: '',
            filters: [],
            sort: { column: 'amount', isDescending: true },
          },
          from: 50_000,
          limit: 2,
        },
        desk.call,
      ),
    );
    expect(page.rows.map(({ cells }) => cells.amount)).toEqual(['50000.50', '49999.50']);
    const all = Array.from({ length: 1000 }, (_, index) => index + 1);
    await desk.change(sheetId, {
      kind: 'set',
      rows: all.map((rowId) => ({ rowId, cells: { amount: '1', currencyCode: 'XX' } })),
    });
    const { sheet } = await desk.change(sheetId, { kind: 'remove', rowIds: [1] });
    expect(sheet.totals.find(({ currencyCode }) => currencyCode === 'XX')?.count).toBe(999);
    await restart();
    expect(await desk.show(sheetId)).toEqual(sheet);
  });
});
