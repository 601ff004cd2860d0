import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SheetCells } from '../../contract/batches/sheet.ts';
import type { SheetDelta, Store, StoredSheetRow } from '../../main/core/ports/index.ts';
import { openDesk } from '../kit/sheet-desk.ts';
import { addProfile, close, keyId, openIn, raw, temporaryFolder } from '../kit/store.ts';

const cells = (amount: string): SheetCells => ({
  amount,
  currencyCode: 'EUR',
  paymentMethodCode: 'SEPA',
  accountName: '',
  accountNumber: '',
  paymentOperatorCode: '',
  emailAddress: '',
  idPayout: '',
  reference: '',
});
const row = (rowId: number): StoredSheetRow => ({
  rowId,
  position: rowId * 1000,
  cells: cells(`${rowId}.00`),
  retryOf: null,
  source: null,
  lastMoney: null,
});
const facts = { rows: 0, problemRows: 0, totals: [] };

let directory: string;
let store: Store;
beforeEach(() => {
  directory = temporaryFolder();
  store = openIn(directory);
  addProfile(store);
});

function begin(rows: number): void {
  store.beginSheet({ sheetId: 's', keyId, name: 'n', at: 1 });
  store.addSheetRows(
    's',
    Array.from({ length: rows }, (_, index) => row(index + 1)),
  );
}

/** As after the process was killed: the store is opened again. */
function killed(): void {
  close(store);
  store = openIn(directory);
}

const amounts = (): string[] => store.sheetRows('s', 0, 1000).map((found) => found.cells.amount);
const change = (rowId: number, after: string): SheetDelta => ({
  kind: 'cells',
  rowId,
  before: { amount: `${rowId}.00` },
  after: { amount: after },
});

describe('a sheet in the store', () => {
  it('exists once it is finished, and vanishes if the program ends before', () => {
    begin(3);
    expect(store.listSheets()).toEqual([]);
    killed();
    while (store.clearSheets(2, true) > 0);
    close(store);
    const database = raw(directory);
    expect(database.prepare('SELECT count(*) AS count FROM sheetRows').get()).toEqual({ count: 0 });
    database.close();
    store = openIn(directory);
    begin(3);
    store.finishSheet('s', { ...facts, rows: 3 }, null, 2);
    killed();
    while (store.clearSheets(2, true) > 0);
    expect(store.listSheets()).toMatchObject([{ sheetId: 's', rows: 3, version: 1 }]);
    expect(amounts()).toEqual(['1.00', '2.00', '3.00']);
  });

  it('keeps nothing of an uncommitted step, and all of a committed one, wherever the program ended', () => {
    begin(6);
    store.finishSheet('s', facts, null, 2);
    const staged = store.beginStep('s', { code: 'changed', rows: 1 });
    store.addToStep('s', staged, [change(1, '9.00')]);
    killed();
    while (store.clearSheets(2, true) > 0);
    expect(store.findSheet('s')).toMatchObject({ undo: null, version: 1 });

    const threeParts = { code: 'changed', rows: 3 } as const;
    const stepNumber = store.beginStep('s', threeParts);
    for (const rowId of [1, 3, 5])
      store.addToStep('s', stepNumber, [change(rowId, '9.00'), { kind: 'take', row: row(rowId + 1) }]);
    store.commitStep('s', stepNumber, { ...facts, rows: 3 }, 3);
    expect(store.applyStep('s')).toBe(true);
    killed();
    while (store.applyStep('s'));
    expect(amounts()).toEqual(['9.00', '9.00', '9.00']);
    expect(store.findSheet('s')).toMatchObject({ undo: threeParts, rows: 3, version: 2 });

    store.turnStep('s', 'undo', { ...facts, rows: 6 }, 4);
    killed();
    while (store.applyStep('s'));
    expect(amounts()).toEqual(['1.00', '2.00', '3.00', '4.00', '5.00', '6.00']);
    expect(store.findSheet('s')).toMatchObject({ undo: null, redo: threeParts, version: 3 });
  });

  it('discards undone steps when something else is done, and the oldest of very many steps', () => {
    begin(1);
    store.finishSheet('s', facts, null, 2);
    const stepOf = (rowNumber: number) => ({ code: 'changedRow', rowNumber }) as const;
    for (let step = 1; step <= 230; step += 1)
      store.storeStep('s', { label: stepOf(step), deltas: [change(1, `${step}.00`)] }, facts, step);
    store.turnStep('s', 'undo', facts, 1);
    expect(store.findSheet('s')).toMatchObject({ undo: stepOf(229), redo: stepOf(230) });
    store.storeStep('s', { label: { code: 'added', rows: 1 }, deltas: [change(1, '0.50')] }, facts, 1);
    expect(store.findSheet('s')).toMatchObject({ undo: { code: 'added', rows: 1 }, redo: null });
    while (store.clearSheets(100, false) > 0);
    let steps = 0;
    for (; store.findSheet('s')?.undo !== null; steps += 1) store.turnStep('s', 'undo', facts, 1);
    expect(steps).toBe(200);
  });

  it('of another profile, or a removed one, is not shown', () => {
    begin(1);
    store.finishSheet('s', facts, null, 2);
    store.removeProfile('main', 3);
    expect(store.listSheets()).toEqual([]);
    expect(store.findSheet('s')).toBeNull();
    addProfile(store);
    expect(store.findSheet('s')).not.toBeNull();
  });
});

type Model = { rowId: number; amount: string; idPayout: string }[];
type Command =
  | { kind: 'set'; places: number[]; amount: string; idPayout: string }
  | { kind: 'insert'; place: number; count: number }
  | { kind: 'duplicate' | 'remove'; places: number[] }
  | { kind: 'undo' | 'redo' | 'restart' | 'prepare' };

const places = fc.array(fc.nat(40), { minLength: 1, maxLength: 6 });
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    places,
    amount: fc.constantFrom('1.5', 'x', '', '20'),
    idPayout: fc.constantFrom('', 'A', 'B'),
  }),
  fc.record({
    kind: fc.constant('insert' as const),
    place: fc.nat(40),
    count: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constantFrom('duplicate' as const, 'remove' as const), places }),
  fc.record({ kind: fc.constantFrom('undo' as const, 'undo' as const, 'redo' as const, 'prepare' as const) }),
  fc.record({ kind: fc.constant('restart' as const) }),
);

describe('arbitrary changes of a sheet', () => {
  it('give the same result as on a plain list, through undo, redo, preparing and restarts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
        directory = temporaryFolder();
        store = openIn(directory);
        addProfile(store);
        let desk = await openDesk(store);
        const { sheetId } = await desk.csv('amount,currency,method\n1,EUR,SEPA\n2,EUR,SEPA\n3,EUR,SEPA\n');
        let model: Model = [1, 2, 3].map((rowId) => ({ rowId, amount: String(rowId), idPayout: '' }));
        const done: Model[] = [];
        let undone: Model[] = [];
        const at = (chosen: readonly number[]): number[] =>
          model.length === 0 ? [] : [...new Set(chosen.map((place) => place % model.length))];
        const idsAt = (chosen: readonly number[]): number[] =>
          at(chosen).map((place) => model[place]?.rowId ?? 0);
        const remember = (next: Model): void => {
          done.push(model);
          undone = [];
          model = next;
        };
        for (const step of commands) {
          switch (step.kind) {
            case 'set': {
              const rowIds = idsAt(step.places);
              const { amount, idPayout } = step;
              await desk.change(sheetId, {
                kind: 'set',
                rows: rowIds.map((rowId) => ({ rowId, cells: { amount, idPayout } })),
              });
              const next = model.map((one) =>
                rowIds.includes(one.rowId) ? { ...one, amount, idPayout } : one,
              );
              if (JSON.stringify(next) !== JSON.stringify(model)) remember(next);
              break;
            }
            case 'insert': {
              const place = step.place % (model.length + 1);
              const rows = Array.from({ length: step.count }, () => ({ amount: '4' }));
              const { rowIds } = await desk.change(sheetId, {
                kind: 'insert',
                afterRowId: model[place - 1]?.rowId ?? null,
                rows,
              });
              remember(
                model.toSpliced(place, 0, ...rowIds.map((rowId) => ({ rowId, amount: '4', idPayout: '' }))),
              );
              break;
            }
            case 'duplicate': {
              const rowIds = idsAt(step.places);
              if (rowIds.length === 0) break;
              const copies = [...(await desk.change(sheetId, { kind: 'duplicate', rowIds })).rowIds];
              remember(
                model.flatMap((one) =>
                  rowIds.includes(one.rowId)
                    ? [one, { ...one, idPayout: '', rowId: copies.shift() ?? 0 }]
                    : [one],
                ),
              );
              break;
            }
            case 'remove': {
              const rowIds = idsAt(step.places);
              if (rowIds.length === 0) break;
              await desk.change(sheetId, { kind: 'remove', rowIds });
              remember(model.filter(({ rowId }) => !rowIds.includes(rowId)));
              break;
            }
            case 'undo':
            case 'redo': {
              const [from, to] = step.kind === 'undo' ? [done, undone] : [undone, done];
              const turned = await desk.sheets[`sheets.${step.kind}`]({ sheetId }, desk.call);
              const other = from.pop();
              expect(turned.ok).toBe(other !== undefined);
              if (other === undefined) break;
              to.push(model);
              model = other;
              break;
            }
            case 'prepare':
              await desk.prepare(sheetId);
              break;
            case 'restart':
              killed();
              desk = await openDesk(store);
          }
          const rows = await desk.rows(sheetId);
          expect(rows.map(({ rowId, cells: { amount, idPayout } }) => ({ rowId, amount, idPayout }))).toEqual(
            model,
          );
          const problemRows = rows.filter(({ problems }) => problems.length > 0).length;
          const sheet = await desk.show(sheetId);
          expect(sheet).toMatchObject({ rows: model.length, problemRows });
          const stored = store.findSheet(sheetId);
          if (step.kind !== 'prepare')
            expect(stored).toMatchObject({ rows: sheet.rows, totals: sheet.totals });
        }
        close(store);
      }),
      { numRuns: 25 },
    );
  });
});
