import { Readable } from 'node:stream';
import readXlsx from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { attachedError } from '../../main/core/context/refused.ts';
import { readDirectory, unpack } from '../../main/files/zip/read-zip.ts';
import { createFiles } from '../../main/files/index.ts';
import { systemClock } from '../../main/system.ts';

/** A part of a workbook. */
async function partOf(bytes: Buffer, part: string): Promise<string> {
  const entry = readDirectory(bytes)?.find(({ name }) => name === part);
  const pieces: Buffer[] = [];
  if (entry !== undefined) for await (const piece of unpack(bytes, entry)) pieces.push(piece);
  return String(Buffer.concat(pieces));
}

const files = createFiles({ clock: systemClock });
const header = ['amount', 'accountName', 'reference'];

async function written(
  rows: readonly (readonly string[])[],
  columns: readonly string[] = header,
): Promise<unknown[][][]> {
  const table = files.beginTable('xlsx', columns);
  for (const row of rows) await table.add([row]);
  const read = await readXlsx(Readable.from(Buffer.from(await table.finish())), {
    parseNumber: (text) => text,
  });
  return read.map(({ data }) => data);
}

describe('an export as XLSX', () => {
  it('is read back to the last digit and character', async () => {
    const rows = [
      ['999999999999999999.999999999999999999', 'Brückner & <Söhne>', '00123'],
      ['5.10', '山田 花子 😀', 'spaces  kept'],
      ['1', 'a\nb\tc', '_x0041_ "quoted"'],
      ['1', '_x0041_x0042_', 'INV_xABCD_x1234_x_'],
    ];
    expect(await written(rows)).toEqual([[['Amount', 'Name', 'Reference'], ...rows]]);
  });

  it('names the columns of the audit log as Activity and the command line do', async () => {
    const log = ['sequence', 'about', 'subject', 'event'];
    expect(await written([], log)).toEqual([[['Event', 'About', 'Which', 'What happened']]]);
  });

  it('has typed amounts, counts and times, and as text what a number would not preserve', async () => {
    const table = files.beginTable('xlsx', ['amount', 'rowNumber', 'createdAt', 'accountNumber']);
    await table.add([
      ['1250.50', '7', '2026-03-14T12:00:00.000Z', '0012'],
      ['-1234567890123.45', '', '', ''],
      ['1234567890123456.5', '', '', ''],
    ]);
    const [sheet] = await readXlsx(Readable.from(Buffer.from(await table.finish())));
    expect(sheet?.data.slice(1)).toEqual([
      [1250.5, 7, new Date('2026-03-14T12:00:00.000Z'), '0012'],
      [-1234567890123.45, null, null, null],
      ['1234567890123456.5', null, null, null],
    ]);
  });

  it('shows a day without a time, and keeps as text a time that is not in UTC', async () => {
    const cells = ['2026-01-31', '2026-01-31T12:00:00.000Z', '01/31/2026 11:00 PM', '2026-1-31 11:00:00 PM'];
    const table = files.beginTable('xlsx', ['at', 'processedAt', 'processedAt', 'processedAt']);
    await table.add([cells]);
    const bytes = Buffer.from(await table.finish());
    const [sheet] = await readXlsx(Readable.from(bytes));
    expect(sheet?.data[1]).toEqual([
      new Date('2026-01-31T00:00:00Z'),
      new Date('2026-01-31T12:00:00Z'),
      ...cells.slice(2),
    ]);
    expect(await partOf(bytes, 'xl/worksheets/sheet1.xml')).toContain(
      '<c r="A2" s="3"><v>46053</v></c><c r="B2" s="2">',
    );
  });

  it('keeps as text a day that there is not, which is no other day', async () => {
    const cells = ['2026-02-30', '2026-02-29T12:00:00.000Z', '2028-02-29T12:00:00.000Z'];
    const [sheet] = await written([cells], ['day', 'processedAt', 'processedAt']);
    expect(sheet?.[1]).toEqual([...cells.slice(0, 2), new Date('2028-02-29T12:00:00.000Z')]);
  });

  it('shows all of a time: without its milliseconds, a spreadsheet would round it to the next second, or day', async () => {
    const table = files.beginTable('xlsx', ['createdAt']);
    await table.add([['2026-01-31T23:59:59.700Z']]);
    const bytes = Buffer.from(await table.finish());
    const [, style = ''] =
      /<c r="A2" s="(\d+)"><v>46053\.999996/.exec(await partOf(bytes, 'xl/worksheets/sheet1.xml')) ?? [];
    const styles = await partOf(bytes, 'xl/styles.xml');
    const [, format = ''] = [...styles.matchAll(/<xf numFmtId="(\d+)" xfId="0"/g)][Number(style) - 2] ?? [];
    expect(styles).toContain(`numFmtId="${format}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"`);
    const [sheet] = await readXlsx(Readable.from(bytes));
    expect(sheet?.data[1]).toEqual([new Date('2026-01-31T23:59:59.700Z')]);
  });

  it('has no cell that is longer than Excel opens, and says where a text was cut', async () => {
    const [fits, long] = ['n'.repeat(32_767), `${'n; '.repeat(20_000)}😀`];
    const [sheet] = await written([[fits, long]], ['otherNames', 'otherNames']);
    const [whole, cut] = sheet?.[1] ?? [];
    expect(whole).toBe(fits);
    expect(String(cut)).toHaveLength(32_767);
    expect(cut).toMatch(
      /^(?:n; )+n?;?… \(cut off: a cell of Excel has at most 32,767 characters; export CSV for all of it\)$/,
    );
  });

  it('describes itself on a second sheet', async () => {
    const about = [
      ['Filter', 'none'],
      ['Total EUR', '1234.5', 'amount'],
      ['Rows', '1000', 'count'],
    ] as const;
    const table = files.beginTable('xlsx', header);
    const bytes = Buffer.from(await table.finish(about));
    const [, second] = await readXlsx(Readable.from(bytes));
    // As wide as “Total EUR”.
    expect(await partOf(bytes, 'xl/worksheets/sheet2.xml')).toContain(
      '<cols><col min="1" max="1" width="11" customWidth="1"/></cols><sheetData>',
    );
    expect(second?.data).toEqual([
      ['Filter', 'none'],
      ['Total EUR', 1234.5],
      ['Rows', 1000],
    ]);
  });

  it('contains nothing that a spreadsheet would run', async () => {
    const cells = ['=1+1', '+SUM(A1)', '@cmd', '-x', '\t=1'];
    const [read = []] = await written(cells.map((cell) => ['1.00', cell, '']));
    expect(read.slice(1).map(([, cell]) => String(cell).trim())).toEqual([
      "'=1+1",
      "'+SUM(A1)",
      "'@cmd",
      "'-x",
      "'\t=1",
    ]);
  });

  it('has the same bytes for the same rows, however they arrive', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => [`${index}.00`, `Payee ${index}`, '']);
    const all = files.beginTable('xlsx', header);
    await all.add(rows);
    const again = files.beginTable('xlsx', header);
    await again.add(rows);
    expect(Buffer.from(await all.finish()).equals(Buffer.from(await again.finish()))).toBe(true);
  });

  it('is CSV on request', async () => {
    const table = files.beginTable('csv', header);
    await table.add([['1.00', '=x', 'a,b']]);
    expect(Buffer.from(await table.finish()).toString('utf8')).toMatch(/\r\n1\.00,'=x,"a,b"\r\n$/);
  });

  it('refuses more rows than a sheet can have', async () => {
    const table = files.beginTable('xlsx', header);
    const thrown: unknown = await table
      .add(Array.from({ length: 1_048_576 }, () => []))
      .catch((error: unknown) => error);
    // As every export answers, also one that does not count its rows: journal lines, a statement.
    expect(attachedError(thrown)).toMatchObject({
      code: 'inputInvalid',
      message: expect.stringContaining('there are more rows'),
    });
  });
});
