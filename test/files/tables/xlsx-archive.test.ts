import { expect, it } from 'vitest';
import { accepted, refused } from '../reading.ts';
import { number, workbook, workbookFiles, zip } from '../workbooks.ts';

const firstSheet = 'xl/worksheets/sheet1.xml';
const payouts = (...amounts: string[]) => [
  ['amount', 'currency', 'method', 'name'],
  ...amounts.map((amount) => [number(amount), 'EUR', 'WIRE', 'Ada']),
];
const amountsOf = async (bytes: Uint8Array): Promise<string[]> =>
  (await accepted(bytes)).rows.map(({ amount }) => amount);

const endBytes = 22;
const directoryAt = (archive: Buffer): number => archive.readUInt32LE(archive.length - endBytes + 16);

/** An archive with the files of another one in front of its directory, which does not list them. */
function withUnlisted(archive: Buffer, others: Buffer): Buffer {
  const at = directoryAt(archive);
  const unlisted = others.subarray(0, directoryAt(others));
  const bytes = Buffer.concat([archive.subarray(0, at), unlisted, archive.subarray(at)]);
  bytes.writeUInt32LE(at + unlisted.length, bytes.length - endBytes + 16);
  return bytes;
}

/** The first sheet of a workbook under two entries of one name. */
function withTwoSheets(first: Buffer, second: Buffer): Buffer {
  const files = new Map<string, string | Buffer>([
    ...workbookFiles(payouts()),
    [firstSheet, first],
    [firstSheet.replace('sheet1', 'sheet2'), second],
  ]);
  return Buffer.from(zip(files).toString('latin1').replaceAll('sheet2.xml', 'sheet1.xml'), 'latin1');
}

it('an amount is the one of the file that the directory of a workbook lists, as a spreadsheet program shows it', async () => {
  const unlisted = new Map([[firstSheet, workbookFiles(payouts('9000')).get(firstSheet) ?? '']]);
  expect(await amountsOf(withUnlisted(workbook(payouts('12.50')), zip(unlisted)))).toEqual(['12.50']);
});

it('a workbook with two files of one name is refused, because either could be meant', async () => {
  const sheetOf = (amount: string) => Buffer.from(workbookFiles(payouts(amount)).get(firstSheet) ?? '');
  expect((await refused(withTwoSheets(sheetOf('1'), sheetOf('2')))).code).toBe('fileUnreadable');
});

it('a size that a workbook states falsely is not believed', async () => {
  const bytes = workbook(payouts('12.50', '13'));
  const nameAt = bytes.indexOf(firstSheet);
  // In the header of the file, four bytes before the lengths of its name.
  bytes.writeUInt32LE(300, nameAt - 8);
  expect(await amountsOf(bytes)).toEqual(['12.50', '13']);
});

it('a workbook that does not have the checksum of its archive is refused: another amount may be in it', async () => {
  const bytes = workbook(payouts('12.50'));
  // In the directory, 30 bytes before the name.
  const sumAt = bytes.lastIndexOf(firstSheet) - 30;
  bytes.writeUInt32LE(bytes.readUInt32LE(sumAt) ^ 1, sumAt);
  expect((await refused(bytes)).message).toContain('cannot be read as one');
});

it('a part is found wherever the workbook says that it is', async () => {
  const files = workbookFiles(payouts('12.50'));
  const relations = 'xl/_rels/workbook.xml.rels';
  for (const target of [
    './worksheets/sheet1.xml',
    '../xl/worksheets/sheet1.xml',
    '/xl/worksheets/sheet1.xml',
  ]) {
    const changed = new Map(files);
    changed.set(relations, (files.get(relations) ?? '').replace('worksheets/sheet1.xml', target));
    expect(await amountsOf(zip(changed))).toEqual(['12.50']);
  }
});
