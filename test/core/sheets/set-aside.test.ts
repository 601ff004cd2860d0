import { describe, expect, it } from 'vitest';
import { payoutColumns, type SheetRow, type SheetSummary } from '../../../contract/batches/sheet.ts';
import type { Result } from '../../../contract/result.ts';
import type { Store } from '../../../main/core/ports/index.ts';
import { compareAmounts } from '../../../contract/money/amount.ts';
import { must, newDesk, openDesk, reopened, type Desk } from '../../kit/sheet-desk.ts';
import { auditProblems } from '../../kit/store.ts';
import { SeededRandom } from '../../simulation/seeded-random.ts';

const header = 'amount,currency,method,name,iban,reference\n';
const line = (amount: string, reference: string): string =>
  `${amount},EUR,SEPA,Payee ${reference},DE89370400440532013000,${reference}\n`;
/** Rows with the references 1, 2, 3 …; those of `bad` have no amount that can be read. */
const table = (rows: number, bad: readonly number[]): string =>
  header +
  Array.from({ length: rows }, (_, index) =>
    line(bad.includes(index + 1) ? 'ten' : `${index + 1}.00`, `${index + 1}`),
  ).join('');

class Killed extends Error {}

/** The store of a program that is killed before its call number `calls`; whatever is called later is killed too. */
function killedAfter(store: Store, calls: number): Store {
  let left = calls;
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...input: unknown[]): unknown => {
        left -= 1;
        if (left < 0) throw new Killed();
        return Reflect.apply(value, target, input);
      };
    },
  });
}

/** A database with a profile, the desk of which can be ended and begun anew. */
async function openShop() {
  let { desk, store } = await newDesk();
  let seed = 1;
  return {
    get desk(): Desk {
      return desk;
    },
    restart: async (): Promise<void> => {
      seed += 1;
      ({ desk, store } = await reopened(store, seed));
    },
    /** Does something with a program that is killed before its store call number `calls`. */
    killing: async (calls: number, work: (desk: Desk) => Promise<unknown>): Promise<void> => {
      seed += 1;
      try {
        await work(await openDesk(killedAfter(store, calls), seed));
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
    },
  };
}

type Found = { readonly sheet: SheetSummary; readonly references: string[] };

/** Every sheet that is there, oldest first, with the references of its rows. */
async function everything(desk: Desk): Promise<Found[]> {
  const sheets = must(await desk.sheets['sheets.list']({}, desk.call));
  const found: Found[] = [];
  for (const sheet of sheets.toReversed()) {
    const rows: SheetRow[] = await desk.rows(sheet.sheetId);
    found.push({ sheet, references: rows.map(({ cells }) => cells.reference) });
  }
  return found;
}

const setAside = async (desk: Desk, sheetId: string) =>
  desk.sheets['sheets.setAside']({ sheetId, rows: { kind: 'problems' } }, desk.call);

const messageOf = (result: Result<unknown>): string => (result.ok ? 'no error' : result.error.message);

describe('setting rows aside', () => {
  it('moves the rows with problems to a sheet of their own, in their order, and both sheets say so', async () => {
    const { desk } = await openShop();
    const { sheetId } = await desk.csv(table(5, [2, 4]), 'payroll.csv');
    const done = must(await setAside(desk, sheetId));
    expect(done).toMatchObject({
      rows: 2,
      sheet: { rows: 3, problemRows: 0, undo: 'setting aside 2 rows', redo: null },
      aside: { name: 'Set aside from payroll.csv', rows: 2, problemRows: 2, undo: null },
    });
    expect((await everything(desk)).map(({ references }) => references)).toEqual([
      ['1', '3', '5'],
      ['2', '4'],
    ]);
    const link = {
      rows: 2,
      from: { name: 'payroll.csv', sheetId, batchId: null },
      to: { name: 'Set aside from payroll.csv', sheetId: done.aside.sheetId, batchId: null },
    };
    for (const id of [sheetId, done.aside.sheetId])
      expect(
        must(await desk.sheets['sheets.setAsideLinks']({ sheetId: id, batchId: null }, desk.call)),
      ).toEqual([link]);
  });

  it('releases the good rows, and the links stay with the batches', async () => {
    const { desk } = await openShop();
    const { sheetId } = await desk.csv(table(5, [2, 4]), 'payroll.csv');
    const { aside } = must(await setAside(desk, sheetId));
    const { batchId } = must(await desk.prepare(sheetId));
    await desk.release(batchId);
    const links = async (of: { sheetId?: string; batchId?: string }) =>
      must(await desk.sheets['sheets.setAsideLinks']({ sheetId: null, batchId: null, ...of }, desk.call));
    const released = { name: 'payroll.csv', sheetId: null, batchId };
    expect(await links({ batchId })).toMatchObject([
      { rows: 2, from: released, to: { sheetId: aside.sheetId } },
    ]);
    expect(await links({ sheetId: aside.sheetId })).toEqual(await links({ batchId }));
    expect(await everything(desk)).toMatchObject([{ references: ['2', '4'] }]);

    const rows = await desk.rows(aside.sheetId);
    await desk.change(aside.sheetId, {
      kind: 'set',
      rows: rows.map(({ rowId }) => ({ rowId, cells: { amount: '7.00' } })),
    });
    const second = must(await desk.prepare(aside.sheetId));
    await desk.release(second.batchId);
    expect(await everything(desk)).toEqual([]);
    expect(await links({ batchId })).toMatchObject([{ to: { sheetId: null, batchId: second.batchId } }]);
    expect(auditProblems(desk.parts.store)).toEqual([]);
  });

  it('takes chosen rows, also by their place in a checked draft, and never from a sheet that has changed since', async () => {
    const { desk } = await openShop();
    const sheet = await desk.csv(table(4, []));
    const { sheetId, version } = sheet;
    must(await desk.prepare(sheetId));
    const aside = (rowNumbers: number[], at: number) =>
      desk.sheets['sheets.setAside'](
        { sheetId, rows: { kind: 'rowNumbers', rowNumbers, version: at } },
        desk.call,
      );
    expect(must(await aside([3, 1, 3], version))).toMatchObject({
      rows: 2,
      sheet: { rows: 2, batchId: null },
    });
    expect((await everything(desk)).map(({ references }) => references)).toEqual([
      ['2', '4'],
      ['1', '3'],
    ]);
    expect(messageOf(await aside([1], version))).toContain('have changed since');
    expect(messageOf(await aside([1, 2], version + 1))).toContain('Every row would be set aside');
    expect(messageOf(await setAside(desk, sheetId))).toContain('No row has a problem');
  });

  it('moves the rows back by undo and away again by redo, also after a restart', async () => {
    const shop = await openShop();
    const { sheetId } = await shop.desk.csv(table(5, [2, 4]));
    must(await setAside(shop.desk, sheetId));
    const apart = await everything(shop.desk);
    for (let time = 0; time < 2; time += 1) {
      await shop.desk.undo(sheetId);
      await shop.restart();
      expect(await everything(shop.desk)).toMatchObject([{ references: ['1', '2', '3', '4', '5'] }]);
      await shop.desk.redo(sheetId);
      await shop.restart();
      const again = await everything(shop.desk);
      expect(again.map(({ references }) => references)).toEqual(apart.map(({ references }) => references));
    }
    await shop.desk.undo(sheetId);
    const [first] = await shop.desk.rows(sheetId);
    await shop.desk.change(sheetId, {
      kind: 'set',
      rows: [{ rowId: first?.rowId ?? 0, cells: { amount: '9.00' } }],
    });
    await shop.restart();
    expect((await shop.desk.sheets['sheets.redo']({ sheetId }, shop.desk.call)).ok).toBe(false);
    expect(await everything(shop.desk)).toMatchObject([{ references: ['1', '2', '3', '4', '5'] }]);
  });

  it('moves nothing back once the rows were changed, released or discarded in their new sheet', async () => {
    const { desk } = await openShop();
    for (const [work, refusal] of [
      [
        async (asideId: string) => {
          const [row] = await desk.rows(asideId);
          await desk.change(asideId, {
            kind: 'set',
            rows: [{ rowId: row?.rowId ?? 0, cells: { amount: '8.00' } }],
          });
        },
        'was changed since',
      ],
      [async (asideId: string) => desk.release(must(await desk.prepare(asideId)).batchId), 'were released'],
      [async (asideId: string) => desk.remove(asideId), 'discarded'],
    ] as const) {
      const { sheetId, version } = await desk.csv(table(3, []));
      const rows = { kind: 'rowNumbers' as const, rowNumbers: [2], version };
      const { aside } = must(await desk.sheets['sheets.setAside']({ sheetId, rows }, desk.call));
      await work(aside.sheetId);
      expect(messageOf(await desk.sheets['sheets.undo']({ sheetId }, desk.call))).toContain(refusal);
      expect((await desk.rows(sheetId)).map(({ cells }) => cells.reference)).toEqual(['1', '3']);
    }
  });

  it('discards the draft of the rows when they are moved back', async () => {
    const { desk } = await openShop();
    const { sheetId, version } = await desk.csv(table(3, []));
    const rows = { kind: 'rowNumbers' as const, rowNumbers: [2], version };
    const { aside } = must(await desk.sheets['sheets.setAside']({ sheetId, rows }, desk.call));
    const { batchId } = must(await desk.prepare(aside.sheetId));
    await desk.undo(sheetId);
    expect(desk.parts.store.findBatch(batchId)).toBeNull();
    expect(await everything(desk)).toMatchObject([{ references: ['1', '2', '3'] }]);
  });

  it('keeps every row in exactly one sheet, wherever the program is killed', async () => {
    // More rows than one transaction takes, so that the step has several parts.
    const count = 450;
    const bad = Array.from({ length: 430 }, (_, index) => index + 10);
    const shop = await openShop();
    const { sheetId } = await shop.desk.csv(table(count, bad));
    const references = Array.from({ length: count }, (_, index) => `${index + 1}`);
    const inOrder = (found: readonly Found[]): string[] =>
      found.flatMap((each) => each.references).toSorted((left, right) => Number(left) - Number(right));
    for (const work of [
      (desk: Desk) => setAside(desk, sheetId),
      (desk: Desk) => desk.undo(sheetId),
      (desk: Desk) => desk.redo(sheetId),
    ]) {
      const before = (await everything(shop.desk)).length;
      for (let calls = 0, isDone = false; !isDone; calls += 1) {
        await shop.killing(calls, work);
        await shop.restart();
        const found = await everything(shop.desk);
        expect(inOrder(found)).toEqual(references);
        isDone = found.length !== before;
      }
    }
  });

  it('neither loses nor duplicates a row, whatever is set aside, undone, redone, changed and killed', async () => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const random = new SeededRandom(seed);
      const shop = await openShop();
      const pick = (count: number): number => random.below(count);
      const rows = 3 + pick(6);
      const bad = Array.from({ length: rows }, (_, index) => index + 1).filter(() => random.fraction() < 0.4);
      await shop.desk.csv(table(rows, bad));
      for (let step = 0; step < 12; step += 1) {
        const found = await everything(shop.desk);
        const chosen = found[pick(found.length)];
        if (chosen === undefined) throw new Error('no sheet is left');
        const { sheetId } = chosen.sheet;
        const kind = pick(5);
        const work = async (desk: Desk): Promise<unknown> => {
          const ids = (await desk.rows(sheetId)).map(({ rowId }) => rowId);
          const rowId = ids[pick(ids.length)] ?? 0;
          if (kind === 0) return setAside(desk, sheetId);
          if (kind === 1)
            return desk.sheets['sheets.setAside'](
              { sheetId, rows: { kind: 'rows', rowIds: [rowId] } },
              desk.call,
            );
          if (kind === 2) return desk.sheets['sheets.undo']({ sheetId }, desk.call);
          if (kind === 3) return desk.sheets['sheets.redo']({ sheetId }, desk.call);
          return desk.sheets['sheets.change'](
            { sheetId, change: { kind: 'set', rows: [{ rowId, cells: { amount: `${step}.50` } }] } },
            desk.call,
          );
        };
        if (random.fraction() < 0.5) await work(shop.desk);
        else {
          await shop.killing(pick(25), work);
          await shop.restart();
        }
        const references = (await everything(shop.desk)).flatMap((each) => each.references);
        expect(references.toSorted(), `seed ${seed}, step ${step}`).toEqual(
          Array.from({ length: rows }, (_, index) => `${index + 1}`),
        );
      }
    }
  });

  it.each(['csv', 'xlsx'] as const)(
    'saves as %s amounts that are read again as they were, whatever the other rows have',
    async (format) => {
      const { desk } = await openShop();
      const { files } = desk.parts;
      const workbook = files.beginTable('xlsx', [...payoutColumns]);
      const row = (amount: string, currency: string, ...[method = '', account = '']: string[]): string[] => [
        amount,
        currency,
        method,
        'A',
        account,
        '',
        '',
        '',
        '',
      ];
      // The last amounts contradict each other, so that one of them is set aside as it was typed.
      await workbook.add([
        row('12.345', 'KWD'),
        row('1.234,50', 'EUR', 'CARD', '9001'),
        row('2,345.60', 'EUR', 'CARD', '9002'),
      ]);
      const bytes = Buffer.from(await workbook.finish());
      const { sheetId } = await desk.opened({ kind: 'file', fileName: 'payroll.xlsx', bytes });
      const { aside } = must(await setAside(desk, sheetId));
      const saved = must(
        await desk.sheets['sheets.export']({ sheetId: aside.sheetId, format }, desk.call),
      ).bytes;
      const again = await desk.opened({ kind: 'file', fileName: 'rest', bytes: saved });
      const [first] = await desk.rows(again.sheetId);
      expect(compareAmounts(first?.cells.amount ?? '', '12.345')).toBe(0);
    },
  );
});
