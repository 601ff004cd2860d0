import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PayoutColumn } from '../../../contract/batches/sheet.ts';
import type { OperationInput } from '../../../contract/operations.ts';
import { elsewhere } from './elsewhere.ts';

type Cells = Partial<Record<PayoutColumn, string>>;

/** The sheet on this page, as somebody changes and reads it in another window. */
export type SheetElsewhere = {
  /** Each row, by name and amount, as `untilShown` compares them. */
  rows(): Promise<string[]>;
  untilStored(rows: readonly string[]): Promise<void>;
  /** Sets these cells of the row with this name. */
  set(name: string, cells: Cells): Promise<void>;
  add(cells: Cells): Promise<void>;
  remove(name: string): Promise<void>;
};

export function sheetElsewhere(page: Page): SheetElsewhere {
  const there = elsewhere(page);
  const sheetId = new URL(page.url()).hash.split('/').at(-1)?.split('?')[0] ?? '';
  const read = async () => {
    const view = { onlyProblems: false, pass: null, search: '', filters: [], sort: null };
    return (await there('sheets.rows', { sheetId, view, from: 0, limit: 500 })).rows;
  };
  const idOf = async (name: string): Promise<number> => {
    const found = (await read()).filter(({ cells }) => cells.accountName === name);
    const [row] = found;
    if (row === undefined || found.length > 1) throw new Error(`${found.length} rows of ${name}`);
    return row.rowId;
  };
  const change = async (made: OperationInput<'sheets.change'>['change']): Promise<void> => {
    await there('sheets.change', { sheetId, change: made });
  };
  const rows = async (): Promise<string[]> =>
    (await read()).map(({ cells }) => `${cells.accountName} ${cells.amount}`);
  return {
    rows,
    untilStored: (wanted) => expect.poll(rows, { timeout: 60_000 }).toEqual(wanted),
    set: async (name, cells) => change({ kind: 'set', rows: [{ rowId: await idOf(name), cells }] }),
    add: (cells) => change({ kind: 'set', rows: [], added: [cells] }),
    remove: async (name) => change({ kind: 'remove', rowIds: [await idOf(name)] }),
  };
}
