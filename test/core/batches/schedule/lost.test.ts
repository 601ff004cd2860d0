import { expect, it, onTestFinished } from 'vitest';
import { attentionOf } from '../../../kit/attention.ts';
import { VirtualOffice } from '../../../kit/virtual-office.ts';

const start = Date.UTC(2026, 2, 2, 8);
const at = new Date(start + 60 * 60_000).toISOString();

/** A window with pasted sheets. */
function openWindow() {
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
  /** A sheet whose draft was scheduled, and whose row was changed then. */
  const loseSchedule = async (account: string): Promise<{ sheetId: string }> => {
    const { sheetId, batchId } = await paste(account);
    expect((await office.release(batchId, at)).ok).toBe(true);
    const { rows } = await office.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 1 });
    const cells = { reference: 'corrected' };
    const change = { kind: 'set' as const, rows: [{ rowId: rows[0]?.rowId ?? 0, cells }] };
    await office.get('sheets.change', { sheetId, change });
    return { sheetId };
  };
  return { office, paste, reminders, loseSchedule };
}

it('a schedule that ended because its rows changed is remembered although another batch with the same name is released', async () => {
  const { office, paste, reminders, loseSchedule } = openWindow();
  const first = await loseSchedule('A-1');
  const ended = [expect.stringContaining('ended because its rows changed')];
  expect(await reminders()).toEqual(ended);
  const other = await paste('B-2');
  expect((await office.release(other.batchId)).ok).toBe(true);
  expect(await reminders()).toEqual(ended);
  const again = await office.get('sheets.prepare', { sheetId: first.sheetId });
  expect((await office.release(again.batchId, at)).ok).toBe(true);
  expect(await reminders()).toEqual([]);
});

it('a schedule that ended because its rows changed needs nobody once these rows are discarded', async () => {
  const { office, reminders, loseSchedule } = openWindow();
  const discarded = await loseSchedule('A-1');
  await loseSchedule('B-2');
  expect(await reminders()).toHaveLength(2);
  await office.get('sheets.remove', { sheetId: discarded.sheetId });
  expect(await reminders()).toHaveLength(1);
});
