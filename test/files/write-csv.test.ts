import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { undefused } from '../../main/files/export/write-csv.ts';
import { beginXlsx } from '../../main/files/export/write-xlsx.ts';
import { accepted, writeCsv } from './reading.ts';

const text = (header: readonly string[], rows: readonly (readonly string[])[]) =>
  Buffer.from(writeCsv(header, rows)).toString('utf8');

describe('writing CSV', () => {
  it('writes UTF-8 with a byte order mark, commas and CRLF', () => {
    expect(text(['Name', 'Amount'], [['Zoë', '1.50']])).toBe('\ufeffName,Amount\r\nZoë,1.50\r\n');
  });

  it('writes no amount that a spreadsheet with a decimal comma reads as thousands', () => {
    const header = ['amount', 'feeAmount', 'balance', 'reference'];
    const rows = [
      ['1.234', '0.500', '-123456.789', '1.234'],
      ['1.23', '1234', '0.0001', '2.000'],
    ];
    expect(text(header, rows).split('\r\n').slice(1)).toEqual([
      '1.2340,0.5000,-123456.7890,1.234',
      '1.23,1234,0.0001,2.000',
      '',
    ]);
  });

  it('quotes what would break the table', () => {
    expect(text(['a'], [['x,y'], ['say "hi"'], ['two\r\nlines'], [' edge'], ['']])).toBe(
      '\ufeffa\r\n"x,y"\r\n"say ""hi"""\r\n"two\r\nlines"\r\n" edge"\r\n""\r\n',
    );
  });

  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r1', '\n1', '-', '+1e5', '-1,5', '＝1'])(
    'defuses %j, which a spreadsheet would run',
    (cell) => {
      const [[written] = []] = parse(text([cell], []), { bom: true });
      expect(written).toBe(`'${cell}`);
    },
  );

  it.each([';', '\r\n', '\r', '\n'])(
    'defuses what a spreadsheet would run that separates cells by semicolons, behind %j',
    (separator) => {
      const cells = [`x${separator}=HYPERLINK("https://x.example")`, `x${separator}'@y`, `${separator}+1;-1`];
      // Such a spreadsheet takes quotation marks for text unless they begin a cell.
      const split = text(
        ['first'],
        cells.map((cell) => ['a', cell]),
      ).split(/[;\r\n]+/);
      expect(split.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
      const back: string[][] = parse(text(cells, []), { bom: true, record_delimiter: '\r\n' });
      expect(back[0]?.map(undefused)).toEqual(cells);
    },
  );

  it.each(['-12.50', '+12', '0', '1234.50', '-1', 'a=b', '1-2', 'x@y.example'])(
    'leaves %j as it is',
    (cell) => {
      expect(text([cell], [])).toBe(`\ufeff${cell}\r\n`);
    },
  );

  it('writes any cells so that the same are read back', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom("'", '=', '+', '-', '@', '254', ' ', ';', '\n', '\r', '\t'),
    );
    const cell = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1 });
    fc.assert(
      fc.property(table, (rows) => {
        const back: string[][] = parse(text(['a', 'b', 'c'], rows), { bom: true, record_delimiter: '\r\n' });
        expect(back.slice(1).map((cells) => cells.map(undefused))).toEqual(rows);
      }),
    );
  });

  it('writes what it can read back', async () => {
    const bytes = writeCsv(
      ['Amount', 'Currency', 'Method', 'Name'],
      [
        ['1234.50', 'EUR', 'WIRE', 'Müller, "Hans"'],
        ['0.00000001', 'BTC', 'CRYPTO', '山田'],
      ],
    );
    expect((await accepted(bytes)).rows.map(({ amount, accountName }) => [amount, accountName])).toEqual([
      ['1234.50', 'Müller, "Hans"'],
      ['0.00000001', '山田'],
    ]);
  });

  it('defuses accounts and names for a spreadsheet so that a payout file reads the originals back', async () => {
    const header = ['Amount', 'Currency', 'Method', 'Name', 'Account'];
    const rows = [
      ['1.50', 'EUR', 'MOBILE', '-x- GmbH', '+254 712 345-678'],
      ['2.50', 'EUR', 'MOBILE', "'s-Gravenhage", '@wallet'],
    ];
    const xlsx = beginXlsx(header);
    await xlsx.add(rows);
    for (const bytes of [writeCsv(header, rows), await xlsx.finish()])
      expect(
        (await accepted(bytes)).rows.map(({ accountName, accountNumber }) => [accountName, accountNumber]),
      ).toEqual(rows.map((cells) => cells.slice(3)));
  });

  it('takes rows from a generator, hundreds of thousands of them', () => {
    function* rows() {
      for (let row = 0; row < 200_000; row += 1) yield [`${row}`, 'EUR'];
    }
    const bytes = writeCsv(['a', 'b'], rows());
    expect(Buffer.from(bytes).toString('utf8').split('\r\n')).toHaveLength(200_002);
  });
});
