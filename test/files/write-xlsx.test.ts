import { Readable } from 'node:stream';
import readXlsx from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { createFiles } from '../../main/files/index.ts';
import { systemClock } from '../../main/system.ts';

const files = createFiles({ clock: systemClock });
const header = ['amount', 'accountName', 'reference'];

async function written(rows: readonly (readonly string[])[]): Promise<unknown[][]> {
  const table = files.beginTable('xlsx', header);
  for (const row of rows) await table.add([row]);
  const read = await readXlsx(Readable.from(Buffer.from(await table.finish())));
  const [sheet] = read;
  return sheet !== undefined && 'data' in sheet ? sheet.data : [];
}

describe('an export as XLSX', () => {
  it('comes back to the last digit and character', async () => {
    const rows = [
      ['999999999999999999.999999999999999999', 'Brückner & <Söhne>', '00123'],
      ['5.10', '山田 花子 😀', 'spaces  kept'],
      ['1', 'a\nb\tc', '_x0041_ "quoted"'],
    ];
    expect(await written(rows)).toEqual([header, ...rows]);
  });

  it('holds nothing that a spreadsheet would run', async () => {
    const cells = ['=1+1', '+SUM(A1)', '@cmd', '-x', '\t=1'];
    const read = await written(cells.map((cell) => ['1.00', cell, '']));
    expect(read.slice(1).map(([, cell]) => String(cell).trim())).toEqual([
      "'=1+1",
      "'+SUM(A1)",
      "'@cmd",
      "'-x",
      "'\t=1",
    ]);
  });

  it('writes the same bytes for the same rows, and is the same however the rows come', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => [`${index}.00`, `Payee ${index}`, '']);
    const all = files.beginTable('xlsx', header);
    await all.add(rows);
    const again = files.beginTable('xlsx', header);
    await again.add(rows);
    expect(Buffer.from(await all.finish()).equals(Buffer.from(await again.finish()))).toBe(true);
  });

  it('is CSV where that is asked for, the same as all at once', async () => {
    const rows = [['1.00', '=x', 'a,b']];
    const table = files.beginTable('csv', header);
    await table.add(rows);
    expect(Buffer.from(await table.finish())).toEqual(Buffer.from(files.writeCsv(header, rows)));
  });

  it('refuses more rows than a sheet can have', async () => {
    const table = files.beginTable('xlsx', header);
    await expect(table.add(Array.from({ length: 1_048_576 }, () => []))).rejects.toThrow(RangeError);
  });
});
