import { expect, it } from 'vitest';
import { accepted, refused } from '../reading.ts';
import { workbookFiles, zip } from '../workbooks.ts';

const payouts = [
  ['amount', 'currency', 'method'],
  ['12.50', 'EUR', 'WIRE'],
];

/** A workbook of two such sheets, this one of which has a row with one more cell. */
function withCell(sheet: number, place: string, cell: string): Uint8Array {
  const files = workbookFiles(payouts, payouts);
  const part = `xl/worksheets/sheet${sheet}.xml`;
  const row = `<row r="${place.replace(/\D/g, '')}">${cell}</row></sheetData>`;
  files.set(part, (files.get(part) ?? '').replace('</sheetData>', row));
  return zip(files);
}

it.each([
  ['XFD1048576', '<c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c>'],
  ['XFD1048576', '<c s="0" r="XFD1048576"><f>1+1</f><v>2</v></c>'],
  ['GS1048576', "<c r='GS1048576'><v>1</v></c>"],
])('a value in %s is refused for its column before the memory is full: %s', async (place, cell) => {
  expect((await refused(withCell(1, place, cell))).message).toContain('more than 200 columns');
});

it.each([
  ['A9999999', '<c r="A9999999"><v>1</v></c>'],
  ['A99999999999', '<c r="A99999999999"/>'],
  ['A12', '<c r="A20000000"><v>1</v></c>'],
])(
  'a row beyond those of any spreadsheet is refused before the memory is full: %s %s',
  async (place, cell) => {
    expect((await refused(withCell(1, place, cell))).message).toContain('more than Bursar can read');
    expect((await accepted(withCell(2, place, cell))).rows).toHaveLength(1);
  },
);

it.each([
  [1, 'XFD1048576', '<c r="XFD1048576" s="1"/>'],
  [1, 'XFD1048576', '<c r="XFD1048576" s="1"><v></v></c>'],
  [1, 'XFD4', '<c r="XFD4" t="inlineStr"><is><t> </t></is></c>'],
  [2, 'XFD1048576', '<c r="XFD1048576"><v>1</v></c>'],
])('a far cell is no obstacle if it is empty or in another sheet: %s %s %s', async (sheet, place, cell) => {
  const { rows } = await accepted(withCell(sheet, place, cell));
  expect(rows.map(({ amount }) => amount)).toEqual(['12.50']);
});

it('a text that looks like the place of a far cell is text', async () => {
  const cell =
    '<c r="C3" t="inlineStr"><is><t xml:space="preserve">WIRE r="XFD1">1 r="A9999999"</t></is></c>';
  const amount = '<c r="A3"><v>1</v></c><c r="B3" t="inlineStr"><is><t>EUR</t></is></c>';
  const { rows } = await accepted(withCell(1, 'A3', amount + cell));
  expect(rows.map(({ paymentMethodCode }) => paymentMethodCode)).toEqual([
    'WIRE',
    'WIRE r="XFD1">1 r="A9999999"',
  ]);
});
