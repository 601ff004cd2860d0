import { BrokenInvariant } from '../checks/broken.ts';
import type { Computer } from '../computer.ts';
import type { RunParts } from '../runs.ts';
import { releasedBatches } from './drafts.ts';

/** Whatever was prepared and changed, the list of payouts can be read. */
export async function look(computer: Computer): Promise<void> {
  const page = { limit: 100 };
  const newest = await computer.insist('payouts.list', page);
  const filter = { search: 'Payee' };
  const found = await computer.insist('payouts.list', { filter, order: 'name', ...page });
  for (const list of [newest, found])
    if (!list.ok) throw new BrokenInvariant(`the history cannot be read: ${list.error.message}`);
}

/** `edits`: how often the sheet is checked, looked at among all payouts, and changed. */
export async function lookAndEdit(computer: Computer, sheetId: string, edits: number): Promise<void> {
  for (let edit = 0; edit < edits; edit += 1) {
    await computer.insist('sheets.prepare', { sheetId });
    await look(computer);
    const rows = [{ rowId: 1, cells: { reference: `note ${edit}` } }];
    await computer.insist('sheets.change', { sheetId, change: { kind: 'set', rows } });
    await look(computer);
  }
}

/** A person looks at every payout, ended or not. */
export async function askAgain(parts: Pick<RunParts, 'computer' | 'profileName'>): Promise<void> {
  const { computer } = parts;
  for (const batchId of releasedBatches(parts))
    for (const { idPayment, profileName } of computer.store.rowsOfBatch(batchId, 0, 1000))
      await computer.insist('payouts.refresh', { idPayout: idPayment, profileName });
}
