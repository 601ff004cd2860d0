import { describe, expect, it } from 'vitest';
import { accepted, noAnswers, files, refused, sheetRows } from './reading.ts';
import {
  day,
  number,
  truth,
  workbook,
  workbookFiles,
  zip,
  type Content,
  type WorkbookCell,
} from './workbooks.ts';

const header = ['amount', 'currency', 'method', 'reference'];

const amountsOf = async (cells: readonly WorkbookCell[]): Promise<string[]> =>
  (await sheetRows(workbook([header, ...cells.map((cell) => [cell, 'BTC', 'WIRE'])]))).map(
    ({ amount }) => amount,
  );
const errorOf = async (bytes: Uint8Array) => {
  const result = await files.readSheet(bytes, 'payouts.xlsx', noAnswers, () => undefined);
  if (result.ok) throw new Error('it was read');
  return result.error;
};

describe('amounts of a workbook', () => {
  it('keep every digit of a number in the file', async () => {
    const written = [
      '12.5',
      '999999999999999999',
      '0.000000000000000001',
      '123456789012345.678',
      '12.50',
      '1234.5',
    ];
    expect(await amountsOf(written.map(number))).toEqual(written);
  });

  it('keep every digit of text, 18 before and 18 after the point', async () => {
    const exact = '123456789012345678.123456789012345678';
    expect(await amountsOf([exact])).toEqual([exact]);
  });

  it.each([
    ['1E3', '1000'],
    ['1.5E-7', '0.00000015'],
    ['1234.0999999999999', '1234.1'],
    ['0.10000000000000001', '0.1'],
    ['19.989999999999998', '19.99'],
    ['100000000000000001', '100000000000000001'],
    ['42.0', '42'],
  ])('read the number %s, as a spreadsheet writes it, as %s', async (written, read) => {
    expect(await amountsOf([number(written)])).toEqual([read]);
  });

  it('are unambiguous as numbers, whatever text amounts next to them prove', async () => {
    expect(await amountsOf([number('1.234'), '1.234,5', '2.345'])).toEqual(['1.234', '1234.5', '2345']);
  });
});

describe('a workbook', () => {
  it('reads dates, booleans and numbers as the text that a person would write', async () => {
    const bytes = workbook([
      [...header, 'name', 'iban', 'order id'],
      ['1', 'EUR', 'WIRE', day(46204), truth(true), number('12345678901234567890'), number('7')],
    ]);
    expect(await sheetRows(bytes)).toMatchObject([
      { reference: '2026-07-01', accountName: 'TRUE', accountNumber: '12345678901234567890', idPayout: '7' },
    ]);
  });

  it('is read from its first sheet with content, over empty rows and cells', async () => {
    const bytes = workbook([], [[], header, [], ['5', '', 'WIRE'], [], ['6', 'EUR', '', 'x']]);
    expect(await sheetRows(bytes)).toMatchObject([
      { amount: '5', currencyCode: '', reference: '' },
      { amount: '6', currencyCode: 'EUR', paymentMethodCode: '', reference: 'x' },
    ]);
  });

  it('is never read from a hidden sheet that nobody named', async () => {
    const rows = (account: string) => [header, ['1', 'EUR', 'WIRE', account]];
    for (const state of ['hidden', 'veryHidden']) {
      const parts = workbookFiles(rows('hidden'), rows('seen'));
      parts.set(
        'xl/workbook.xml',
        (parts.get('xl/workbook.xml') ?? '').replace('name="S1"', `state="${state}" name="S1"`),
      );
      expect(await sheetRows(zip(parts))).toMatchObject([{ reference: 'seen' }]);
      const place = { worksheet: 'S1', headerRow: null };
      const named = await files.readSheet(zip(parts), 'p.xlsx', { ...noAnswers, place }, () => undefined);
      expect(named).toMatchObject({ value: { rows: [{ reference: 'hidden' }] } });
    }
  });

  it('says how many rows of the sheet are hidden, by a filter for instance, and reads them', async () => {
    const rows = (references: readonly string[]) => [
      header,
      ...references.map((each) => ['1', 'EUR', 'WIRE', each]),
    ];
    const parts = workbookFiles(rows(['a', 'hidden="1" <row hidden="1">', 'c']), rows(['d', 'e']));
    const hide = (sheet: string, ...numbers: number[]) => {
      const file = `xl/worksheets/${sheet}.xml`;
      const hidden = numbers.reduce(
        (xml, row) => xml.replace(`<row r="${row}"`, `<row r="${row}" spans="1:4" hidden="1"`),
        (parts.get(file) ?? '').replace('</sheetData>', '<row r="9" hidden="1"/></sheetData>'),
      );
      parts.set(file, hidden);
    };
    hide('sheet1', 3, 4);
    const flat = (parts.get('xl/worksheets/sheet1.xml') ?? '')
      .replace('<row r="3"', '<row r="3" ht="0" customHeight="1"')
      .replace('<row r="2"', '<row r="2" ht="0" customHeight="1"');
    parts.set('xl/worksheets/sheet1.xml', flat);
    hide('sheet2', 2);
    const of = async (worksheet: string | null) => {
      const place = { worksheet, headerRow: null };
      const read = await files.readSheet(zip(parts), 'p.xlsx', { ...noAnswers, place }, () => undefined);
      return read.ok && read.value.kind === 'rows'
        ? [read.value.rows.length, read.value.notes.filter(({ code }) => code === 'rowsHidden')]
        : read;
    };
    expect(await of(null)).toEqual([3, [{ code: 'rowsHidden', rows: 3 }]]);
    expect(await of('S2')).toEqual([2, [{ code: 'rowsHidden', rows: 1 }]]);
  });

  it('is read past a chart that is a sheet of its own', async () => {
    const parts = workbookFiles([header, ['5', 'EUR', 'WIRE', 'a']]);
    const change = (file: string, before: string, added: string) =>
      parts.set(file, (parts.get(file) ?? '').replace(before, `${before}${added}`));
    change('xl/workbook.xml', '<sheets>', '<sheet name="Chart" sheetId="9" r:id="rId50"/>');
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet';
    change(
      'xl/_rels/workbook.xml.rels',
      'relationships">',
      `<Relationship Id="rId50" Type="${type}" Target="chartsheets/sheet1.xml"/>`,
    );
    expect(await sheetRows(zip(parts))).toMatchObject([{ amount: '5', reference: 'a' }]);
  });

  it.each([
    ['1.23456789012345E+16', '1.23456789012345E+16'],
    ['1.2345678901234567E16', '12345678901234567'],
    ['1.2345E7', '12345000'],
    // Excel keeps 15 digits of a number: the 16th may have been any other.
    ['1234567890123450', '1.23456789012345e+15'],
    ['1234567890123450.0', '1.23456789012345e+15'],
    ['12345678901234500', '1.23456789012345e+16'],
    // A double may stand for several numbers of 17 digits.
    ['12345678901234568', '1.2345678901234568e+16'],
    // These can only be what was typed.
    ['123456789012345', '123456789012345'],
    ['1234567890123456', '1234567890123456'],
    ['1234567890123456789', '1234567890123456789'],
  ])('takes the account %s for %s: one that has lost digits is not an account', async (written, read) => {
    const bytes = workbook([
      [...header, 'account'],
      ['1', 'EUR', 'WIRE', '', number(written)],
    ]);
    expect(await sheetRows(bytes)).toMatchObject([{ accountNumber: read }]);
  });

  it('is refused by an import if its account may have lost digits, and keeps such a reference as it is', async () => {
    const long = number('1234567890123450');
    const { problems } = await refused(
      workbook([
        [...header, 'account'],
        ['1', 'EUR', 'WIRE', long, long],
      ]),
    );
    const message = expect.stringContaining('digits may be missing');
    expect(problems).toMatchObject([{ field: 'accountNumber', value: '1.23456789012345e+15', message }]);
    const { rows } = await accepted(workbook([header, ['1', 'EUR', 'WIRE', long]]));
    expect(rows).toMatchObject([{ reference: '1234567890123450' }]);
  });

  it('is imported all or nothing like a CSV file, with the row of the sheet as its line', async () => {
    const right = workbook([header, [number('12.5'), 'eur', 'WIRE', 'a']]);
    expect((await accepted(right)).rows).toMatchObject([
      { amount: '12.5', currencyCode: 'EUR', reference: 'a' },
    ]);
    const wrong = workbook([header, [number('12.5'), 'EUR', 'WIRE'], [], [number('-1'), 'EUR', 'WIRE']]);
    const { code, problems } = await refused(wrong);
    expect(code).toBe('fileHasErrors');
    expect(problems).toMatchObject([{ line: 4, field: 'amount', value: '-1' }]);
  });

  it('is refused in words if it has a password, is damaged, or is another kind of archive', async () => {
    const locked = Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    expect(await errorOf(locked)).toMatchObject({
      code: 'fileUnreadable',
      message: expect.stringContaining('password'),
    });
    const whole = workbook([header, ['1', 'EUR', 'WIRE']]);
    expect((await errorOf(whole.subarray(0, whole.length - 40))).code).toBe('fileUnreadable');
    expect((await errorOf(zip(new Map([['note.txt', 'no workbook']])))).code).toBe('fileUnreadable');
    const torn = workbookFiles([header]);
    torn.set('xl/worksheets/sheet1.xml', '<worksheet><sheetData><row r="1"><c');
    expect((await errorOf(zip(torn))).code).toBe('fileUnreadable');
  });

  it('is refused before it fills the memory if it unpacks to more than any payout file', async () => {
    const bytes = zip(
      new Map<string, Content>([
        ...workbookFiles([header]),
        ['xl/worksheets/sheet1.xml', { piece: Buffer.alloc(1024 * 1024, 0x20), times: 401 }],
      ]),
    );
    expect(bytes.length).toBeLessThan(2 * 1024 * 1024);
    expect((await errorOf(bytes)).message).toContain('more than Bursar can read');
  });

  it('returns 20,000 rows without blocking the process', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [
      number(`${index + 1}.25`),
      'EUR',
      'WIRE',
      `Invoice ${index}`,
    ]);
    const told: number[] = [];
    const result = await files.readSheet(workbook([header, ...rows]), 'p.xlsx', noAnswers, (count) =>
      told.push(count),
    );
    expect(result.ok && result.value.kind === 'rows' ? result.value.rows.length : 0).toBe(20_000);
    expect(told.length).toBeGreaterThan(50);
  });
});
