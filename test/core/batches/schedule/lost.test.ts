import { expect, it, onTestFinished } from 'vitest';
import { attentionOf } from '../../../kit/attention.ts';
import { VirtualOffice } from '../../../kit/virtual-office.ts';

const start = Date.UTC(2026, 2, 2, 8);
const at = new Date(start + 60 * 60_000).toISOString();

it('a schedule that ended because its rows changed is remembered although another batch with the same name is released', async () => {
  const office = new VirtualOffice({ start });
  office.addProfile('main');
  onTestFinished(() => office.close());
  const paste = async (account: string): Promise<{ sheetId: string; batchId: string }> => {
    const text = `amount\tcurrency\tmethod\tname\taccount\toperator\n10.00\tEUR\tBANK_TRANSFER\tPayee ${account}\t${account}\tSANDBOX_BANK\n`;
    const opened = await office.get('sheets.open', {
      profileName: 'main',
      source: { kind: 'clipboard', text },
    });
    if (opened.kind !== 'opened') throw new Error(opened.kind);
    const { sheetId } = opened.sheet;
    return { sheetId, ...(await office.get('sheets.prepare', { sheetId })) };
  };
  const reminders = async () =>
    (await attentionOf(office)).filter(({ kind }) => kind === 'schedule').map(({ message }) => message);
  const first = await paste('A-1');
  expect((await office.release(first.batchId, at)).ok).toBe(true);
  const { rows } = await office.get('sheets.rows', { sheetId: first.sheetId, view: {}, from: 0, limit: 1 });
  await office.get('sheets.change', {
    sheetId: first.sheetId,
    change: { kind: 'set', rows: [{ rowId: rows[0]?.rowId ?? 0, cells: { reference: 'corrected' } }] },
  });
  const ended = [expect.stringContaining('ended because its rows changed')];
  expect(await reminders()).toEqual(ended);
  const other = await paste('B-2');
  expect((await office.release(other.batchId)).ok).toBe(true);
  expect(await reminders()).toEqual(ended);
  const again = await office.get('sheets.prepare', { sheetId: first.sheetId });
  expect((await office.release(again.batchId, at)).ok).toBe(true);
  expect(await reminders()).toEqual([]);
});
