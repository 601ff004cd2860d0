import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PayoutColumn } from '../../../contract/batches/sheet.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../../contract/operations.ts';
import {
  callAddress,
  decodeWire,
  encodeWire,
  sessionHeader,
  wireType,
} from '../../../contract/window/bridge.ts';

/**
 * Makes a call of the program this page is of, as its other windows do: the page learns of it by the same event. A window opened for it takes
 * a second of processor time. The call must succeed.
 */
export async function callBeside<Name extends OperationName>(
  page: Page,
  name: Name,
  input: OperationInput<Name>,
): Promise<OperationOutput<Name>> {
  const { origin } = new URL(page.url());
  const session = String(await page.evaluate(`sessionStorage.getItem('bursar-session')`));
  const answer = await page.context().request.post(`${origin}${callAddress(name)}`, {
    headers: { origin, 'content-type': wireType, [sessionHeader]: session },
    data: Buffer.from(encodeWire(input)),
  });
  const called = decodeWire(await answer.body());
  const result = called.ok ? (called.value as { ok: boolean; value: OperationOutput<Name> }) : called;
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result)}`);
  return result.value as OperationOutput<Name>;
}

type Cells = Partial<Record<PayoutColumn, string>>;

/** The sheet on this page, as somebody changes and reads it in another window. */
export type SheetBeside = {
  /** Each row, by name and amount, as `untilShown` compares them. */
  rows(): Promise<string[]>;
  untilStored(rows: readonly string[]): Promise<void>;
  /** Sets these cells of the row with this name. */
  set(name: string, cells: Cells): Promise<void>;
  add(cells: Cells): Promise<void>;
  remove(name: string): Promise<void>;
};

export function sheetBeside(page: Page): SheetBeside {
  const sheetId = new URL(page.url()).hash.split('/').at(-1)?.split('?')[0] ?? '';
  const read = async () => {
    const view = { onlyProblems: false, pass: null, search: '', filters: [], sort: null };
    return (await callBeside(page, 'sheets.rows', { sheetId, view, from: 0, limit: 500 })).rows;
  };
  const idOf = async (name: string): Promise<number> => {
    const found = (await read()).filter(({ cells }) => cells.accountName === name);
    const [row] = found;
    if (row === undefined || found.length > 1) throw new Error(`${found.length} rows of ${name}`);
    return row.rowId;
  };
  const change = async (made: OperationInput<'sheets.change'>['change']): Promise<void> => {
    await callBeside(page, 'sheets.change', { sheetId, change: made });
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
