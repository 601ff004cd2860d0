import path from 'node:path';
import { expect, it } from 'vitest';
import type { Session } from '../../../main/faces/cli/command.ts';
import { setDraftRowsAside, unpreparedText } from '../../../main/faces/cli/set-aside.ts';
import { openOffice, type Office } from '../../kit/office.ts';
import { temporaryFolder } from '../../kit/store.ts';

class Killed extends Error {}

/** The calls of a command that is killed before its call number `calls`. */
function callsUntilKilled({ get }: Office, calls: number): Session['call'] {
  let left = calls;
  return (name, input) => {
    left -= 1;
    return left < 0 ? Promise.reject(new Killed()) : get(name, input);
  };
}

it('batch set-aside that is killed leaves each row once, in a batch or in a sheet that `batch list` names', async () => {
  const seen = new Set<string | null>();
  for (let calls = 0, isDone = false; !isDone; calls += 1) {
    const office = await openOffice();
    const { batchId } = await office.draft(['1.00', '2.00', '3.00'], 'May');
    const file = path.join(temporaryFolder(), 'rest.csv');
    const draft = await office.get('batches.summary', { batchId });
    isDone = await setDraftRowsAside({ call: callsUntilKilled(office, calls) }, draft, [2], file).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        return false;
      },
    );
    const sheets = await office.get('sheets.list', {});
    const left = sheets.filter((sheet) => sheet.batchId === null);
    const batches = await office.get('batches.list', { limit: 10 });
    const inSheets = left.reduce((sum, { rows }) => sum + rows, 0);
    const inBatches = batches.reduce((sum, { rows }) => sum + rows, 0);
    expect(inSheets + inBatches).toBe(3);
    const text = unpreparedText(sheets);
    expect(text === null).toBe(inSheets === 0);
    for (const { name } of left) expect(text).toContain(name);
    seen.add(text?.replace(/: [^:]*$/, '') ?? null);
  }
  expect([...seen]).toEqual([
    null,
    'note: 3 rows in 2 sheets of the window that are no batch',
    'note: 1 row in 1 sheet of the window that is no batch',
  ]);
});
