import { Buffer } from 'node:buffer';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FileNote } from '../../../contract/batches/file-note.ts';
import { openOffice, type Office } from '../../kit/office.ts';
import type { MemoryStore } from '../../kit/memory-store.ts';
import { must, type Desk, newDesk, sheetHeader } from '../../kit/sheet-desk.ts';

const table = (rows: number): string =>
  sheetHeader +
  Array.from(
    { length: rows },
    (_, index) => `${index + 1}.50,EUR,SEPA,Payee ${index},DE89370400440532013000,,Invoice ${index}\n`,
  ).join('');

let store: MemoryStore;
let desk: Desk;
beforeEach(async () => {
  ({ desk, store } = await newDesk());
});

function countOf(name: 'sheets' | 'sheetRows'): unknown {
  return store.database.prepare(`SELECT count(*) FROM ${name}`).pluck().get();
}

describe('opening a file', () => {
  it('leaves nothing behind when it is stopped at any point', async () => {
    const source = { kind: 'file', fileName: 'payouts.csv', bytes: Buffer.from(table(5000)) } as const;
    const openUntil = async (reports: number) => {
      const stop = new AbortController();
      const push = desk.events.push.bind(desk.events);
      let told = 0;
      Object.assign(desk.events, {
        push: (...events: Parameters<typeof push>) => {
          told += 1;
          if (told === reports) stop.abort();
          return push(...events);
        },
      });
      const opening = await desk.open(source, stop);
      Object.assign(desk.events, { push });
      return { opening, isStopped: stop.signal.aborted };
    };
    let reports = 1;
    for (; ; reports += 1) {
      const { opening, isStopped } = await openUntil(reports);
      if (!isStopped) {
        expect(opening.ok).toBe(true);
        break;
      }
      // The last report is that the sheet is there: what is stopped after that is done.
      const left = must(await desk.sheets['sheets.list']({}, desk.call)).length;
      expect(opening.ok ? 'opened' : opening.error.code).toBe(left === 0 ? 'stopped' : 'opened');
      for (const { sheetId } of must(await desk.sheets['sheets.list']({}, desk.call)))
        await desk.remove(sheetId);
      expect([countOf('sheets'), countOf('sheetRows')]).toEqual([0, 0]);
    }
    expect(reports).toBeGreaterThan(4);
  });

  it('leaves nothing behind when it is stopped while the stored rows are checked', async () => {
    const { files } = desk.parts;
    const { checkCells } = files;
    const stop = new AbortController();
    Object.assign(files, {
      checkCells: (...input: Parameters<typeof checkCells>) => {
        stop.abort();
        return checkCells(...input);
      },
    });
    const bytes = Buffer.from(table(20));
    const opening = await desk.open({ kind: 'file', fileName: 'payouts.csv', bytes }, stop);
    expect(opening).toMatchObject({ ok: false, error: { code: 'stopped' } });
    expect([countOf('sheets'), countOf('sheetRows')]).toEqual([0, 0]);
  });

  it('checks each row once, reads none of them back, and creates a draft of what it knows', async () => {
    const { files } = desk.parts;
    const counts = { checked: 0, read: 0 };
    const { checkCells } = files;
    const { sheetRows } = store;
    Object.assign(files, {
      checkCells: (...input: Parameters<typeof checkCells>) => {
        counts.checked += 1;
        return checkCells(...input);
      },
    });
    Object.assign(store, {
      sheetRows: (...input: Parameters<typeof sheetRows>) => {
        counts.read += 1;
        return sheetRows(...input);
      },
    });
    const { sheetId, totals } = await desk.csv(table(1200));
    expect(totals).toEqual([{ currencyCode: 'EUR', amount: '721200.00', count: 1200 }]);
    expect(counts).toEqual({ checked: 1200, read: 0 });
    const { batchId } = must(await desk.prepare(sheetId));
    expect(counts).toEqual({ checked: 1200, read: 0 });
    const payments = store.rowsOfBatch(batchId, 0, 2000);
    expect(payments.length).toBe(1200);
  });

  it('reports its progress at intervals, not with every row', async () => {
    await desk.csv(table(4500));
    const reports = desk.events.flatMap((event) =>
      event.kind === 'progress' && event.id === 'sheet' ? [event.done] : [],
    );
    expect(reports.length).toBeGreaterThan(2);
    expect(reports.length).toBeLessThanOrEqual(6);
    expect(reports.at(-1)).toBe(4500);
  });

  it('corrects the codes of the first file of a profile by the lists of its gateway, and continues without lists that do not arrive', async () => {
    const bytes = Buffer.from(`${sheetHeader}1.50,EUR,sepa,Payee,DE89370400440532013000,,Invoice\n`);
    const source = { kind: 'file', fileName: 'payouts.csv', bytes } as const;
    const notesOf = async (office: Office): Promise<readonly FileNote[]> => {
      const opening = await office.get('sheets.open', { source });
      return opening.kind === 'opened' ? opening.notes : [];
    };
    const office = await openOffice({ isPatient: true });
    expect(await notesOf(office)).toMatchObject([
      { code: 'codeCorrected', column: 'paymentMethodCode', from: 'sepa', to: 'SEPA' },
    ]);
    const requests = office.asked.length;
    await notesOf(office);
    expect(office.asked.length).toBe(requests);
    const alone = await openOffice();
    alone.leave();
    expect(await notesOf(alone)).toEqual([]);
  });
});
